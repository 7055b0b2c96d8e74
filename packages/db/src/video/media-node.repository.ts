import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface MediaNodeRecord {
  readonly name: string;
  readonly public_url: string;
  readonly device_host: string;
  readonly device_port: number;
  readonly playback_port: number;
  readonly abilities: readonly string[];
  /** `device/channel`. */
  readonly publishing: readonly string[];
  readonly streams: number;
  readonly viewers: number;
}

/** Rows of processes that ended without a word stay so long, so that people see what is missing. */
const FORGOTTEN = '1 day';

/** Says that a process carries video, and how much of it. `instance` tells processes of one name apart. */
export async function announceMediaNode(db: Kysely<Schema>, node: MediaNodeRecord, instance: string): Promise<void> {
  await sql`
    INSERT INTO media_node (name, instance, public_url, device_host, device_port, playback_port, abilities, publishing, streams, viewers)
    VALUES (${node.name}, ${instance}, ${node.public_url}, ${node.device_host}, ${node.device_port}, ${node.playback_port}, ${node.abilities},
      ${node.publishing}, ${node.streams}, ${node.viewers})
    ON CONFLICT (name) DO UPDATE SET instance = excluded.instance, public_url = excluded.public_url, device_host = excluded.device_host,
      device_port = excluded.device_port, playback_port = excluded.playback_port, abilities = excluded.abilities, publishing = excluded.publishing, streams = excluded.streams,
      viewers = excluded.viewers, heard_at = now()`.execute(db);
}

/** A process carries nothing any more. The row of another one that has its name meanwhile stays. */
export async function withdrawMediaNode(db: Kysely<Schema>, name: string, instance: string): Promise<void> {
  await sql`DELETE FROM media_node WHERE name = ${name} AND instance = ${instance}`.execute(db);
}

/** All that were heard of lately, by name, with how long ago by the database's own clock. */
export async function listMediaNodes(db: Kysely<Schema>): Promise<(MediaNodeRecord & { readonly silent_ms: number })[]> {
  const { rows } = await sql<MediaNodeRecord & { silent_ms: number }>`
    SELECT name, public_url, device_host, device_port, playback_port, abilities, publishing, streams, viewers,
      (extract(epoch FROM now() - heard_at) * 1000)::float8 AS silent_ms
    FROM media_node WHERE heard_at > now() - ${FORGOTTEN}::interval ORDER BY name`.execute(db);
  return rows;
}

/** Removes the rows of processes that are not heard of any more. */
export async function forgetMediaNodes(db: Kysely<Schema>): Promise<void> {
  await sql`DELETE FROM media_node WHERE heard_at <= now() - ${FORGOTTEN}::interval`.execute(db);
}

/** A secret that all processes share; the first that asks for it makes it. */
export async function platformSecret(db: Kysely<Schema>, name: string, make: () => Buffer): Promise<Buffer> {
  await sql`INSERT INTO platform_secret (name, value) VALUES (${name}, ${make()}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ value: Buffer }>`SELECT value FROM platform_secret WHERE name = ${name}`.execute(db);
  return rows[0]!.value;
}
