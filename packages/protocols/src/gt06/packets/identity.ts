import type { ByteReader } from '@sightline/codec';
import { imeiText } from '../blocks.ts';
import { badValue, type Draft, type PacketContext } from '../draft.ts';

/** Eight BCD octets that begin with a 0: an IMEI. */
export function isBcdImei(bytes: Uint8Array, at: number): boolean {
  if (bytes[at]! >> 4 !== 0) return false;
  for (let i = at; i < at + 8; i++) if (bytes[i]! >> 4 > 9 || (bytes[i]! & 15) > 9) return false;
  return true;
}

export function readBcdImei(reader: ByteReader, draft: Draft): void {
  const digits = reader.bcd(8, 'imei');
  if (!/^\d+$/.test(digits)) badValue(reader, `not a BCD identity: ${digits}`, 'imei', 8);
  draft.imei = imeiText(digits);
}

/** 01: IMEI, type code, time zone and language. Offset in the bits 15-4 as hhmm, bit 3 west, bits 1-0 language. */
export function decodeLogin({ reader, draft }: PacketContext): void {
  readBcdImei(reader, draft);
  if (reader.remaining >= 2) draft.fields['typeCode'] = reader.u16('typeCode').toString(16).padStart(4, '0');
  if (reader.remaining < 2) return;
  const word = reader.u16('timeZone');
  const minutes = Math.trunc((word >> 4) / 100) * 60 + ((word >> 4) % 100);
  draft.fields['utcOffsetMinutes'] = (word & 8) !== 0 ? -minutes : minutes;
  draft.fields['language'] = word & 3;
}
