/** A step of the device's clock that is believed: backwards or further, it has jumped. */
const MAX_STEP_MS = 5_000;
/** How far the line may run away from the clock of arrival. */
const MAX_DRIFT_MS = 500;
const DEFAULT_STEP_MS = 40;

/**
 * Turns the time stamps of one track into a line that only rises, in ms from its first frame. Devices send epochs, counters since
 * power-up, or always the same: only differences count; where they are of no use the device's interval field does, then the arrival.
 */
export class Timeline {
  private lastStampMs: number | null = null;
  private startMs = 0;
  private lineMs = 0;

  /** @param sinceFrameMs the "since last frame" field, null where there is none */
  next(stampMs: number, sinceFrameMs: number | null, arrivedMs: number): number {
    if (this.lastStampMs === null) {
      this.lastStampMs = stampMs;
      this.startMs = arrivedMs;
      return 0;
    }
    const difference = stampMs - this.lastStampMs;
    this.lastStampMs = stampMs;
    const usable = difference > 0 && difference <= MAX_STEP_MS;
    const interval = sinceFrameMs !== null && sinceFrameMs > 0 && sinceFrameMs <= MAX_STEP_MS ? sinceFrameMs : DEFAULT_STEP_MS;
    this.lineMs += usable ? difference : interval;
    const elapsedMs = arrivedMs - this.startMs;
    // Behind the arrival: the device counts too slowly or there was a break. Ahead: it counts too fast; the line may not go back.
    if (elapsedMs - this.lineMs > MAX_DRIFT_MS) this.lineMs = elapsedMs;
    else if (this.lineMs - elapsedMs > MAX_DRIFT_MS) this.startMs = arrivedMs - this.lineMs;
    return this.lineMs;
  }
}
