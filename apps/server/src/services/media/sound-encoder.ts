import {
  encodeAdpcm,
  encodeAlaw,
  encodeUlaw,
  G726Encoder,
  g726Bits,
  PAYLOAD,
  withHisiliconHeader,
  type AdpcmState,
} from '@sightline/media';
import type { SoundHabit } from './sound.ts';

/** Of every device: samples a second, one channel. */
export const TALK_RATE = 8_000;

/** What a device is sent that has told nothing of itself: what all of them can. 40 ms. */
export const PLAIN_HABIT: SoundHabit = { payloadType: PAYLOAD.g711a, hisilicon: false, blockBytes: 320 };

/** Codes of 0x1003 (JT/T 1078-2016 table 2) and the form of a block of 40 ms; null for a codec that is not made here. */
export function habitOfAttributes(audioCodec: unknown, frameLength: unknown): SoundHabit | null {
  const form = { hisilicon: false, payloadType: Number(audioCodec) };
  switch (audioCodec) {
    case PAYLOAD.g711a:
    case PAYLOAD.g711u:
      return { ...form, blockBytes: Number(frameLength) };
    case PAYLOAD.adpcm:
      return { ...form, blockBytes: ADPCM_HEAD + USUAL_SAMPLES / 2 };
    case PAYLOAD.g726:
      // 32 kbit/s, the one that devices without a word about it mean.
      return { ...form, blockBytes: USUAL_SAMPLES / 2 };
    default:
      return null;
  }
}

/** Blocks of other lengths are no blocks: 10 ms, and what fits into one packet (JT/T 1078-2016 §5.5.3). */
const MIN_SAMPLES = 80;
const MAX_SAMPLES = 900;
const USUAL_SAMPLES = 320;
/** Octets of state in front of a block of ADPCM. */
const ADPCM_HEAD = 4;

const usable = (samples: number): number =>
  samples >= MIN_SAMPLES && samples <= MAX_SAMPLES && samples % 2 === 0 ? samples : USUAL_SAMPLES;

type Encode = (samples: Int16Array) => Uint8Array;

function encoding({ payloadType, blockBytes }: SoundHabit): { samples: number; encode: Encode } | null {
  switch (payloadType) {
    case PAYLOAD.g711a:
      return { samples: usable(blockBytes), encode: encodeAlaw };
    case PAYLOAD.g711u:
      return { samples: usable(blockBytes), encode: encodeUlaw };
    case PAYLOAD.adpcm: {
      const state: AdpcmState = { predictor: 0, index: 0 };
      return { samples: usable((blockBytes - ADPCM_HEAD) * 2), encode: (samples) => encodeAdpcm(samples, state) };
    }
    case PAYLOAD.g726: {
      const bits = g726Bits(blockBytes);
      if (bits === null) return null;
      const encoder = new G726Encoder(bits);
      return { samples: USUAL_SAMPLES, encode: (samples) => encoder.encode(samples) };
    }
    default:
      return null;
  }
}

/** Makes sound in the way in which a device sends its own. */
export class SoundEncoder {
  private constructor(
    readonly habit: SoundHabit,
    /** Of a block, {@link TALK_RATE} a second. */
    readonly blockSamples: number,
    private readonly encodeBlock: Encode,
  ) {}

  /** Null for what cannot be made here, such as AAC. */
  static of(habit: SoundHabit): SoundEncoder | null {
    const found = encoding(habit);
    return found && new SoundEncoder(habit, found.samples, found.encode);
  }

  get blockMs(): number {
    return (this.blockSamples * 1000) / TALK_RATE;
  }

  /** The body of a packet from {@link blockSamples} samples. */
  encode(samples: Int16Array): Uint8Array {
    const block = this.encodeBlock(samples);
    return this.habit.hisilicon ? withHisiliconHeader(block) : block;
  }
}
