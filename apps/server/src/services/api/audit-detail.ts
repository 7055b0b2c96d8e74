import type { OperationDefinition } from '@sightline/contract';
import { z } from 'zod';

const MAX_TEXT = 500;

interface Property {
  readonly idOf?: string;
}

const cache = new WeakMap<OperationDefinition, readonly string[]>();

/** Names of the input fields that are ids. */
function idFields(operation: OperationDefinition): readonly string[] {
  let fields = cache.get(operation);
  if (!fields) {
    const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Property> };
    fields = Object.entries(schema.properties ?? {})
      .filter(([, p]) => p.idOf !== undefined)
      .map(([name]) => name);
    cache.set(operation, fields);
  }
  return fields;
}

/** What an audit row says by itself: the ids that the call named. Everything else a handler adds knowingly, so that no secret slips in. */
export function auditDetail(operation: OperationDefinition, input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  const values = input as Record<string, unknown>;
  return Object.fromEntries(
    idFields(operation)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, typeof values[name] === 'string' ? values[name].slice(0, MAX_TEXT) : values[name]]),
  );
}
