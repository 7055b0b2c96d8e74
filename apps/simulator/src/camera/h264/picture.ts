/**
 * A picture of flat tiles: brightness for each 4x4 samples, colour for each 4x4 samples of a chroma plane (8x8 of the picture). That is all
 * that the encoder can say, and enough for bars, shapes, letters and marks.
 */
export interface Picture {
  /** In macroblocks. */
  readonly columns: number;
  readonly rows: number;
  /** 4 x `columns` tiles in a line. */
  readonly luma: Uint8Array;
  /** 2 x `columns` tiles in a line. */
  readonly cb: Uint8Array;
  readonly cr: Uint8Array;
}

export function blankPicture(columns: number, rows: number, luma = 16): Picture {
  return {
    columns,
    rows,
    luma: new Uint8Array(columns * rows * 16).fill(luma),
    cb: new Uint8Array(columns * rows * 4).fill(128),
    cr: new Uint8Array(columns * rows * 4).fill(128),
  };
}
