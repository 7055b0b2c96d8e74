import type { ClusterResult } from './cluster-grid.ts';
import {
  clusterRadius,
  DISC_PX,
  LABEL_HEIGHT_PX,
  LABEL_WIDTH_PX,
  paintDisc,
  paintLabel,
  RIM_STEPS,
  rimSteps,
  shortCount,
} from './cluster-look.ts';
import { SHEET_COLUMNS, type ClusterLook, type ClusterPictures, type PictureSheet } from './cluster-messages.ts';

/** Pictures of one sort kept; a view has some 600 clusters, many of them alike. */
const PICTURES_MAX = 2000;
const NO_PICTURE = -1;

type Paint = (c: OffscreenCanvasRenderingContext2D) => void;

/** Numbers of pictures of one size by key. What an answer needs and nobody has yet is painted on one new sheet: canvases are dear, paths are not. */
class PictureShelf<Key> {
  private readonly ids = new Map<Key, number>();
  private missing: Paint[] = [];
  private lastId = NO_PICTURE;
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

  /** The number of a picture that will be drawn. Wanted last = forgotten last. */
  want(key: Key, paint: Paint): number {
    let id = this.ids.get(key);
    if (id === undefined) {
      id = ++this.lastId;
      this.missing.push(paint);
    } else this.ids.delete(key);
    this.ids.set(key, id);
    return id;
  }

  /** Paints what is wanted and missing; null when nothing is. */
  fill(): PictureSheet | null {
    const { missing, width, height, pixelRatio } = this;
    if (missing.length === 0) return null;
    this.missing = [];
    const canvas = new OffscreenCanvas(SHEET_COLUMNS * width, Math.ceil(missing.length / SHEET_COLUMNS) * height);
    const context = canvas.getContext('2d');
    missing.forEach((paint, i) => {
      const left = (i % SHEET_COLUMNS) * width;
      const top = Math.floor(i / SHEET_COLUMNS) * height;
      context?.setTransform(pixelRatio, 0, 0, pixelRatio, left + width / 2, top + height / 2);
      if (context) paint(context);
    });
    return { sheet: canvas.transferToImageBitmap(), firstId: this.lastId - missing.length + 1, count: missing.length, width, height };
  }

  /** Forgets what has not been wanted for longest; answers their numbers. */
  shrink(): number[] {
    const dropped: number[] = [];
    for (const [key, id] of this.ids) {
      if (this.ids.size <= PICTURES_MAX) break;
      this.ids.delete(key);
      dropped.push(id);
    }
    return dropped;
  }
}

/**
 * Paints pictures of clusters at the screen's density, beside the main thread: each is painted once, handed over with the answer that
 * needs it first, and known by its number from then on.
 */
export class ClusterPainter {
  private look: ClusterLook | null = null;
  private discs = new PictureShelf<number>(0, 0, 1);
  private labels = new PictureShelf<string>(0, 0, 1);

  /** The pictures of an answer, and those of them that are new. */
  paint(result: ClusterResult, look: ClusterLook): ClusterPictures {
    const fresh = this.look?.theme !== look.theme || this.look.pixelRatio !== look.pixelRatio;
    if (fresh) {
      this.look = look;
      this.discs = new PictureShelf(DISC_PX, DISC_PX, look.pixelRatio);
      this.labels = new PictureShelf(LABEL_WIDTH_PX, LABEL_HEIGHT_PX, look.pixelRatio);
    }
    const disc = new Int32Array(result.length).fill(NO_PICTURE);
    const label = new Int32Array(result.length).fill(NO_PICTURE);
    for (let feature = 0; feature < result.length; feature++) {
      const count = result.count[feature] as number;
      if (count < 2) continue;
      const radius = clusterRadius(count);
      const steps = rimSteps(result.shares, feature, count);
      const text = shortCount(count);
      const key = steps.reduce((sum, step) => sum * (RIM_STEPS + 1) + step, radius);
      disc[feature] = this.discs.want(key, (c) => paintDisc(c, radius, steps, look.theme));
      label[feature] = this.labels.want(text, (c) => paintLabel(c, text, look.theme));
    }
    return {
      look,
      fresh,
      disc,
      label,
      discs: { added: this.discs.fill(), dropped: this.discs.shrink() },
      labels: { added: this.labels.fill(), dropped: this.labels.shrink() },
    };
  }
}
