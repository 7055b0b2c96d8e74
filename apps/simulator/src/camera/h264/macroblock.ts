import type { BitWriter } from './bit-writer.ts';
import { writeLevels } from './cavlc.ts';
import type { Picture } from './picture.ts';

const clip = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Place in the 4x4 of the n-th coefficient (figure 8-8 a). */
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

const block = new Int32Array(16);
const scanned = new Int32Array(16);
const chromaLevels = [new Int32Array(4), new Int32Array(4)] as const;
const prediction = new Int32Array(4);

/** Four numbers at a distance, by the matrix of (8-328), which is its own inverse but for a factor. */
function hadamard4(values: Int32Array, at: number, step: number): void {
  const a = values[at]!;
  const b = values[at + step]!;
  const c = values[at + 2 * step]!;
  const d = values[at + 3 * step]!;
  values[at] = a + b + c + d;
  values[at + step] = a + b - c - d;
  values[at + 2 * step] = a - b - c + d;
  values[at + 3 * step] = a - b + c - d;
}
function hadamard4x4(values: Int32Array): void {
  for (let i = 0; i < 4; i++) hadamard4(values, 4 * i, 1);
  for (let i = 0; i < 4; i++) hadamard4(values, i, 4);
}

/** The mean of what is left of and above the macroblock (Intra_16x16_DC, §8.3.3.3). */
function lumaPrediction(shown: Picture, x: number, y: number): number {
  const stride = 4 * shown.columns;
  const at = 4 * y * stride + 4 * x;
  let left = 0;
  let above = 0;
  for (let i = 0; i < 4; i++) {
    if (x > 0) left += 4 * shown.luma[at + i * stride - 1]!;
    if (y > 0) above += 4 * shown.luma[at - stride + i]!;
  }
  if (x > 0 && y > 0) return (left + above + 16) >> 5;
  return x > 0 || y > 0 ? (left + above + 8) >> 4 : 128;
}

/** Levels of the luma DC into `scanned`; `shown` becomes what a decoder makes of them. */
function codeLuma(target: Picture, shown: Picture, x: number, y: number): void {
  const stride = 4 * shown.columns;
  const at = 4 * y * stride + 4 * x;
  const predicted = lumaPrediction(shown, x, y);
  for (let i = 0; i < 16; i++) block[i] = target.luma[at + (i >> 2) * stride + (i & 3)]! - predicted;
  hadamard4x4(block);
  for (let i = 0; i < 16; i++) block[i] = Math.round(block[i]! / 16);
  for (let i = 0; i < 16; i++) scanned[i] = block[ZIGZAG[i]!]!;
  hadamard4x4(block);
  for (let i = 0; i < 16; i++) shown.luma[at + (i >> 2) * stride + (i & 3)] = clip(predicted + block[i]!);
}

/** The means that predict the four blocks of a chroma plane (Intra_Chroma_DC, §8.3.4). */
function predictChroma(plane: Uint8Array, stride: number, x: number, y: number): void {
  const at = 2 * y * stride + 2 * x;
  for (let i = 0; i < 4; i++) {
    const [bx, by] = [i & 1, i >> 1];
    const left = x > 0 ? plane[at + by * stride - 1]! : -1;
    const above = y > 0 ? plane[at - stride + bx]! : -1;
    // The blocks off the diagonal look at their own side first.
    if (bx === 1 && by === 0 && above >= 0) prediction[i] = above;
    else if (bx === 0 && by === 1 && left >= 0) prediction[i] = left;
    else if (left >= 0 && above >= 0) prediction[i] = (left + above + 1) >> 1;
    else prediction[i] = left >= 0 ? left : above >= 0 ? above : 128;
  }
}

/** Levels of a chroma DC into `out`; false when there are none. */
function codeChroma(target: Uint8Array, shown: Uint8Array, stride: number, x: number, y: number, out: Int32Array): boolean {
  const at = 2 * y * stride + 2 * x;
  predictChroma(shown, stride, x, y);
  const [a, b, c, d] = [0, 1, stride, stride + 1].map((tile, i) => target[at + tile]! - prediction[i]!) as [number, number, number, number];
  out[0] = Math.round((a + b + c + d) / 8);
  out[1] = Math.round((a - b + c - d) / 8);
  out[2] = Math.round((a + b - c - d) / 8);
  out[3] = Math.round((a - b - c + d) / 8);
  for (let i = 0; i < 4; i++) {
    const [sx, sy] = [i & 1 ? -1 : 1, i >> 1 ? -1 : 1];
    const residual = 2 * (out[0] + sx * out[1] + sy * out[2] + sx * sy * out[3]);
    shown[at + (i >> 1) * stride + (i & 1)] = clip(prediction[i]! + residual);
  }
  return (out[0] | out[1] | out[2] | out[3]) !== 0;
}

/** mb_type of Intra 16x16 with prediction by the mean and no AC levels (table 7-11); in P pictures five more (table 7-13). */
const INTRA_16X16_DC = 3;
const WITH_CHROMA_DC = 4;
const IN_P_PICTURE = 5;

/** Writes the macroblock at (`x`, `y`) of `target` (macroblock_layer, §7.3.5) and puts into `shown` what a decoder shows of it. */
export function writeMacroblock(bits: BitWriter, target: Picture, shown: Picture, x: number, y: number, key: boolean): void {
  const stride = 2 * shown.columns;
  codeLuma(target, shown, x, y);
  const cb = codeChroma(target.cb, shown.cb, stride, x, y, chromaLevels[0]);
  const cr = codeChroma(target.cr, shown.cr, stride, x, y, chromaLevels[1]);
  const coloured = cb || cr;
  bits.unsigned(INTRA_16X16_DC + (coloured ? WITH_CHROMA_DC : 0) + (key ? 0 : IN_P_PICTURE));
  bits.unsigned(0); // intra_chroma_pred_mode: DC
  bits.signed(0); // mb_qp_delta
  writeLevels(bits, scanned);
  if (coloured) for (const levels of chromaLevels) writeLevels(bits, levels);
}
