declare module 'virtual:operation-facts' {
  import type { OperationFacts, OperationId } from '@sightline/contract';

  const facts: Readonly<Record<OperationId, OperationFacts>>;
  export default facts;
}
