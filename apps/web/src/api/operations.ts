import type { OperationFacts, OperationId } from '@sightline/contract';
import facts from 'virtual:operation-facts';

/** How an operation is called and who may; without its schemas, which only forms need. */
export const factsOf = (id: OperationId): OperationFacts => facts[id];
