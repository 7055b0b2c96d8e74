import type { Logger } from '@sightline/runtime';

/**
 * Keeps hostile or broken clients from writing the log full: per subject at most `perInterval` lines an interval, the
 * rest is counted and told with the next line that goes through.
 */
export class BoundedLog {
  private readonly seen = new Map<string, { windowMs: number; lines: number; held: number }>();

  constructor(
    private readonly logger: Logger,
    private readonly perInterval = 5,
    private readonly intervalMs = 60_000,
    private readonly now: () => number = Date.now,
  ) {}

  warn(subject: string, detail: Record<string, unknown>, text: string): void {
    const windowMs = Math.floor(this.now() / this.intervalMs);
    let entry = this.seen.get(subject);
    if (!entry) {
      if (this.seen.size >= 100) this.seen.clear();
      entry = { windowMs, lines: 0, held: 0 };
      this.seen.set(subject, entry);
    }
    if (entry.windowMs !== windowMs) {
      entry.windowMs = windowMs;
      entry.lines = 0;
    }
    if (entry.lines >= this.perInterval) {
      entry.held++;
      return;
    }
    entry.lines++;
    this.logger.warn(entry.held > 0 ? { ...detail, alsoHappened: entry.held } : detail, text);
    entry.held = 0;
  }
}
