import { DecodeError } from '@sightline/codec';
import type { DeviceMedia } from '../protocol.ts';
import { BASIC_LOCATION_SIZE, decodeLocation, type LocationContext } from './location.ts';

/** Media id, kind, format, event, channel. */
const HEAD_SIZE = 8;
/** JT/T 808-2013 §8.52 table 82. */
const KINDS = ['picture', 'sound', 'video'] as const;

/** ISO/IEC 10918-1 B.1.1.3: SOI and the first octet of the next marker. */
const isJpegAt = (b: Uint8Array, at: number): boolean => b[at] === 0xff && b[at + 1] === 0xd8 && b[at + 2] === 0xff;

/**
 * The file in the body of 0x0801, `bytes[start, end)`: 8 octets about it, in 2013 and 2019 a location of 28, the file. 2011 has no location: seen by
 * a picture that begins where it would stand. JT/T 808-2013 §8.54.
 */
export function mediaOf(
  bytes: Uint8Array,
  start: number,
  end: number,
  context: LocationContext,
): { readonly media: DeviceMedia | null; readonly error: DecodeError | null } {
  if (end - start <= HEAD_SIZE) {
    const error = new DecodeError('truncated', `media data need more than ${HEAD_SIZE} bytes, ${end - start} left`, start, 'data');
    return { media: null, error };
  }
  const bare = start + HEAD_SIZE;
  const placed = bare + BASIC_LOCATION_SIZE;
  const hasLocation = end > placed && (isJpegAt(bytes, placed) || !isJpegAt(bytes, bare));
  const location = hasLocation ? decodeLocation(bytes, bare, placed, context) : null;
  return {
    media: {
      mediaId: mediaIdOf(bytes, start),
      kind: KINDS[bytes[start + 4]!] ?? 'other',
      eventCode: bytes[start + 6]!,
      channel: bytes[start + 7]!,
      fix: location?.fix ?? null,
      data: bytes.subarray(hasLocation ? placed : bare, end),
    },
    error: location?.error ?? null,
  };
}

/** The first four octets of media data. */
export const mediaIdOf = (b: Uint8Array, at: number): number =>
  ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;
