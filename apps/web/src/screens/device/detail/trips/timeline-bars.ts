/** A stretch of time; UTC ms. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Bar {
  /** Percent of the window. */
  readonly left: number;
  readonly width: number;
}

/** Thinner bars could not be seen. */
const LEAST_WIDTH = 0.15;

/** Where a stretch lies in a window, cut at its edges; null outside of it. */
export const barOf = (span: Span, window: Span): Bar | null => {
  const length = window.endMs - window.startMs;
  const start = Math.max(span.startMs, window.startMs);
  const end = Math.min(span.endMs, window.endMs);
  if (length <= 0 || end < start) return null;
  const left = ((start - window.startMs) / length) * 100;
  const width = Math.max(LEAST_WIDTH, ((end - start) / length) * 100);
  return { left: Math.min(left, 100 - width), width };
};
