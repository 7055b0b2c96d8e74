export interface FrameCost {
  readonly frames: number;
  readonly seconds: number;
  /** Time that tasks kept the main thread within a frame, ms: mean, 95th percentile, worst. */
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
  /** How often the test's own vehicles were moved; that is in no frame, but in what the browser counts as script. */
  readonly drives: number;
}
