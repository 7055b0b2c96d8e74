import { MAX_INTEGER, hasBit, type ByteReader, type ByteWriter } from './byte-stream.ts';

/**
 * Scales that measured numbers come in; a column uses the first that gives back every value to the bit, else it holds
 * raw doubles. 1 800 000 is the GT06 family's (1/30 000 of a minute). Stored by index: only append.
 */
const SCALES = [1, 10, 100, 1000, 1e5, 1e6, 1e7, 1_800_000, 1e4] as const;

const KIND_EMPTY = 0;
const KIND_SCALED = 1;
const KIND_RAW = 2;
const HAS_NULLS = 0x80;

const isScaled = (value: number, scale: number): boolean => {
  const integer = Math.round(value * scale);
  // -0 has no integer; it goes with the raw doubles.
  return Math.abs(integer) <= MAX_INTEGER && integer / scale === value && !Object.is(value, -0);
};

function scaleOf(values: Float64Array): number {
  for (let index = 0; index < SCALES.length; index++) {
    const scale = SCALES[index] ?? 1;
    let fits = true;
    for (let row = 0; row < values.length && fits; row++) {
      const value = values[row] as number;
      fits = Number.isNaN(value) || isScaled(value, scale);
    }
    if (fits) return index;
  }
  return -1;
}

/**
 * Writes a column of numbers; NaN stands for null. Layout: kind (bit 7: nulls follow as a bit set), scale index,
 * zigzag varint differences of the scaled integers; or raw little-endian doubles.
 */
export function writeNumbers(out: ByteWriter, values: Float64Array): void {
  let nulls = 0;
  for (const value of values) if (Number.isNaN(value)) nulls++;
  if (nulls === values.length) {
    out.byte(KIND_EMPTY);
    return;
  }
  const scaleIndex = scaleOf(values);
  out.byte((scaleIndex < 0 ? KIND_RAW : KIND_SCALED) | (nulls > 0 ? HAS_NULLS : 0));
  if (nulls > 0) out.bits(values.length, (row) => Number.isNaN(values[row]));
  if (scaleIndex < 0) {
    for (const value of values) if (!Number.isNaN(value)) out.float64(value);
    return;
  }
  out.byte(scaleIndex);
  const scale = SCALES[scaleIndex] ?? 1;
  let before = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const integer = Math.round(value * scale);
    out.signed(integer - before);
    before = integer;
  }
}

/** Reads a column of `count` numbers. @throws ChunkError */
export function readNumbers(input: ByteReader, count: number): Float64Array {
  const values = new Float64Array(count);
  const kind = input.byte();
  if (kind === KIND_EMPTY) return values.fill(Number.NaN);
  const nulls = (kind & HAS_NULLS) === 0 ? null : input.bits(count);
  switch (kind & ~HAS_NULLS) {
    case KIND_RAW:
      for (let row = 0; row < count; row++) values[row] = nulls !== null && hasBit(nulls, row) ? Number.NaN : input.float64();
      return values;
    case KIND_SCALED: {
      const scale = SCALES[input.byte()];
      if (scale === undefined) input.fail('unknown scale');
      input.sums(values, scale, nulls);
      return values;
    }
    default:
      return input.fail(`unknown column kind ${kind}`);
  }
}
