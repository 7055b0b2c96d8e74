import { ByteWriter, crc16X25, DecodeError } from '@sightline/codec';

/** Longest frame that is accepted, start and stop included; the largest documented content is a 1024-byte photo part. */
export const MAX_FRAME_BYTES = 8192;
/** 7878, length, number, serial, CRC, 0D0A. */
export const MIN_FRAME_BYTES = 10;

/** Numbers whose frames may come without serial and CRC, the length byte counting access points (WIFI, BCD time). */
export const isBareWifiNumber = (number: number): boolean => number === 0x17 || number === 0x69;

export interface Envelope {
  readonly start: 0x7878 | 0x7979;
  /** The packet number ("protocol number"). */
  readonly number: number;
  /** Range of the content (between number and serial) within the frame. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** null for frames that carry no serial and no CRC. */
  readonly serial: number | null;
  /** The length byte of a bare WIFI frame is a count; elsewhere it is the declared length. */
  readonly declaredLength: number;
  /** The checksum or length complaint, when the content is readable nevertheless. */
  readonly error?: DecodeError;
}

/** Start bytes at `at`, or null. */
export function startAt(bytes: Uint8Array, at: number): 0x7878 | 0x7979 | null {
  if (bytes[at] === 0x78 && bytes[at + 1] === 0x78) return 0x7878;
  if (bytes[at] === 0x79 && bytes[at + 1] === 0x79) return 0x7979;
  return null;
}

/** Whole frame size that the length field at `at` declares; needs 4 octets after `at`. */
export function declaredTotal(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0x78 ? bytes[at + 2]! + 5 : ((bytes[at + 2]! << 8) | bytes[at + 3]!) + 6;
}

/** Offset of the packet number relative to the start. */
export const numberOffset = (start: 0x7878 | 0x7979): number => (start === 0x7878 ? 3 : 4);

/** CRC-16/X-25 over length ... serial of a frame that is `total` octets long, against the two octets before the stop. */
export function checksumMatches(bytes: Uint8Array, total: number): boolean {
  if (total < MIN_FRAME_BYTES) return false;
  return crc16X25(bytes, 2, total - 4) === ((bytes[total - 4]! << 8) | bytes[total - 3]!);
}

/**
 * Size of a bare WIFI frame `7878 n 17|69 date[6] n x {mac[6], rssi} m mcc[2] mnc m x {lac[2], ci[2], rssi} 0D0A`
 * as its counts tell it; null when it is not one or too little of it is there.
 */
export function bareWifiTotal(bytes: Uint8Array, available: number): number | null {
  if (bytes[0] !== 0x78 || available < 4 || !isBareWifiNumber(bytes[3]!)) return null;
  const cellCountAt = 10 + 7 * bytes[2]!;
  if (available <= cellCountAt) return null;
  return cellCountAt + 1 + 3 + 5 * bytes[cellCountAt]! + 2;
}

/**
 * Reads the envelope. The content is delimited by the real end of the frame, since clones send wrong lengths.
 * @throws DecodeError when not even the envelope can be read.
 */
export function readEnvelope(frame: Uint8Array): Envelope {
  const start = startAt(frame, 0);
  if (start === null) throw new DecodeError('framing', 'the frame does not begin with 7878 or 7979', 0, 'start');
  if (frame.length < MIN_FRAME_BYTES) {
    throw new DecodeError('truncated', `a frame has at least ${MIN_FRAME_BYTES} bytes, got ${frame.length}`, frame.length, 'frame');
  }
  const total = frame.length;
  if (frame[total - 2] !== 0x0d || frame[total - 1] !== 0x0a) {
    throw new DecodeError('truncated', 'the frame does not end with 0d0a', total - 2, 'stop');
  }
  const at = numberOffset(start);
  const number = frame[at]!;
  const declared = declaredTotal(frame, 0);
  const declaredLength = start === 0x7878 ? frame[2]! : (frame[2]! << 8) | frame[3]!;
  if (declared !== total && bareWifiTotal(frame, total) === total) {
    return { start, number, contentStart: 4, contentEnd: total - 2, serial: null, declaredLength };
  }
  const contentEnd = total - 6;
  if (contentEnd < at + 1) throw new DecodeError('truncated', 'no room for serial and checksum', at + 1, 'serial');
  const serial = (frame[contentEnd]! << 8) | frame[contentEnd + 1]!;
  const envelope = { start, number, contentStart: at + 1, contentEnd, serial, declaredLength };
  if (checksumMatches(frame, total)) return envelope;
  const got = ((frame[total - 4]! << 8) | frame[total - 3]!).toString(16).padStart(4, '0');
  const want = crc16X25(frame, 2, total - 4)
    .toString(16)
    .padStart(4, '0');
  return { ...envelope, error: new DecodeError('checksum', `CRC is ${got}, the bytes give ${want}`, total - 4, 'crc') };
}

/** Builds a frame with length, serial and CRC; a content over 250 octets, or `start` 0x7979, gives the long form. */
export function encodeFrame(number: number, content: Uint8Array, serial: number, start?: 0x7878 | 0x7979): Uint8Array {
  const length = content.length + 5;
  const long = start === 0x7979 || length > 0xff;
  const writer = new ByteWriter(length + 6).u16(long ? 0x7979 : 0x7878);
  if (long) writer.u16(length);
  else writer.u8(length);
  writer.u8(number).raw(content).u16(serial);
  const body = writer.finish();
  return writer.u16(crc16X25(body, 2)).u16(0x0d0a).finish();
}
