/** What a tile can say of its stream. */
export interface StreamFigures {
  /** From the server to the screen: half the round trip, and what a picture waited longer than the fastest one. `null`: not known yet. */
  readonly latencyMs: number | null;
  readonly framesPerSecond: number;
  readonly kbitPerSecond: number;
  /** Pictures that were not shown, since the stream was opened. */
  readonly dropped: number;
  /** Pictures that were shown, since the stream was opened. */
  readonly shown: number;
}

const WINDOW_MS = 5_000;

/** Counts over the last seconds. Times are those of any one clock, ms. */
export class FigureCounter {
  private readonly events: { readonly atMs: number; readonly bytes: number; readonly shown: number }[] = [];
  private sinceMs: number | null = null;
  private roundTripMs: number | null = null;
  private behindMs: number | null = null;
  shown = 0;

  received(bytes: number, nowMs: number): void {
    this.add(nowMs, bytes, 0);
  }

  /** A picture is on screen, `behindMs` later than the fastest one would be. */
  presented(behindMs: number, nowMs: number): void {
    this.shown++;
    this.behindMs = this.behindMs === null ? behindMs : this.behindMs + (behindMs - this.behindMs) * 0.2;
    this.add(nowMs, 0, 1);
  }

  answered(roundTripMs: number): void {
    this.roundTripMs = this.roundTripMs === null ? roundTripMs : this.roundTripMs + (roundTripMs - this.roundTripMs) * 0.3;
  }

  figures(nowMs: number, dropped: number): StreamFigures {
    this.forget(nowMs);
    const spanS = Math.max(1, Math.min(WINDOW_MS, nowMs - (this.sinceMs ?? nowMs)) / 1000);
    const sum = (of: (event: { bytes: number; shown: number }) => number): number => this.events.reduce((all, e) => all + of(e), 0);
    return {
      latencyMs: this.behindMs === null || this.roundTripMs === null ? null : Math.round(this.roundTripMs / 2 + this.behindMs),
      framesPerSecond: Math.round((sum((e) => e.shown) / spanS) * 10) / 10,
      kbitPerSecond: Math.round((sum((e) => e.bytes) * 8) / 1000 / spanS),
      dropped,
      shown: this.shown,
    };
  }

  private add(atMs: number, bytes: number, shown: number): void {
    this.sinceMs ??= atMs;
    this.events.push({ atMs, bytes, shown });
    this.forget(atMs);
  }

  private forget(nowMs: number): void {
    const keep = this.events.findIndex(({ atMs }) => atMs > nowMs - WINDOW_MS);
    this.events.splice(0, keep < 0 ? this.events.length : keep);
  }
}
