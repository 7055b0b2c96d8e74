import { DecodeError } from '@sightline/codec';
import { BitReader } from '../video/bit-reader.ts';

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350] as const;
/** A block holds a few frames; a hostile one could be nothing but headers. */
const MAX_FRAMES = 64;

export interface AacFrame {
  /** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1), as decoders want it. */
  readonly config: Uint8Array;
  /** `mp4a.40.2` and so on. */
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** Without the ADTS header. */
  readonly data: Uint8Array;
}

export const isAdts = (bytes: Uint8Array): boolean => bytes.length >= 7 && bytes[0] === 0xff && (bytes[1]! & 0xf6) === 0xf0;

/** The frames of a block of AAC with ADTS headers (ISO/IEC 13818-7 §6.2). @throws DecodeError. */
export function adtsFrames(bytes: Uint8Array): AacFrame[] {
  const frames: AacFrame[] = [];
  for (let at = 0; at < bytes.length && frames.length < MAX_FRAMES;) {
    if (!isAdts(bytes.subarray(at))) throw new DecodeError('framing', 'no ADTS header', at, 'syncword');
    const objectType = (bytes[at + 2]! >> 6) + 1;
    const rateIndex = (bytes[at + 2]! >> 2) & 15;
    const channels = ((bytes[at + 2]! & 1) << 2) | (bytes[at + 3]! >> 6);
    const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    const head = bytes[at + 1]! & 1 ? 7 : 9;
    const sampleRate = RATES[rateIndex];
    if (sampleRate === undefined) throw new DecodeError('bad-value', `rate index ${rateIndex}`, at + 2, 'samplingFrequencyIndex');
    if (length <= head || at + length > bytes.length)
      throw new DecodeError('length', `an ADTS frame of ${length} octets`, at + 3, 'frameLength');
    frames.push({
      config: Uint8Array.of((objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)),
      codec: `mp4a.40.${objectType}`,
      sampleRate,
      channels,
      data: bytes.subarray(at + head, at + length),
    });
    at += length;
  }
  return frames;
}

/** What an ADTS header says of the frame behind it. */
export interface AudioConfiguration {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** Object types that announce a higher rate by what is behind them: SBR, PS. Decoders find that in the frames as well. */
const EXTENSIONS = new Set([5, 29]);
const OWN_RATE = 15;

/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1) as far as ADTS can say it. @throws DecodeError for what it cannot. */
export function audioConfiguration(bytes: Uint8Array): AudioConfiguration {
  const r = new BitReader(bytes);
  let objectType = r.bits(5);
  const rateIndex = rateIndexOf(r);
  const channels = r.bits(4);
  if (EXTENSIONS.has(objectType)) {
    rateIndexOf(r);
    objectType = r.bits(5);
  }
  if (objectType < 1 || objectType > 4) throw new DecodeError('unsupported', `AAC of object type ${objectType}`, 0, 'audioObjectType');
  if (channels < 1 || channels > 7) throw new DecodeError('unsupported', `${channels} channels of sound`, 0, 'channelConfiguration');
  return { objectType, rateIndex, channels };
}

function rateIndexOf(r: BitReader): number {
  const index = r.bits(4);
  const found = index === OWN_RATE ? RATES.indexOf(r.bits(24) as (typeof RATES)[number]) : index;
  if (RATES[found] === undefined) throw new DecodeError('bad-value', 'a rate that has no index', 0, 'samplingFrequencyIndex');
  return found;
}

const HEADER_BYTES = 7;
const MAX_FRAME = 0x1fff;

/** A frame with an ADTS header in front (ISO/IEC 13818-7 §6.2), without a check value. @throws DecodeError for one of 8 kB and more. */
export function adtsFrame({ objectType, rateIndex, channels }: AudioConfiguration, data: Uint8Array): Uint8Array {
  const length = HEADER_BYTES + data.length;
  if (length > MAX_FRAME) throw new DecodeError('too-long', `a frame of AAC with ${data.length} octets`, 0, 'frameLength');
  const out = new Uint8Array(length);
  out.set([
    0xff,
    0xf1,
    ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  out.set(data, HEADER_BYTES);
  return out;
}
