import { DecodeError } from '@sightline/codec';

const STEPS = Int16Array.of(
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  16,
  17,
  19,
  21,
  23,
  25,
  28,
  31,
  34,
  37,
  41,
  45,
  50,
  55,
  60,
  66,
  73,
  80,
  88,
  97,
  107,
  118,
  130,
  143,
  157,
  173,
  190,
  209,
  230,
  253,
  279,
  307,
  337,
  371,
  408,
  449,
  494,
  544,
  598,
  658,
  724,
  796,
  876,
  963,
  1060,
  1166,
  1282,
  1411,
  1552,
  1707,
  1878,
  2066,
  2272,
  2499,
  2749,
  3024,
  3327,
  3660,
  4026,
  4428,
  4871,
  5358,
  5894,
  6484,
  7132,
  7845,
  8630,
  9493,
  10442,
  11487,
  12635,
  13899,
  15289,
  16818,
  18500,
  20350,
  22385,
  24623,
  27086,
  29794,
  32767,
);
const INDEX_CHANGE = [-1, -1, -1, -1, 2, 4, 6, 8] as const;

export interface AdpcmState {
  /** 16 bits. */
  predictor: number;
  /** 0 to 88. */
  index: number;
}

const clamp = (value: number, low: number, high: number): number => (value < low ? low : value > high ? high : value);

function step(state: AdpcmState, code: number): number {
  const size = STEPS[state.index]!;
  let change = size >> 3;
  if (code & 4) change += size;
  if (code & 2) change += size >> 1;
  if (code & 1) change += size >> 2;
  state.predictor = clamp(state.predictor + (code & 8 ? -change : change), -32_768, 32_767);
  state.index = clamp(state.index + INDEX_CHANGE[code & 7]!, 0, STEPS.length - 1);
  return state.predictor;
}

/**
 * A block of IMA ADPCM as cameras send it: predictor (16 bits, little-endian), step index, a reserved octet, then two samples an octet,
 * the high nibble first (WAV files have the low one first). Gives the samples and the state at the end. @throws DecodeError.
 */
export function decodeAdpcm(block: Uint8Array): { samples: Int16Array; state: AdpcmState } {
  if (block.length < 4) throw new DecodeError('truncated', 'a block of ADPCM begins with four octets of state', block.length, 'state');
  const state: AdpcmState = { predictor: ((block[0]! | (block[1]! << 8)) << 16) >> 16, index: block[2]! };
  if (state.index >= STEPS.length) throw new DecodeError('bad-value', `a step index of ${state.index}`, 2, 'index');
  const samples = new Int16Array((block.length - 4) * 2);
  for (let i = 4, n = 0; i < block.length; i++) {
    samples[n++] = step(state, block[i]! >> 4);
    samples[n++] = step(state, block[i]! & 15);
  }
  return { samples, state };
}

/** A block from samples (an even number); `state` goes on from block to block. */
export function encodeAdpcm(samples: Int16Array, state: AdpcmState): Uint8Array {
  const block = new Uint8Array(4 + (samples.length >> 1));
  block[0] = state.predictor & 0xff;
  block[1] = (state.predictor >> 8) & 0xff;
  block[2] = state.index;
  for (let i = 0; i + 1 < samples.length; i += 2) {
    const high = codeOf(state, samples[i]!);
    block[4 + (i >> 1)] = (high << 4) | codeOf(state, samples[i + 1]!);
  }
  return block;
}

function codeOf(state: AdpcmState, sample: number): number {
  const size = STEPS[state.index]!;
  let distance = sample - state.predictor;
  let code = 0;
  if (distance < 0) {
    code = 8;
    distance = -distance;
  }
  for (let bit = 4, part = size; bit > 0; bit >>= 1, part >>= 1) {
    if (distance >= part) {
      code |= bit;
      distance -= part;
    }
  }
  step(state, code);
  return code;
}
