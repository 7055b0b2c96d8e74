import { pathIds } from '@sightline/domain';

/** Where a device counts, while it is online. */
export interface TallyPlace {
  readonly customerPath: string;
  /** 1 tracker, 2 camera. */
  readonly basicType: number;
}

/**
 * How many devices are online in each customer with everything below it, kept up with every change: a change costs the depth of the tree, a
 * question one look.
 */
export class OnlineTally {
  private readonly placed = new Map<number, TallyPlace>();
  private readonly counts = new Map<string, number>();

  /** A device's place while it is online; null when it is not. */
  set(key: number, place: TallyPlace | null): void {
    const before = this.placed.get(key);
    if (before?.customerPath === place?.customerPath && before?.basicType === place?.basicType) return;
    if (before) this.add(before, -1);
    if (place) {
      this.placed.set(key, place);
      this.add(place, 1);
    } else this.placed.delete(key);
  }

  /** Devices that are online at or below a path, of one kind or of all. */
  online(path: string, basicType?: number): number {
    return this.counts.get(basicType === undefined ? path : `${path}:${basicType}`) ?? 0;
  }

  private add({ customerPath, basicType }: TallyPlace, change: 1 | -1): void {
    let path = '';
    for (const id of pathIds(customerPath)) {
      path = path === '' ? id : `${path}.${id}`;
      for (const name of [path, `${path}:${basicType}`]) {
        const count = (this.counts.get(name) ?? 0) + change;
        if (count === 0) this.counts.delete(name);
        else this.counts.set(name, count);
      }
    }
  }
}
