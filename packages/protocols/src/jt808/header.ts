import { DecodeError, toHex } from '@sightline/codec';
import { luhnDigit } from '@sightline/domain';
import { FLAG_E7 } from './frame.ts';

/** 2011 and 2013 share one header; bodies of 2011 are recognised one by one. */
export type Edition = 2011 | 2013 | 2019;

export interface Header {
  readonly id: number;
  readonly attributes: number;
  readonly edition: Edition;
  /** Protocol version octet, 2019 only. */
  readonly version: number | null;
  /** The terminal number as it came: 6 octets, 10 in 2019, 7 in the E7 variant. */
  readonly phone: Uint8Array;
  readonly serial: number;
  readonly packet: { readonly total: number; readonly index: number } | null;
  /** Body within the content. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

export const bodyLength = (header: Header): number => header.attributes & 0x3ff;
/** Bits 10-12: 0 none, 1 RSA, others reserved; lock trackers use the word otherwise. */
export const encryption = (header: Header): number => (isShortHeader(header.id) ? 0 : (header.attributes >>> 10) & 7);

/** Lock trackers put their reports (0x5501 live, 0x5502 blind) under a header with a one-octet serial. */
export const isShortHeader = (id: number): boolean => id === 0x5501 || id === 0x5502;

/**
 * Header of an unescaped frame content (JT/T 808 §4.4.3, 2019: §4.4.3 with version octet and 10-octet number).
 * Throws a `truncated` {@link DecodeError} when the content ends before its check octet.
 */
export function readHeader(content: Uint8Array, flag: number): Header {
  const end = content.length - 1;
  const word = (at: number): number => (content[at]! << 8) | content[at + 1]!;
  const need = (size: number, field: string): void => {
    if (size > end)
      throw new DecodeError('truncated', `the header needs ${size} bytes, ${Math.max(end, 0)} are there`, Math.max(end, 0), field);
  };
  need(4, 'attributes');
  const id = word(0);
  const attributes = word(2);
  const short = isShortHeader(id);
  const is2019 = !short && (attributes & 0x4000) !== 0;
  const phoneStart = is2019 ? 5 : 4;
  const phoneEnd = phoneStart + (is2019 ? 10 : flag === FLAG_E7 ? 7 : 6);
  const afterSerial = phoneEnd + (short ? 1 : 2);
  need(afterSerial, 'serial');
  const split = !short && (attributes & 0x2000) !== 0;
  if (split) need(afterSerial + 4, 'packetIndex');
  const packet = split ? { total: word(afterSerial), index: word(afterSerial + 2) } : null;
  if (packet && (packet.total === 0 || packet.index === 0 || packet.index > packet.total)) {
    throw new DecodeError('bad-value', `packet ${packet.index} of ${packet.total}`, afterSerial + 2, 'packetIndex');
  }
  return {
    id,
    attributes,
    edition: is2019 ? 2019 : 2013,
    version: is2019 ? content[4]! : null,
    phone: content.subarray(phoneStart, phoneEnd),
    serial: short ? content[phoneEnd]! : word(phoneEnd),
    packet,
    bodyStart: split ? afterSerial + 4 : afterSerial,
    bodyEnd: end,
  };
}

export interface OutgoingHeader {
  readonly id: number;
  readonly version: number | null;
  readonly phone: Uint8Array;
  readonly serial: number;
  readonly packet?: { readonly total: number; readonly index: number } | null;
}

/** The longest header: version octet, 10 octets of number, sub-packet item. */
export const MAX_HEADER_BYTES = 21;

/** Header and body, before check octet and escapes, at the start of `out`; returns their length. `body` has at most 1023 octets. */
export function putMessage(out: Uint8Array, header: OutgoingHeader, body: Uint8Array): number {
  const packet = header.packet ?? null;
  const phoneStart = header.version === null ? 4 : 5;
  const serialAt = phoneStart + header.phone.length;
  const bodyAt = serialAt + (packet ? 6 : 2);
  const word = (at: number, value: number): void => {
    out[at] = value >>> 8;
    out[at + 1] = value;
  };
  word(0, header.id);
  word(2, body.length | (header.version === null ? 0 : 0x4000) | (packet ? 0x2000 : 0));
  if (header.version !== null) out[4] = header.version;
  out.set(header.phone, phoneStart);
  word(serialAt, header.serial);
  if (packet) {
    word(serialAt + 2, packet.total);
    word(serialAt + 4, packet.index);
  }
  out.set(body, bodyAt);
  return bodyAt + body.length;
}

/** The same as bytes of their own. */
export function joinHeader(header: OutgoingHeader, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(MAX_HEADER_BYTES + body.length);
  return out.subarray(0, putMessage(out, header, body));
}

/**
 * The identities that a terminal number may stand for, best first: without leading zeros, as it came; a number that is not
 * decimal is the 14-digit body of an IMEI as a 48-bit integer, its check digit left out.
 */
export function deviceIdsOf(phone: Uint8Array): readonly string[] {
  const digits = toHex(phone);
  if (/^\d+$/.test(digits)) {
    const stripped = digits.replace(/^0+(?=\d)/, '');
    return stripped === digits ? [digits] : [stripped, digits];
  }
  if (phone.length !== 6) return [digits];
  const view = new DataView(phone.buffer, phone.byteOffset, phone.byteLength);
  const body = String(view.getUint16(0) * 0x1_0000_0000 + view.getUint32(2));
  const imei = body + String(luhnDigit(body));
  return imei.length === 15 ? [imei, imei.slice(-12), digits] : [imei, digits];
}
