import type { Position } from '../position/position.ts';
import { arrivalOf, step } from './engine.ts';
import type { Segment } from './facts.ts';
import { beginWork, newEngineState, takeEffects, type EngineSettings, type Work } from './work.ts';

/** What two settings make of the same positions. */
export interface TripPreview {
  readonly before: readonly PreviewSegment[];
  readonly after: readonly PreviewSegment[];
  readonly positions: number;
}

/** `changed`: the other settings have no segment of the same kind, start and end. */
export interface PreviewSegment {
  readonly segment: Segment;
  readonly changed: boolean;
}

const keyOf = (s: Segment): string => `${s.kind} ${s.startMs}/${s.startSequence} ${s.endMs}`;

/**
 * Runs the engine with two settings side by side over positions that come in order, and keeps nothing of them but the
 * segments. Late ones, repeats and wrong clocks are left out as the live engine leaves them out.
 */
export class TripPreviewRun {
  private readonly works: readonly [Work, Work];
  private readonly segments: readonly [Map<string, Segment>, Map<string, Segment>] = [new Map(), new Map()];
  private positions = 0;

  constructor(before: EngineSettings, after: EngineSettings) {
    this.works = [beginWork(before, newEngineState(before)), beginWork(after, newEngineState(after))];
  }

  push(batch: Iterable<Position>): void {
    for (const position of batch) {
      this.positions++;
      for (const work of this.works) if (arrivalOf(work.state.core, position) === 'next') step(work, position);
    }
    this.works.forEach((work, i) => {
      for (const s of takeEffects(work).segments) this.segments[i]!.set(`${s.startMs}/${s.startSequence}`, s);
    });
  }

  /** What ends at or after `fromMs`; earlier positions only tell how it began. */
  finish(fromMs: number): TripPreview {
    const [before, after] = this.segments.map((found) => [...found.values()].filter((s) => s.endMs >= fromMs)) as [Segment[], Segment[]];
    const marked = (own: Segment[], other: Segment[]): PreviewSegment[] => {
      const known = new Set(other.map(keyOf));
      return own.toSorted((a, b) => a.startMs - b.startMs).map((segment) => ({ segment, changed: !known.has(keyOf(segment)) }));
    };
    return { before: marked(before, after), after: marked(after, before), positions: this.positions };
  }
}
