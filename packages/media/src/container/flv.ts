import { concatenated, u32 } from './boxes.ts';

/** Tags of an FLV stream (Adobe Video File Format Specification 10.1, annex E), for players outside. */
const TAG = { audio: 8, video: 9 } as const;
/** AudioTagHeader: AAC, 44 kHz, 16 bits, stereo - decoders of AAC take rate and channels from its configuration. */
const AAC_HEAD = 0xaf;
/** CodecID of H.265, as the encoders and players that speak it agreed. */
const CODEC_ID = { avc: 7, hevc: 12 } as const;

/** The header of a stream and the size of the tag before it, which is none. */
export const flvHeader = (audio: boolean): Uint8Array => Uint8Array.of(0x46, 0x4c, 0x56, 1, audio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0);

function tag(type: number, timeMs: number, ...parts: (Uint8Array | number[])[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const time = Math.round(timeMs) >>> 0;
  const head = [
    type,
    (size >> 16) & 0xff,
    (size >> 8) & 0xff,
    size & 0xff,
    (time >> 16) & 0xff,
    (time >> 8) & 0xff,
    time & 0xff,
    time >>> 24,
    0,
    0,
    0,
  ];
  return concatenated([Uint8Array.from(head), ...parts.map((part) => Uint8Array.from(part)), Uint8Array.from(u32(11 + size))]);
}

export type FlvVideo = keyof typeof CODEC_ID;

/** The decoder's configuration: in front of the first picture, and again when it changes. */
export const flvVideoConfiguration = (codec: FlvVideo, timeMs: number, configuration: Uint8Array): Uint8Array =>
  tag(TAG.video, timeMs, [0x10 | CODEC_ID[codec], 0, 0, 0, 0], configuration);

/** One picture of length-prefixed units. */
export const flvVideo = (codec: FlvVideo, timeMs: number, key: boolean, units: Uint8Array): Uint8Array =>
  tag(TAG.video, timeMs, [(key ? 0x10 : 0x20) | CODEC_ID[codec], 1, 0, 0, 0], units);

export const flvAudioConfiguration = (timeMs: number, configuration: Uint8Array): Uint8Array =>
  tag(TAG.audio, timeMs, [AAC_HEAD, 0], configuration);

/** One frame of AAC without ADTS. */
export const flvAudio = (timeMs: number, data: Uint8Array): Uint8Array => tag(TAG.audio, timeMs, [AAC_HEAD, 1], data);
