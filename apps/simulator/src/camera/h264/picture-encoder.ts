import { annexB, H264_NAL } from '@sightline/media';
import { BitWriter, nalUnit } from './bit-writer.ts';
import { writeMacroblock } from './macroblock.ts';
import { FRAME_NUMBER_BITS, pictureParameterSet, sequenceParameterSet } from './parameter-sets.ts';
import { blankPicture, type Picture } from './picture.ts';

/** slice_type of a picture all of whose slices are of it (table 7-6). */
const SLICE = { p: 5, i: 7 } as const;

/**
 * Encodes pictures of flat tiles as H.264: constrained baseline, CAVLC, one slice a picture. A key picture has every macroblock; any other one
 * only those that changed, the rest is skipped. One instance for a stream; pictures must be of the size that it was made for.
 */
export class PictureEncoder {
  private readonly bits = new BitWriter();
  private readonly sets: readonly Uint8Array[];
  /** What was asked for before, and what a decoder shows: they differ where a tile cannot be said exactly. */
  private readonly before: Picture;
  readonly shown: Picture;
  private frameNumber = 0;
  private keyNumber = 0;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.sets = [sequenceParameterSet(columns, rows), pictureParameterSet()];
    this.before = blankPicture(columns, rows);
    this.shown = blankPicture(columns, rows);
  }

  /** The picture as an access unit in Annex B. The first one must be a key picture. */
  encode(picture: Picture, key: boolean): Uint8Array {
    const slice = key ? this.keySlice(picture) : this.slice(picture);
    this.before.luma.set(picture.luma);
    this.before.cb.set(picture.cb);
    this.before.cr.set(picture.cr);
    return annexB(key ? [...this.sets, slice] : [slice]);
  }

  private keySlice(picture: Picture): Uint8Array {
    this.frameNumber = 0;
    this.keyNumber = (this.keyNumber + 1) & 0xff;
    this.header(true);
    for (let y = 0; y < this.rows; y++) for (let x = 0; x < this.columns; x++) writeMacroblock(this.bits, picture, this.shown, x, y, true);
    return nalUnit(3, H264_NAL.idr, this.bits.finish());
  }

  private slice(picture: Picture): Uint8Array {
    this.frameNumber = (this.frameNumber + 1) & ((1 << FRAME_NUMBER_BITS) - 1);
    this.header(false);
    let skipped = 0;
    for (let y = 0; y < this.rows; y++)
      for (let x = 0; x < this.columns; x++) {
        if (!this.changed(picture, x, y)) {
          skipped++;
          continue;
        }
        this.bits.unsigned(skipped);
        skipped = 0;
        writeMacroblock(this.bits, picture, this.shown, x, y, false);
      }
    if (skipped > 0) this.bits.unsigned(skipped);
    return nalUnit(2, H264_NAL.slice, this.bits.finish());
  }

  /** slice_header, §7.3.3. */
  private header(key: boolean): void {
    const { bits } = this;
    bits.unsigned(0);
    bits.unsigned(key ? SLICE.i : SLICE.p);
    bits.unsigned(0);
    bits.put(this.frameNumber, FRAME_NUMBER_BITS);
    if (key) bits.unsigned(this.keyNumber);
    // P: no override of the number of references, no change of their order. Then the marking of references: as usual.
    bits.put(0, key ? 2 : 3);
    bits.signed(0);
    bits.unsigned(1); // the deblocking filter is off: what is flat stays flat, and the decoded picture is known exactly
  }

  private changed({ luma, cb, cr }: Picture, x: number, y: number): boolean {
    const lumaStride = 4 * this.columns;
    for (let line = 0; line < 4; line++) {
      const at = (4 * y + line) * lumaStride + 4 * x;
      for (let i = at; i < at + 4; i++) if (luma[i] !== this.before.luma[i]) return true;
    }
    for (let line = 0; line < 2; line++) {
      const at = (2 * y + line) * 2 * this.columns + 2 * x;
      for (let i = at; i < at + 2; i++) if (cb[i] !== this.before.cb[i] || cr[i] !== this.before.cr[i]) return true;
    }
    return false;
  }
}
