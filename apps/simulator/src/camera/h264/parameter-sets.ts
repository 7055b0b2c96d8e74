import { H264_NAL } from '@sightline/media';
import { BitWriter, nalUnit } from './bit-writer.ts';

/** Bits of frame_num. */
export const FRAME_NUMBER_BITS = 8;
/** At this quantiser a level of the luma DC is a step of one in brightness, and one of the chroma DC a step of two. */
export const QUANTISER = 28;

/** Level 2 is enough for 352x288 at 15 pictures a second, level 3 for 704x576 (table A-1). */
const levelOf = (macroblocks: number): number => (macroblocks <= 396 ? 20 : 30);

/** A sequence parameter set: constrained baseline, pictures in the order of their decoding, one reference. §7.3.2.1.1. */
export function sequenceParameterSet(columns: number, rows: number): Uint8Array {
  const bits = new BitWriter();
  bits.put(66, 8);
  bits.put(0b1100_0000, 8);
  bits.put(levelOf(columns * rows), 8);
  bits.unsigned(0);
  bits.unsigned(FRAME_NUMBER_BITS - 4);
  bits.unsigned(2); // pic_order_cnt_type: nothing is reordered
  bits.unsigned(1);
  bits.put(0, 1);
  bits.unsigned(columns - 1);
  bits.unsigned(rows - 1);
  bits.put(0b1100, 4); // frames only, direct_8x8_inference, no cropping, no VUI
  return nalUnit(3, H264_NAL.sps, bits.finish());
}

/** A picture parameter set: CAVLC, one slice group, the deblocking filter under control of the slice. §7.3.2.2. */
export function pictureParameterSet(): Uint8Array {
  const bits = new BitWriter();
  bits.unsigned(0);
  bits.unsigned(0);
  bits.put(0, 2);
  bits.unsigned(0);
  bits.unsigned(0);
  bits.unsigned(0);
  bits.put(0, 3);
  bits.signed(QUANTISER - 26);
  bits.signed(0);
  bits.signed(0);
  bits.put(0b100, 3);
  return nalUnit(3, H264_NAL.pps, bits.finish());
}
