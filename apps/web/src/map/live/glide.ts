import type { ClusterResult } from './cluster-grid.ts';

/** How long a marker glides to its newest place. Well under the time between two positions: what is shown is new. */
const GLIDE_MS = 350;
/** Longer ways are jumped: gliding over a town would tell of a drive that nobody measured. */
const GLIDE_MAX_PX = 160;

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly course: number;
}

const turnBetween = (from: number, to: number, share: number): number => {
  if (Number.isNaN(from) || Number.isNaN(to)) return to;
  return from + (((((to - from) % 360) + 540) % 360) - 180) * share;
};

/** Places of single markers between their last and their newest position. Clusters do not glide. */
export class Glide {
  private result: ClusterResult | null = null;
  private from = new Map<number, Spot>();
  private startedAtMs = 0;

  constructor(private readonly reducedMotion: () => boolean) {}

  /** Takes a new answer; markers that both know start where they are now. */
  take(result: ClusterResult, nowMs: number, scale: number): void {
    const from = new Map<number, Spot>();
    if (this.result !== null && !this.reducedMotion()) {
      const before = new Map<number, number>();
      for (let i = 0; i < this.result.length; i++) if (this.result.slot[i] !== -1) before.set(this.result.slot[i] as number, i);
      for (let i = 0; i < result.length; i++) {
        const known = before.get(result.slot[i] as number);
        if (known === undefined) continue;
        const spot = this.at(known, nowMs);
        const way = Math.hypot(spot.x - (result.x[i] as number), spot.y - (result.y[i] as number)) * scale;
        if (way > 0.25 && way <= GLIDE_MAX_PX) from.set(i, spot);
      }
    }
    this.from = from;
    this.result = result;
    this.startedAtMs = nowMs;
  }

  at(feature: number, nowMs: number): Spot {
    const result = this.result;
    if (result === null) return { x: 0, y: 0, course: NaN };
    const x = result.x[feature] as number;
    const y = result.y[feature] as number;
    const course = result.course[feature] as number;
    const from = this.from.get(feature);
    const share = (nowMs - this.startedAtMs) / GLIDE_MS;
    if (from === undefined || share >= 1) return { x, y, course };
    const eased = 1 - (1 - share) ** 3;
    return { x: from.x + (x - from.x) * eased, y: from.y + (y - from.y) * eased, course: turnBetween(from.course, course, eased) };
  }

  moving(nowMs: number): boolean {
    return this.from.size > 0 && nowMs - this.startedAtMs < GLIDE_MS;
  }
}
