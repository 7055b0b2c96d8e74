import type { IdKind, OperationDefinition } from '@sightline/contract';
import { z } from 'zod';

/** The part of JSON Schema that inputs of operations use. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly idOf?: IdKind;
  readonly list?: boolean;
}

export interface IdField {
  readonly name: string;
  readonly kind: IdKind;
  readonly list: boolean;
  readonly array: boolean;
}

const schemaOf = (operation: OperationDefinition): Schema =>
  z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The fields of an input that are ids, by the schema's own metadata. */
export function idFields(operation: OperationDefinition): IdField[] {
  return Object.entries(schemaOf(operation).properties ?? {}).flatMap(([name, s]): IdField[] => {
    if (s.idOf) return [{ name, kind: s.idOf, list: s.list === true, array: false }];
    if (s.items?.idOf) return [{ name, kind: s.items.idOf, list: false, array: true }];
    return [];
  });
}

export interface Samples {
  readonly ids: Readonly<Record<IdKind, string>>;
  /** An instant at which there is a position. */
  readonly timeMs: number;
}

/** A valid input: required fields only, with the given ids. A field that cannot be made up from its type carries `examples` in the contract. */
export function sampleInput(operation: OperationDefinition, samples: Samples): Record<string, unknown> {
  const schema = schemaOf(operation);
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {}).filter(([name, s]) => required.has(name) && s.default === undefined);
  return Object.fromEntries(entries.map(([name, s]) => [name, sampleOf(name, s, samples)]));
}

const HOUR_MS = 3_600_000;

function sampleOf(name: string, s: Schema, samples: Samples): unknown {
  if (s.idOf) return samples.ids[s.idOf];
  if (s.examples?.[0] !== undefined) return s.examples[0];
  if (s.const !== undefined) return s.const;
  if (s.enum) return s.enum[0];
  if (s.anyOf?.[0]) return sampleOf(name, s.anyOf[0], samples);
  if (s.format === 'date-time') {
    const shift = /^start|start$/i.test(name) ? -HOUR_MS : /^end|end$/i.test(name) ? HOUR_MS : 0;
    return new Date(samples.timeMs + shift).toISOString();
  }
  const type = typeof s.type === 'string' ? s.type : s.type?.[0];
  switch (type) {
    case 'integer':
    case 'number':
      return s.minimum !== undefined && s.minimum > Number.MIN_SAFE_INTEGER ? Math.max(0, s.minimum) : 0;
    case 'boolean':
      return true;
    case 'string':
      return 'x'.repeat(Math.max(1, s.minLength ?? 1));
    case 'array':
      return s.items ? [sampleOf(name, s.items, samples)] : [];
    case 'object':
      return Object.fromEntries(
        Object.entries(s.properties ?? {})
          .filter(([key]) => s.required?.includes(key))
          .map(([key, child]) => [key, sampleOf(key, child, samples)]),
      );
    default:
      throw new Error(`no sample for field ${name}: give it .meta({ examples: [...] }) in the contract`);
  }
}
