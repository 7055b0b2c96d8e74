import type { Database } from '@sightline/db';
import type { Config, EventBus, Logger, Metrics } from '@sightline/runtime';

/** What every service of a process shares; made once in `main`, handed down, never imported as a global. */
export interface AppContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly bus: EventBus;
  readonly database: Database;
}
