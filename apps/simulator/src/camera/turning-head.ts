/** JT/T 1078-2016 table 32: directions of 0x9301. */
const DIRECTIONS = [
  [0, 0],
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
] as const;
/** Degrees a second at the greatest speed (255). */
const FASTEST = 60;
const PAN_LIMIT = 170;
const TILT_LIMIT = 60;
const ZOOM_LIMIT = 8;

/** Where a camera that turns looks: degrees to the right and up, and how near. */
export class TurningHead {
  private pan = 0;
  private tilt = 0;
  private magnification = 1;
  private way: readonly [number, number] = DIRECTIONS[0];
  private perSecond = 0;
  private sinceMs = 0;

  /** 0x9301. False for a direction that there is not. */
  turn(direction: number, speed: number, nowMs: number): boolean {
    const way = DIRECTIONS[direction];
    if (!way) return false;
    this.move(nowMs);
    [this.way, this.perSecond] = [way, (speed / 255) * FASTEST];
    return true;
  }

  /** 0x9306: 0 nearer, 1 farther. */
  zoom(direction: number): void {
    this.magnification = Math.min(ZOOM_LIMIT, Math.max(1, this.magnification + (direction === 0 ? 1 : -1)));
  }

  at(nowMs: number): { readonly pan: number; readonly tilt: number; readonly zoom: number } {
    this.move(nowMs);
    return { pan: this.pan, tilt: this.tilt, zoom: this.magnification };
  }

  private move(nowMs: number): void {
    const degrees = (this.perSecond * Math.max(0, nowMs - this.sinceMs)) / 1000;
    this.sinceMs = nowMs;
    this.pan = Math.min(PAN_LIMIT, Math.max(-PAN_LIMIT, this.pan + this.way[0] * degrees));
    this.tilt = Math.min(TILT_LIMIT, Math.max(-TILT_LIMIT, this.tilt + this.way[1] * degrees));
  }
}
