import type { DeviceCommand, FieldValue } from '../protocol.ts';

export type CommandParams = DeviceCommand['params'];

/** A command in the words of one protocol. @throws RangeError naming the parameter that the protocol cannot say. */
export type Wording = (params: CommandParams) => DeviceCommand;

export interface ProtocolCommands {
  readonly words: Readonly<Record<string, Wording>>;
  /** What an answer says, as named values. */
  readonly readAnswer: (answer: {
    readonly text: string | null;
    readonly fields: Readonly<Record<string, FieldValue>>;
  }) => Record<string, FieldValue>;
}

export const command = (name: string, params: CommandParams = {}): DeviceCommand => ({ name, params });

export function numberOf(params: CommandParams, key: string): number {
  const value = params[key];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new RangeError(`parameter ${key} must be a number`);
  return value;
}

export function textOf(params: CommandParams, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw new RangeError(`parameter ${key} must be text`);
  return value;
}

export function listOf(params: CommandParams, key: string): readonly FieldValue[] {
  const value = params[key] ?? [];
  if (!Array.isArray(value)) throw new RangeError(`parameter ${key} must be a list`);
  return value as readonly FieldValue[];
}

/** The form of a fuel cut, as far as the protocol has it. */
export function formOf(params: CommandParams, forms: readonly string[]): string {
  const form = params['form'] ?? 'auto';
  if (typeof form !== 'string' || (form !== 'auto' && !forms.includes(form)))
    throw new RangeError('parameter form is none of this protocol');
  return form;
}

/** `name` and `value` of an entry of a list of parameters. */
export function pairOf(entry: FieldValue): { readonly name: string; readonly value: string | number } {
  if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) {
    const { name, value } = entry as Readonly<Record<string, FieldValue>>;
    if (typeof name === 'string' && (typeof value === 'string' || typeof value === 'number')) return { name, value };
  }
  throw new RangeError('parameter parameters: an entry needs a name and a value');
}

const PAIR = /^\s*([A-Za-z][A-Za-z0-9 _/.-]{0,39}?)\s*[:=]\s*(.*?)\s*$/;

/** `key:value` pieces of a text answer, which are parted by `;`, `,` before a key, or spaces before a key. */
export function pairsOfText(text: string): Record<string, FieldValue> {
  const out: Record<string, FieldValue> = {};
  const pieces = text.split(/;|[\r\n]+|,(?=\s*[A-Za-z][A-Za-z0-9 _/.-]{0,39}[:=])|\s(?=[A-Za-z][A-Za-z0-9_-]{0,29}:)/);
  for (const piece of pieces.slice(0, 200)) {
    const found = PAIR.exec(piece);
    if (found) out[found[1]!] = found[2]!;
  }
  return out;
}
