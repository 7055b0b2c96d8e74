import { mapTemplateHost } from '@sightline/contract';
import { listMapTemplates, type Database } from '@sightline/db';

/** What other processes have saved is known after this, ms. */
const STALE_MS = 10_000;
/** Proxies refuse answers with long headers: so many characters of hosts, the oldest customers' first. */
const MAX_CHARS = 2_000;
const MAX_SOURCES = 200;

/** Where pages may load tiles from, besides the built-in map types: the origins of the tile sources that customers have named. */
export class MapOrigins {
  private origins: readonly string[] = [];
  private asOf = 0;

  constructor(private readonly database: Database) {}

  /** As last known; looks anew in the background when that was long ago. */
  list(): readonly string[] {
    // What could not be read is asked for again after the same while.
    if (Date.now() - this.asOf > STALE_MS) void this.refresh().catch(() => undefined);
    return this.origins;
  }

  async refresh(): Promise<void> {
    this.asOf = Date.now();
    const templates = await listMapTemplates(this.database.system, MAX_SOURCES);
    let room = MAX_CHARS;
    const origins = new Set<string>();
    for (const template of templates) {
      const host = mapTemplateHost(template);
      if (host === null || origins.has(`https://${host}`) || host.length > room) continue;
      room -= host.length;
      origins.add(`https://${host}`);
    }
    this.origins = [...origins];
  }
}
