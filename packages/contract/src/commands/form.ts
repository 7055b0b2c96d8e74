import { z } from 'zod';
import { commandDefinition, type CommandId } from './catalogue.ts';
import type { Text } from './definition.ts';

/** A parameter of a command as a form shows it; made from the schema, which stays the judge of what is entered. */
export type CommandField = {
  readonly name: string;
  readonly label: Text;
  readonly required: boolean;
  readonly preset: unknown;
} & (
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number; readonly unit: string | null }
  | { readonly kind: 'choice'; readonly choices: readonly { readonly value: string; readonly label: Text }[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly maxLength: number }
  | { readonly kind: 'texts' | 'numbers' | 'pairs' }
);

interface Schema {
  readonly type?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly label?: Text;
  readonly unit?: string;
  readonly choices?: Readonly<Record<string, Text>>;
}

/** The fields of a command's form, in the order of its definition. */
export function commandFields(id: CommandId): CommandField[] {
  const schema = z.toJSONSchema(commandDefinition(id).params, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, s]) => fieldOf(name, s, schema.required?.includes(name) === true));
}

function fieldOf(name: string, s: Schema, required: boolean): CommandField {
  const base = { name, label: s.label ?? { en: name, zh: name }, required, preset: s.default };
  if (s.enum)
    return { ...base, kind: 'choice', choices: s.enum.map((value) => ({ value, label: s.choices?.[value] ?? { en: value, zh: value } })) };
  if (s.type === 'boolean') return { ...base, kind: 'boolean' };
  if (s.type === 'integer' || s.type === 'number') {
    return { ...base, kind: 'number', min: s.minimum ?? 0, max: s.maximum ?? 2 ** 32 - 1, step: s.multipleOf ?? 1, unit: s.unit ?? null };
  }
  if (s.type !== 'array') return { ...base, kind: 'text', maxLength: s.maxLength ?? 200 };
  if (s.items?.type === 'object') return { ...base, kind: 'pairs' };
  return { ...base, kind: s.items?.type === 'string' ? 'texts' : 'numbers' };
}
