import type { ByteReader } from '@sightline/codec';
import type { Draft } from '../draft.ts';

/** Modules of the Jimi 4G packets: {type WORD, length BYTE, value}. */
const MODULES: Readonly<Record<number, { readonly key: string; readonly scale: number }>> = {
  0x0018: { key: 'battery', scale: 0.01 },
  0x0027: { key: 'power', scale: 0.01 },
  0x002e: { key: 'odometer', scale: 1 },
  0x0032: { key: 'startupStatus', scale: 1 },
  0x003b: { key: 'accuracy', scale: 0.01 },
  0x006a: { key: 'batteryLevel', scale: 1 },
};

/** Whether modules fill the content from `from` on exactly, and the first one has a number. */
export function modulesFit(reader: ByteReader, from = reader.offset): boolean {
  let at = from;
  if (at + 3 > reader.end || (reader.bytes[at]! | reader.bytes[at + 1]!) === 0) return false;
  while (at + 3 <= reader.end) at += 3 + reader.bytes[at + 2]!;
  return at === reader.end;
}

export function readModules(reader: ByteReader, draft: Draft): void {
  while (reader.remaining >= 3) {
    const type = reader.u16('moduleType');
    const value = reader.slice(reader.u8('moduleLength'), 'moduleValue');
    const known = MODULES[type];
    if (known !== undefined && value.length > 0 && value.length <= 4) {
      draft.attributes[known.key] = scaled(unsigned(value), known.scale);
    } else {
      draft.fields[`module${type.toString(16).padStart(4, '0')}`] = hex(value);
    }
  }
}

export function unsigned(bytes: Uint8Array): number {
  let value = 0;
  for (const b of bytes) value = value * 256 + b;
  return value;
}

export const unsignedLittleEndian = (bytes: Uint8Array): number => unsigned(bytes.toReversed());

/** Decimal scales without the noise of binary fractions (411 x 0.01 is 4.11). */
export function scaled(value: number, scale: number): number {
  return scale >= 1 ? value * scale : value / Math.round(1 / scale);
}

export function hex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += (b < 16 ? '0' : '') + b.toString(16);
  return out;
}
