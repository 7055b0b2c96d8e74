import { KIND_COUNT, type ClusterResult } from './cluster-grid.ts';
import { paintAlarmMark } from './paint-alarm.ts';
import { ALARM_KIND, DRAW_ORDER, kindColour, MARKER_KINDS } from './marker-kinds.ts';

/** The rim tells shares in steps of this many parts of a turn, so that clusters that look alike share a picture. */
export const RIM_STEPS = 24;
/** Pictures of one sort kept; a view has some 600 clusters, many of them alike. */
const PICTURES_MAX = 2000;
const SHEET_COLUMNS = 16;
/** The alarm mark stands out of the disc by at most so much, px. */
const DISC_MARGIN_PX = 8;
/** Sides of the pictures: the largest disc with its mark, the longest number. */
const DISC_PX = 2 * (22 + DISC_MARGIN_PX);
const LABEL_WIDTH_PX = 32;
const LABEL_HEIGHT_PX = 16;

export const clusterRadius = (count: number): number => (count < 10 ? 13 : count < 100 ? 15 : count < 1000 ? 17 : count < 10_000 ? 20 : 22);

/** 950, 1.2k, 34k: at most four characters, so that it fits the disc. */
export const shortCount = (count: number): string =>
  count < 1000 ? String(count) : count < 9950 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;

/**
 * Shares of a cluster in {@link RIM_STEPS} parts of a turn. Every kind that is there gets a part; the largest one gives way.
 */
export const rimSteps = (shares: Uint32Array, feature: number, count: number): number[] => {
  const steps: number[] = [];
  let left = RIM_STEPS;
  let largest = 0;
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    const share = shares[feature * KIND_COUNT + kind] as number;
    const step = share === 0 ? 0 : Math.max(1, Math.round((share / count) * RIM_STEPS));
    steps.push(step);
    left -= step;
    if (step > (steps[largest] as number)) largest = kind;
  }
  steps[largest] = (steps[largest] as number) + left;
  return steps;
};

const paintDisc = (c: OffscreenCanvasRenderingContext2D, radius: number, steps: readonly number[], theme: 'light' | 'dark'): void => {
  c.beginPath();
  c.arc(0, 0, radius + 1, 0, Math.PI * 2);
  c.fillStyle = theme === 'dark' ? 'rgb(13 18 24 / 92%)' : 'rgb(255 255 255 / 94%)';
  c.fill();
  // The rim shows how the devices inside are doing.
  let angle = -Math.PI / 2;
  c.lineWidth = 4;
  for (const kind of DRAW_ORDER.toReversed()) {
    const step = steps[kind] as number;
    if (step === 0) continue;
    const next = angle + (step / RIM_STEPS) * Math.PI * 2;
    c.beginPath();
    c.arc(0, 0, radius - 1, angle, next);
    c.strokeStyle = kindColour(MARKER_KINDS[kind] ?? 'inactive');
    c.stroke();
    angle = next;
  }
  if (!steps[ALARM_KIND]) return;
  const at = radius * 0.75;
  paintAlarmMark(c, at, -at, null);
};

const paintLabel = (c: OffscreenCanvasRenderingContext2D, text: string, theme: 'light' | 'dark'): void => {
  c.fillStyle = theme === 'dark' ? '#e7eaee' : '#1b2027';
  c.font = '600 11px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText(text, 0, 0.5);
};

/** A place on a sheet of pictures, in pixels of the sheet. */
interface Picture {
  readonly sheet: ImageBitmap;
  readonly left: number;
  readonly top: number;
}

type Paint = (c: OffscreenCanvasRenderingContext2D) => void;

/** Pictures of one size by key. What an answer needs and has not yet is painted on one new sheet: canvases are dear, paths are not. */
class PictureShelf<Key> {
  private readonly pictures = new Map<Key, Picture>();
  private readonly missing = new Map<Key, Paint>();
  private readonly width: number;
  private readonly height: number;

  constructor(
    widthPx: number,
    heightPx: number,
    private readonly pixelRatio: number,
  ) {
    this.width = Math.ceil(widthPx * pixelRatio);
    this.height = Math.ceil(heightPx * pixelRatio);
  }

  /** Says that a picture will be drawn. */
  want(key: Key, paint: Paint): void {
    const known = this.pictures.get(key);
    if (known === undefined) {
      this.missing.set(key, paint);
      return;
    }
    // Wanted last = forgotten last.
    this.pictures.delete(key);
    this.pictures.set(key, known);
  }

  /** Paints what is wanted and missing. */
  fill(): void {
    if (this.missing.size === 0) return;
    const { width, height, pixelRatio } = this;
    const canvas = new OffscreenCanvas(SHEET_COLUMNS * width, Math.ceil(this.missing.size / SHEET_COLUMNS) * height);
    const context = canvas.getContext('2d');
    const places: [Key, number, number][] = [];
    for (const [key, paint] of this.missing) {
      const left = (places.length % SHEET_COLUMNS) * width;
      const top = Math.floor(places.length / SHEET_COLUMNS) * height;
      context?.setTransform(pixelRatio, 0, 0, pixelRatio, left + width / 2, top + height / 2);
      if (context) paint(context);
      places.push([key, left, top]);
    }
    const sheet = canvas.transferToImageBitmap();
    for (const [key, left, top] of places) this.pictures.set(key, { sheet, left, top });
    this.missing.clear();
    for (const key of this.pictures.keys()) {
      if (this.pictures.size <= PICTURES_MAX) return;
      this.pictures.delete(key);
    }
  }

  get(key: Key): Picture | undefined {
    return this.pictures.get(key);
  }

  /** Draws it around a point, on whole pixels of the screen: numbers would blur between them. */
  stamp(c: CanvasRenderingContext2D, { sheet, left, top }: Picture, x: number, y: number): void {
    const { width, height, pixelRatio: ratio } = this;
    const toX = Math.round(x * ratio - width / 2) / ratio;
    const toY = Math.round(y * ratio - height / 2) / ratio;
    c.drawImage(sheet, left, top, width, height, toX, toY, width / ratio, height / ratio);
  }
}

/** What a cluster looks like: its disc, and the number on it, which changes much more often. */
interface ClusterPicture {
  readonly disc: Picture | undefined;
  readonly label: Picture | undefined;
  readonly radius: number;
}

/** Pictures of clusters at the screen's density. Painted once for an answer; its frames copy them and paint nothing. */
export class ClusterPictures {
  private readonly discs: PictureShelf<number>;
  private readonly labels: PictureShelf<string>;
  private result: ClusterResult | null = null;
  private byFeature: (ClusterPicture | undefined)[] = [];

  constructor(
    private readonly theme: 'light' | 'dark',
    pixelRatio: number,
  ) {
    this.discs = new PictureShelf(DISC_PX, DISC_PX, pixelRatio);
    this.labels = new PictureShelf(LABEL_WIDTH_PX, LABEL_HEIGHT_PX, pixelRatio);
  }

  /** Draws a cluster of an answer; answers its radius, px. */
  draw(c: CanvasRenderingContext2D, result: ClusterResult, feature: number, x: number, y: number): number {
    if (this.result !== result) this.prepare(result);
    const picture = this.byFeature[feature];
    if (picture?.disc) this.discs.stamp(c, picture.disc, x, y);
    if (picture?.label) this.labels.stamp(c, picture.label, x, y);
    return picture?.radius ?? 0;
  }

  private prepare(result: ClusterResult): void {
    const keys: (readonly [disc: number, label: string, radius: number] | undefined)[] = [];
    for (let feature = 0; feature < result.length; feature++) {
      const count = result.count[feature] as number;
      if (count < 2) continue;
      const radius = clusterRadius(count);
      const steps = rimSteps(result.shares, feature, count);
      const label = shortCount(count);
      const disc = steps.reduce((sum, step) => sum * (RIM_STEPS + 1) + step, radius);
      this.discs.want(disc, (c) => paintDisc(c, radius, steps, this.theme));
      this.labels.want(label, (c) => paintLabel(c, label, this.theme));
      keys[feature] = [disc, label, radius];
    }
    this.discs.fill();
    this.labels.fill();
    this.result = result;
    this.byFeature = keys.map((key) => key && { disc: this.discs.get(key[0]), label: this.labels.get(key[1]), radius: key[2] });
  }
}
