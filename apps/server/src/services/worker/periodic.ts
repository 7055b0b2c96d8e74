import type { Database } from '@sightline/db';
import type { Logger } from '@sightline/runtime';

/** Work that one process of the platform does now and then. */
export interface PeriodicTask {
  readonly name: string;
  readonly everyMs: number;
  /** How long after the start it runs first. */
  readonly afterMs: number;
  run(): Promise<Record<string, unknown> | null>;
}

/** Any constant; with the task's number it makes the advisory lock of that task. */
const LOCK_SPACE = 0x51617;

/** Runs tasks at their intervals; a lock in the database keeps a second process from running the same one meanwhile. */
export class PeriodicTasks {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly tasks: readonly PeriodicTask[],
  ) {}

  start(): void {
    this.tasks.forEach((task, number) => this.schedule(task, number, task.afterMs));
  }

  /** Runs one task now, waiting for its end; false when another process is at it. */
  async runOnce(task: PeriodicTask, number: number): Promise<boolean> {
    const client = await this.database.pool.connect();
    try {
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [LOCK_SPACE, number]);
      if (!rows[0]?.locked) return false;
      try {
        const report = await task.run();
        if (report) this.logger.info({ task: task.name, ...report }, 'task done');
        return true;
      } finally {
        await client.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACE, number]);
      }
    } finally {
      client.release();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await Promise.all(this.running);
  }

  private schedule(task: PeriodicTask, number: number, delayMs: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const running: Promise<void> = this.runOnce(task, number)
        .then(() => undefined)
        .catch((error: unknown) => this.logger.error({ err: error, task: task.name }, 'task failed; it runs again at its next time'))
        .finally(() => {
          this.running.delete(running);
          this.schedule(task, number, task.everyMs);
        });
      this.running.add(running);
    }, delayMs);
    timer.unref();
    this.timers.add(timer);
  }
}
