import type { IdKind, OperationDefinition } from '@sightline/contract';
import { z } from 'zod';

interface Property {
  readonly idOf?: IdKind;
  readonly items?: { readonly idOf?: IdKind };
}

export interface IdField {
  readonly name: string;
  readonly kind: IdKind;
  /** The field itself is an id or a comma list; else an array of ids. */
  readonly plain: boolean;
}

const cache = new WeakMap<OperationDefinition, readonly IdField[]>();

/** The input fields of an operation that are ids. */
export function idFields(operation: OperationDefinition): readonly IdField[] {
  let fields = cache.get(operation);
  if (!fields) {
    const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Property> };
    fields = Object.entries(schema.properties ?? {}).flatMap(([name, { idOf, items }]): IdField[] =>
      idOf !== undefined
        ? [{ name, kind: idOf, plain: true }]
        : items?.idOf === undefined
          ? []
          : [{ name, kind: items.idOf, plain: false }],
    );
    cache.set(operation, fields);
  }
  return fields;
}
