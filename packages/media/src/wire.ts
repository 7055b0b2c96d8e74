import { DecodeError } from '@sightline/codec';

/** What a message of the media socket carries. */
export const WIRE_TYPE = { h264: 1, h265: 2, pcm: 3, aac: 4 } as const;
export type WireType = (typeof WIRE_TYPE)[keyof typeof WIRE_TYPE];

export interface WireFrame {
  readonly type: WireType;
  /** Decoding can begin here. Audio: always. */
  readonly key: boolean;
  /** Frames before this one were left out for this viewer. */
  readonly afterGap: boolean;
  /** Counts the frames of the publisher, 32 bits. */
  readonly number: number;
  /** ms on the publisher's line. */
  readonly timestampMs: number;
  /** H.264, H.265: Annex B. PCM: 16-bit samples, little-endian, 8000 a second, mono. AAC: AudioSpecificConfig of two octets, then the frame. */
  readonly data: Uint8Array;
}

export const WIRE_HEAD_BYTES = 16;

/** Type, flags, two octets for later, number, time stamp (64 bits), all big-endian; then the data. */
export function encodeWireFrame(frame: WireFrame): Uint8Array {
  const out = new Uint8Array(WIRE_HEAD_BYTES + frame.data.length);
  const view = new DataView(out.buffer);
  out[0] = frame.type;
  out[1] = (frame.key ? 1 : 0) | (frame.afterGap ? 2 : 0);
  view.setUint32(4, frame.number >>> 0);
  view.setBigUint64(8, BigInt(Math.max(0, Math.round(frame.timestampMs))));
  out.set(frame.data, WIRE_HEAD_BYTES);
  return out;
}

/** @throws DecodeError for anything that is no message of this socket. */
export function decodeWireFrame(bytes: Uint8Array): WireFrame {
  if (bytes.length < WIRE_HEAD_BYTES) throw new DecodeError('truncated', 'a media message has a head of 16 octets', bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = bytes[0]!;
  if (type < WIRE_TYPE.h264 || type > WIRE_TYPE.aac) throw new DecodeError('unsupported', `media message of type ${type}`, 0, 'type');
  return {
    type: type as WireType,
    key: (bytes[1]! & 1) !== 0,
    afterGap: (bytes[1]! & 2) !== 0,
    number: view.getUint32(4),
    timestampMs: Number(view.getBigUint64(8)),
    data: bytes.subarray(WIRE_HEAD_BYTES),
  };
}
