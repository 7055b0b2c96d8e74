import { commandsByIds, listenForNotices, NOTICE_CHANNELS, type CommandRow, type Database } from '@sightline/db';
import type { Logger } from '@sightline/runtime';

export type CommandListener = (command: CommandRow) => void;

/** Changes that come within this time are read together. */
const GATHER_MS = 40;
const MAX_READ = 500;

/** Tells the parts of this process of every change of a command, whichever process made it. */
export class CommandFeed {
  private readonly listeners = new Set<CommandListener>();
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    this.stopListening = await listenForNotices(this.database, {
      channels: { [NOTICE_CHANNELS.commandChanged]: (id) => this.add(id) },
      // Who waits for an answer looks for itself now and then; browsers read their pages again.
      reconnected: () => undefined,
      broken: (error) => this.logger.warn({ err: error }, 'not hearing of commands; trying again'),
    });
  }

  subscribe(listener: CommandListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.stopListening?.();
    await this.reading;
  }

  private add(id: string): void {
    if (this.listeners.size === 0 || this.stopped) return;
    this.changed.add(id);
    this.schedule();
  }

  private schedule(): void {
    if (this.timer || this.reading || this.changed.size === 0 || this.stopped) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.reading = this.read()
        .catch((error: unknown) => this.logger.error({ err: error }, 'changed commands could not be read'))
        .finally(() => {
          this.reading = null;
          this.schedule();
        });
    }, GATHER_MS);
  }

  private async read(): Promise<void> {
    const ids = [...this.changed].slice(0, MAX_READ);
    for (const id of ids) this.changed.delete(id);
    for (const row of await commandsByIds(this.database.system, ids)) {
      for (const listener of this.listeners) listener(row);
    }
  }
}
