import { CELLS_ACROSS, CELLS_DOWN, STRIP_LINES, stripCells } from './clock-strip.ts';
import { inked, LETTER_HEIGHT, LETTER_WIDTH } from './font.ts';
import { blankPicture, type Picture } from './h264/picture.ts';
import type { TurningHead } from './turning-head.ts';

const BLACK = 16;
const WHITE = 235;
const GREY = 60;

/** The scene is drawn in units, four to a cell; a picture of 352x288 has a tile for each, one of 704x576 two by two. */
const UNITS = 4;
const WIDTH = CELLS_ACROSS * UNITS;

/** From the top: name and clock (in units), bars and the lane of the block (in lines of cells), and the strip. */
const NAME_UNIT = 2;
const CLOCK_UNIT = 10;
const DATE_UNIT = 67;
const BAR_LINES = [6, 11] as const;
const LANE_LINES = [11, CELLS_DOWN - STRIP_LINES] as const;
const BLOCK_UNITS = 8;
const MARGIN_UNITS = 2;

/** Y, Cb, Cr of the bars: white, yellow, cyan, green, magenta, red, blue at 75 % (ITU-R BT.601). */
const BARS = [
  [180, 128, 128],
  [162, 44, 142],
  [131, 156, 44],
  [112, 72, 58],
  [84, 184, 198],
  [65, 100, 212],
  [35, 212, 114],
] as const;
const BAR_CELLS = 3;

/** Degrees to the right and up, and how near. */
type Look = ReturnType<TurningHead['at']>;

/** What the pictures of one channel show, drawn anew for each instant: its name, the clock, colour bars, a moving block, and the strip for machines. */
export class Scene {
  readonly picture: Picture;
  /** Tiles of a unit in either direction. */
  private readonly scale: number;
  private secondDrawn = Number.NaN;

  /** @param scale 1 for 352x288, 2 for 704x576. */
  constructor(
    name: string,
    private readonly channel: number,
    scale: 1 | 2,
  ) {
    this.scale = scale;
    this.picture = blankPicture(CELLS_ACROSS * scale, CELLS_DOWN * scale, BLACK);
    this.text(name.toUpperCase().slice(0, Math.floor((WIDTH - 2 * MARGIN_UNITS) / (LETTER_WIDTH + 1))), MARGIN_UNITS, NAME_UNIT, 1);
    this.text('UTC', DATE_UNIT, CLOCK_UNIT + LETTER_HEIGHT + 1, 1);
    this.bars();
  }

  /** The picture at an instant (ms); `frame` moves the block. The same object each time. */
  at(timeMs: number, frame: number, look?: Look): Picture {
    const second = Math.floor(timeMs / 1000);
    if (second !== this.secondDrawn) {
      this.secondDrawn = second;
      const [day, time] = new Date(second * 1000).toISOString().slice(0, 19).split('T') as [string, string];
      this.text(time, MARGIN_UNITS, CLOCK_UNIT, 2);
      this.text(day.slice(5), DATE_UNIT, CLOCK_UNIT, 1);
    }
    this.lane(frame);
    if (look) this.mark(look);
    this.strip(timeMs);
    return this.picture;
  }

  private strip(timeMs: number): void {
    stripCells(timeMs, this.channel).forEach((white, i) => {
      const line = CELLS_DOWN - STRIP_LINES + Math.floor(i / CELLS_ACROSS);
      this.units((i % CELLS_ACROSS) * UNITS, line * UNITS, UNITS, UNITS, white ? WHITE : BLACK);
    });
  }

  private lane(frame: number): void {
    const [top, bottom] = [LANE_LINES[0] * UNITS, LANE_LINES[1] * UNITS];
    const way = WIDTH - BLOCK_UNITS;
    const step = frame % (2 * way);
    this.units(0, top, WIDTH, bottom - top, GREY);
    this.units(step < way ? step : 2 * way - step, top + (bottom - top - BLOCK_UNITS) / 2, BLOCK_UNITS, BLOCK_UNITS, WHITE);
  }

  /** A cross in the lane: where the camera looks, the larger the nearer. */
  private mark({ pan, tilt, zoom }: Look): void {
    const [top, bottom] = [LANE_LINES[0] * UNITS, LANE_LINES[1] * UNITS];
    const arm = 1 + zoom;
    const x = Math.round(((pan + 180) / 360) * (WIDTH - 1));
    const y = Math.round(top + ((90 - tilt) / 180) * (bottom - top - 1));
    const [left, right] = [Math.max(0, x - arm), Math.min(WIDTH - 1, x + arm)];
    const [above, below] = [Math.max(top, y - arm), Math.min(bottom - 1, y + arm)];
    this.units(left, y, right - left + 1, 1, BLACK);
    this.units(x, above, 1, below - above + 1, BLACK);
  }

  private bars(): void {
    const { cb, cr, columns } = this.picture;
    const [top, bottom] = BAR_LINES;
    BARS.forEach(([y, blue, red], bar) => {
      this.units(bar * BAR_CELLS * UNITS, top * UNITS, BAR_CELLS * UNITS, (bottom - top) * UNITS, y);
      const tiles = 2 * this.scale;
      for (let line = top * tiles; line < bottom * tiles; line++)
        for (let x = bar * BAR_CELLS * tiles; x < (bar + 1) * BAR_CELLS * tiles; x++) {
          cb[line * 2 * columns + x] = blue;
          cr[line * 2 * columns + x] = red;
        }
    });
  }

  private text(text: string, left: number, top: number, size: number): void {
    [...text].forEach((letter, i) => {
      const x0 = left + i * (LETTER_WIDTH + 1) * size;
      for (let y = 0; y < LETTER_HEIGHT; y++)
        for (let x = 0; x < LETTER_WIDTH; x++) this.units(x0 + x * size, top + y * size, size, size, inked(letter, x, y) ? WHITE : BLACK);
    });
  }

  /** Fills a rectangle given in units. */
  private units(x: number, y: number, width: number, height: number, luma: number): void {
    const { scale, picture } = this;
    const stride = 4 * picture.columns;
    for (let line = y * scale; line < (y + height) * scale; line++)
      picture.luma.fill(luma, line * stride + x * scale, line * stride + (x + width) * scale);
  }
}
