import pg from 'pg';
import type { Database } from '../connection/database.ts';

/** Any constant; with the task's id (its lower 32 bits) it makes the advisory lock of a run. */
const LOCK_SPACE = 0x7461736b;

const lockNumber = (taskId: string): number => Number(BigInt.asIntN(32, BigInt(taskId)));

/**
 * Locks of the tasks that this process runs, all held by one connection: when the process dies, the database lets go of them at
 * once, and whoever gets the lock of a running task knows that its run is dead. The connection is made when it is needed; `lost` is
 * called when it breaks, for then the locks are gone and somebody else may already run the same tasks.
 */
export class TaskLocks {
  private connection: Promise<pg.Client> | null = null;

  constructor(
    private readonly database: Database,
    private readonly lost: () => void,
  ) {}

  /** False when another run holds it. */
  async tryLock(taskId: string): Promise<boolean> {
    const client = await this.connect();
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS locked', [
      LOCK_SPACE,
      lockNumber(taskId),
    ]);
    return rows[0]?.locked === true;
  }

  async unlock(taskId: string): Promise<void> {
    const client = await this.connection?.catch(() => null);
    await client?.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACE, lockNumber(taskId)]).catch(() => undefined);
  }

  async close(): Promise<void> {
    const client = await this.connection?.catch(() => null);
    this.connection = null;
    await client?.end().catch(() => undefined);
  }

  private connect(): Promise<pg.Client> {
    if (this.connection) return this.connection;
    const client = new pg.Client(this.database.pool.options);
    const connection = client.connect().then(() => client);
    const breakOff = (): void => {
      if (this.connection !== connection) return;
      this.connection = null;
      client.end().catch(() => undefined);
      this.lost();
    };
    client.on('error', breakOff);
    client.on('end', breakOff);
    connection.catch(breakOff);
    return (this.connection = connection);
  }
}
