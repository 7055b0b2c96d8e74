import { SHEET_COLUMNS, type ClusterPictures, type ShelfChange } from './cluster-messages.ts';

/** A place on a sheet of pictures, in pixels of the sheet. */
interface Picture {
  readonly sheet: ImageBitmap;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pictures by the number that the worker gave them. A sheet is gone when its last picture is. */
class Shelf {
  private readonly pictures = new Map<number, Picture>();

  take(fresh: boolean, { added, dropped }: ShelfChange): void {
    if (fresh) this.pictures.clear();
    for (const id of dropped) this.pictures.delete(id);
    if (added === null) return;
    const { sheet, firstId, count, width, height } = added;
    for (let i = 0; i < count; i++)
      this.pictures.set(firstId + i, {
        sheet,
        left: (i % SHEET_COLUMNS) * width,
        top: Math.floor(i / SHEET_COLUMNS) * height,
        width,
        height,
      });
  }

  /** Draws it around a point, on whole pixels of the screen: numbers would blur between them. */
  stamp(c: CanvasRenderingContext2D, id: number, x: number, y: number, ratio: number): void {
    const picture = this.pictures.get(id);
    if (picture === undefined) return;
    const { sheet, left, top, width, height } = picture;
    const toX = Math.round(x * ratio - width / 2) / ratio;
    const toY = Math.round(y * ratio - height / 2) / ratio;
    c.drawImage(sheet, left, top, width, height, toX, toY, width / ratio, height / ratio);
  }
}

/** Pictures of clusters that the worker has painted. Frames copy them and paint nothing. */
export class ClusterSheets {
  private readonly discs = new Shelf();
  private readonly labels = new Shelf();
  private newest: ClusterPictures | null = null;

  /** Pictures of the answer that is drawn from now on. */
  take(pictures: ClusterPictures): void {
    this.discs.take(pictures.fresh, pictures.discs);
    this.labels.take(pictures.fresh, pictures.labels);
    this.newest = pictures;
  }

  /** Draws a cluster of the newest answer. */
  draw(c: CanvasRenderingContext2D, feature: number, x: number, y: number): void {
    if (this.newest === null) return;
    const { disc, label, look } = this.newest;
    this.discs.stamp(c, disc[feature] as number, x, y, look.pixelRatio);
    this.labels.stamp(c, label[feature] as number, x, y, look.pixelRatio);
  }
}
