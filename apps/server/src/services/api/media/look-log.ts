import { moveCameraLooks, type CameraLookProgress, type Database } from '@sightline/db';
import type { Logger, Service } from '@sightline/runtime';

/** Looks that have ended are written together, those that last once in a while. */
const FLUSH_MS = 1_000;
const MOVE_EVERY = 60;
/** While the database is away; more than that many ends are given up, the oldest first. */
const MAX_WAITING = 10_000;

/** A look that lasts. */
export interface Look {
  readonly id: string;
  octets: number;
}

/** Keeps the log of looks at cameras true: how long each has lasted, how much was shown, why it ended. */
export class LookLog implements Service {
  readonly name = 'look log';
  private readonly lasting = new Set<Look>();
  private ended: CameraLookProgress[] = [];
  private readonly timer: NodeJS.Timeout;
  private rounds = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {
    this.timer = setInterval(() => void this.flush(++this.rounds % MOVE_EVERY === 0), FLUSH_MS);
  }

  begin(id: string): Look {
    const look: Look = { id, octets: 0 };
    this.lasting.add(look);
    return look;
  }

  /** `why`: a `TalkEnd`, or `left`. */
  end(look: Look, why: string): void {
    if (this.lasting.delete(look)) this.ended.push({ id: look.id, octets: look.octets, ended: why });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(false);
  }

  private flush(all: boolean): Promise<void> {
    this.writing = this.writing.then(() => this.write(all));
    return this.writing;
  }

  private async write(all: boolean): Promise<void> {
    const ended = this.ended;
    const lasting = all ? [...this.lasting].map(({ id, octets }) => ({ id, octets, ended: null })) : [];
    if (ended.length + lasting.length === 0) return;
    this.ended = [];
    try {
      await moveCameraLooks(this.database, [...ended, ...lasting]);
    } catch (error) {
      this.logger.warn({ err: error, looks: ended.length }, 'looks at cameras could not be written; trying again');
      this.ended = [...ended, ...this.ended].slice(-MAX_WAITING);
    }
  }
}
