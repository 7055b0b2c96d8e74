import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/index.ts';
import { ScopedDialect } from './scoped-dialect.ts';

/** Who asks: fixes what a scoped transaction can see. */
export interface Scope {
  /** ltree path of the customer whose subtree is visible. */
  readonly customerPath: string;
  readonly userId: string;
  /** The platform's owner: sees also what belongs to no customer. */
  readonly platform: boolean;
  /** Within the subtree, only what the user is held to. */
  readonly limits?: UserLimits;
}

/** Whether a user is held to chosen customers, to chosen devices, to both (then a device must be chosen in both ways), or to neither. */
export type UserLimits = 'none' | 'customer' | 'device' | 'both';

/** The roles of a scoped transaction. Those of limited users are members of the first, with policies that take away. */
const ROLES: Record<UserLimits, string> = {
  none: 'sightline_api',
  customer: 'sightline_by_customer',
  device: 'sightline_by_device',
  both: 'sightline_by_both',
};

/**
 * A connection that nobody used for so long is closed. A new one costs far more than what it is mostly opened for: it begins without knowing any
 * table, and so people who click now and then would wait for that each time.
 */
const IDLE_MS = 600_000;

export type ScopedTransaction = Transaction<Schema>;

export interface DatabaseOptions {
  /** A libpq-style connection string or pg pool fields (host may be a socket directory). */
  readonly connection: pg.PoolConfig;
  readonly maxConnections?: number;
}

/** One pool, two ways in: `system` (owner of the tables: gateway, pipeline, sign-in) and `scoped` (everything a person asks for). */
export class Database {
  /** How it connects, for who needs a connection of its own. */
  readonly connection: pg.PoolConfig;
  readonly pool: pg.Pool;
  readonly system: Kysely<Schema>;

  constructor(options: DatabaseOptions) {
    this.connection = options.connection;
    this.pool = new pg.Pool({ max: options.maxConnections ?? 16, idleTimeoutMillis: IDLE_MS, ...options.connection });
    // An idle connection that breaks (database restart) must not end the process; the next query reconnects.
    this.pool.on('error', () => undefined);
    // The same for one that is lent out and has no query running at that moment.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.system = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: this.pool }) });
  }

  /**
   * Runs `work` in a transaction as the unprivileged role with the caller's scope. Whatever `work` forgets to filter,
   * row-level security refuses.
   */
  async scoped<T>(scope: Scope, work: (trx: ScopedTransaction) => Promise<T>): Promise<T> {
    return await this.begin(scope).execute(work);
  }

  /**
   * The same for what only reads. Resolves with what `work` does: the end of the transaction, which has nothing more to say, is not waited for.
   */
  async scopedRead<T>(scope: Scope, work: (trx: ScopedTransaction) => Promise<T>): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      this.begin(scope)
        .setAccessMode('read only')
        .execute(async (trx) => resolve(await work(trx)))
        .catch(reject);
    });
  }

  private begin(scope: Scope): TransactionBuilder<Schema> {
    const limits = scope.limits ?? 'none';
    const dialect = new ScopedDialect(this.pool, {
      role: ROLES[limits],
      'app.limits': limits,
      'app.customer_path': scope.customerPath,
      'app.user_id': scope.userId,
      'app.platform': scope.platform ? 'on' : 'off',
    });
    return new Kysely<Schema>({ dialect }).transaction();
  }

  async close(): Promise<void> {
    await this.system.destroy();
  }
}
