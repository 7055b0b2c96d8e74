import { ByteWriter, crc16Ibm, DecodeError } from '@sightline/codec';

/** Data length (codec ... second count) that is accepted. Devices send about 1.3 kB; the bound leaves room. */
export const MAX_DATA_BYTES = 16_384;

export const CODECS = new Set([0x07, 0x08, 0x8e, 0x10, 0x0c, 0x0d, 0x0e, 0x0f]);

/** IMEI texts of the login and of datagrams. */
const IDENTITY = { min: 10, max: 20 } as const;

export type PacketKind = 'login' | 'ping' | 'data' | 'datagram';

export interface PacketStart {
  readonly kind: PacketKind;
  readonly total: number;
}

const digit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/**
 * What begins at `at`: a packet with its size, `null` = no packet, `'more'` = too few bytes to tell.
 * Login `000F` IMEI; data `00000000` length codec; datagram length id 01 avl-id `000F` IMEI; ping `FF`.
 */
export function startOf(bytes: Uint8Array, at: number, end: number): PacketStart | null | 'more' {
  const left = end - at;
  if (left < 1) return 'more';
  if (bytes[at] === 0xff) return { kind: 'ping', total: 1 };
  if (left < 2) return bytes[at]! <= 0x40 ? 'more' : null;
  const length = (bytes[at]! << 8) | bytes[at + 1]!;
  if (length === 0) return dataStart(bytes, at, left);
  if (length >= IDENTITY.min && length <= IDENTITY.max) {
    if (left < 3) return 'more';
    if (digit(bytes[at + 2]!)) return identityStart(bytes, at, left, length);
  }
  return datagramStart(bytes, at, left, length);
}

function identityStart(bytes: Uint8Array, at: number, left: number, length: number): PacketStart | null | 'more' {
  for (let i = 2; i < 2 + length; i++) {
    if (i >= left) return 'more';
    if (!digit(bytes[at + i]!)) return null;
  }
  return { kind: 'login', total: 2 + length };
}

function dataStart(bytes: Uint8Array, at: number, left: number): PacketStart | null | 'more' {
  for (let i = 2; i < Math.min(4, left); i++) if (bytes[at + i] !== 0) return null;
  if (left < 9) return left >= 6 && (bytes[at + 4]! | bytes[at + 5]!) > 0x40 ? null : 'more';
  const length = ((bytes[at + 4]! << 24) | (bytes[at + 5]! << 16) | (bytes[at + 6]! << 8) | bytes[at + 7]!) >>> 0;
  if (length < 3 || length > MAX_DATA_BYTES || !CODECS.has(bytes[at + 8]!)) return null;
  return { kind: 'data', total: 12 + length };
}

const DATAGRAM_HEAD = 8;

function datagramStart(bytes: Uint8Array, at: number, left: number, length: number): PacketStart | null | 'more' {
  if (length < DATAGRAM_HEAD + IDENTITY.min || length > MAX_DATA_BYTES) return null;
  if (left > 4 && bytes[at + 4] !== 1) return null;
  if (left > 6 && bytes[at + 6] !== 0) return null;
  if (left > 7 && (bytes[at + 7]! < IDENTITY.min || bytes[at + 7]! > IDENTITY.max)) return null;
  if (left > 8 && !digit(bytes[at + 8]!)) return null;
  return left > 8 ? { kind: 'datagram', total: 2 + length } : 'more';
}

/** Envelope around a codec's bytes: preamble, length, data, CRC-16/IBM over the data. */
export function encodePacket(data: Uint8Array): Uint8Array {
  return new ByteWriter(data.length + 12).u32(0).u32(data.length).raw(data).u32(crc16Ibm(data)).finish();
}

/** The codec's bytes within a data packet, and what is wrong with the envelope. */
export interface DataRange {
  readonly start: number;
  /** Behind the second count. */
  readonly end: number;
  readonly error?: DecodeError;
}

export function dataRange(frame: Uint8Array): DataRange {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < 15)
    throw new DecodeError('truncated', `a data packet has at least 15 bytes, got ${frame.length}`, frame.length, 'packet');
  const declared = view.getUint32(4);
  const end = 8 + declared;
  if (end + 4 !== frame.length) {
    const error = new DecodeError('length', `data length ${declared} in a packet of ${frame.length} bytes`, 4, 'dataLength');
    return { start: 8, end: Math.min(end, frame.length), error };
  }
  const got = view.getUint32(end);
  const want = crc16Ibm(frame, 8, end);
  if (got === want) return { start: 8, end };
  const shown = (value: number): string => value.toString(16).padStart(8, '0');
  return { start: 8, end, error: new DecodeError('checksum', `CRC is ${shown(got)}, the bytes give ${shown(want)}`, end, 'crc') };
}
