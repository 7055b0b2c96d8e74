/** So many pairs of device and kind are remembered; beyond that the one told longest ago is forgotten. */
const MAX_REMEMBERED = 20_000;

/** The same alarm of the same device is told once within an interval; each user has a pace of his own. */
export class NoticePace {
  /** When an alarm was told last, by device and kind; in the order in which they were told. */
  private readonly toldMs = new Map<string, number>();

  constructor(private readonly maxRemembered = MAX_REMEMBERED) {}

  /** Whether an alarm is told that came at an instant, and notes it if so. `intervalS` 0: each one is. */
  tell(deviceKey: string, kind: string, intervalS: number, atMs: number): boolean {
    if (intervalS === 0) return true;
    const key = `${deviceKey} ${kind}`;
    const last = this.toldMs.get(key);
    if (last !== undefined && atMs - last < intervalS * 1000) return false;
    this.toldMs.delete(key);
    this.toldMs.set(key, atMs);
    if (this.toldMs.size > this.maxRemembered) this.toldMs.delete(this.toldMs.keys().next().value as string);
    return true;
  }
}
