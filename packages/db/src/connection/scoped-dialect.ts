import { CompiledQuery, PostgresDialect, PostgresDriver, type DatabaseConnection, type Driver, type TransactionSettings } from 'kysely';
import pg from 'pg';

/** Configuration parameters that hold for one transaction, by name. */
export type LocalSettings = Readonly<Record<string, string>>;

/** Begins a transaction together with its settings: one round trip, where each statement of its own would be another one. */
class ScopedDriver extends PostgresDriver {
  constructor(
    pool: pg.Pool,
    private readonly settings: LocalSettings,
  ) {
    super({ pool });
  }

  override async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    // The simple query protocol takes several statements at once, and no parameters.
    const settings = Object.entries(this.settings).map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`);
    try {
      await connection.executeQuery(CompiledQuery.raw(`BEGIN ${accessMode ?? ''}; SELECT ${settings.join(', ')}`));
    } catch (error) {
      // It has begun, whatever came after it; a connection that is gone cannot be rolled back.
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}

/** PostgreSQL over a pool that stays open, for transactions with these settings. */
export class ScopedDialect extends PostgresDialect {
  constructor(
    private readonly pool: pg.Pool,
    private readonly settings: LocalSettings,
  ) {
    super({ pool });
  }

  override createDriver(): Driver {
    return new ScopedDriver(this.pool, this.settings);
  }
}
