import type { OperationDefinition } from '@sightline/contract';
import { idFields } from './id-fields.ts';

const MAX_TEXT = 500;

/** What an audit row says by itself: the ids that the call named. Everything else a handler adds knowingly, so that no secret slips in. */
export function auditDetail(operation: OperationDefinition, input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  const values = input as Record<string, unknown>;
  return Object.fromEntries(
    idFields(operation)
      .filter(({ name, plain }) => plain && values[name] !== undefined)
      .map(({ name }) => [name, typeof values[name] === 'string' ? values[name].slice(0, MAX_TEXT) : values[name]]),
  );
}
