import { sql, type Kysely } from 'kysely';

/**
 * The processes that carry video, so that others find them: a row moves on while its process lives. Which one people use by default, and over
 * which one somebody looked. And secrets that all processes of a platform share, wherever they run.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE media_node (
      name          text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64),
      -- of the process: one that goes takes only its own row along
      instance      text NOT NULL,
      -- origin for browsers, ws: or wss:; '' = only by way of the process itself
      public_url    text NOT NULL,
      -- where cameras send to
      device_host   text NOT NULL,
      device_port   integer NOT NULL,
      playback_port integer NOT NULL,
      -- live, talk, replay
      abilities     text[] NOT NULL,
      -- channels that cameras publish there, as device/channel: nobody else has them
      publishing    text[] NOT NULL DEFAULT '{}',
      streams       integer NOT NULL DEFAULT 0,
      viewers       integer NOT NULL DEFAULT 0,
      heard_at      timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE platform_secret (
      name  text PRIMARY KEY,
      value bytea NOT NULL
    );
    -- Both are the platform's own: no role of people's calls reads or writes them, and there is no policy that would let one.
    ALTER TABLE media_node ENABLE ROW LEVEL SECURITY;
    ALTER TABLE platform_secret ENABLE ROW LEVEL SECURITY;

    -- '' = the customer's node of live video
    ALTER TABLE customer
      ADD default_talk_node   text NOT NULL DEFAULT '',
      ADD default_replay_node text NOT NULL DEFAULT '';
    ALTER TABLE camera_look ADD node text NOT NULL DEFAULT '';
  `.execute(db);
}
