import { sql, type Kysely } from 'kysely';

/**
 * Positions and what is derived from them.
 *
 * Instants of positions and facts are whole milliseconds since the epoch (bigint, columns `..._ms`): they are keys, are
 * compared and subtracted all the time, and have no time zone. Everything hangs on `device.key`, which is never used again.
 *
 * A position passes three homes: `position` (daily partitions; days without one go to `position_late`), `position_sealing`
 * (a day that is being packed; nothing is written there any more), `position_chunk` (device-hours). A position may be in two
 * of them for a moment, never in none: readers take the homes in that order, each with a snapshot of its own, and drop what
 * they have seen. One snapshot for both would be wrong: dropping a table is seen at once, also by older snapshots, and those
 * would not see the chunks yet. For the same reason the functions are volatile (a stable one reads with the caller's
 * snapshot, taken before it has its locks).
 *
 * device_key and time are in every key, so that the tables can be distributed by device (Citus) or by time (TimescaleDB).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE position (
      device_key     bigint NOT NULL,
      fix_ms         bigint NOT NULL,
      sequence       integer NOT NULL,
      received_ms    bigint NOT NULL,
      type           smallint NOT NULL,
      valid          boolean NOT NULL,
      buffered       boolean NOT NULL,
      -- 64-bit floats: what the protocol gave must come back bit for bit, or a re-run would differ from the first run
      lat            double precision,
      lon            double precision,
      speed_kph      double precision,
      course         double precision,
      altitude_m     double precision,
      flags          smallint NOT NULL,
      attributes     jsonb NOT NULL,
      PRIMARY KEY (device_key, fix_ms, sequence)
    ) PARTITION BY RANGE (fix_ms);
    CREATE TABLE position_late PARTITION OF position DEFAULT;
    CREATE TABLE position_sealing (LIKE position INCLUDING ALL) PARTITION BY RANGE (fix_ms);

    CREATE TABLE position_chunk (
      device_key     bigint NOT NULL,
      hour_ms        bigint NOT NULL,
      -- an hour with very many positions is cut into several
      seq            smallint NOT NULL,
      count          integer NOT NULL,
      data           bytea NOT NULL,
      PRIMARY KEY (device_key, hour_ms, seq)
    );
    -- It is deflated already; and out of line, so that the key can be read without it.
    ALTER TABLE position_chunk ALTER data SET STORAGE EXTERNAL;

    CREATE TABLE position_mark (
      device_key     bigint NOT NULL,
      fix_ms         bigint NOT NULL,
      sequence       integer NOT NULL,
      PRIMARY KEY (device_key, fix_ms, sequence)
    );

    CREATE TABLE segment (
      device_key     bigint NOT NULL,
      start_ms       bigint NOT NULL,
      start_sequence integer NOT NULL,
      end_ms         bigint NOT NULL,
      -- 1 trip, 2 stop
      kind           smallint NOT NULL,
      start_lat      double precision NOT NULL, start_lon double precision NOT NULL,
      end_lat        double precision NOT NULL, end_lon   double precision NOT NULL,
      distance_m     double precision NOT NULL,
      max_speed_kph  double precision NOT NULL,
      moving_s       double precision NOT NULL,
      idle_s         double precision NOT NULL,
      point_count    integer NOT NULL,
      start_reason   json NOT NULL,
      -- NULL while it is open
      end_reason     json,
      PRIMARY KEY (device_key, start_ms, start_sequence)
    ) WITH (fillfactor = 70);

    CREATE TABLE bucket (
      device_key     bigint NOT NULL,
      slot_ms        bigint NOT NULL,
      distance_m     double precision NOT NULL,
      moving_s       double precision NOT NULL,
      idle_s         double precision NOT NULL,
      stopped_s      double precision NOT NULL,
      max_speed_kph  double precision NOT NULL,
      point_count    integer NOT NULL,
      PRIMARY KEY (device_key, slot_ms)
    ) WITH (fillfactor = 70);

    CREATE TABLE checkpoint (
      device_key     bigint NOT NULL,
      fix_ms         bigint NOT NULL,
      sequence       integer NOT NULL,
      core           text NOT NULL,
      PRIMARY KEY (device_key, fix_ms, sequence)
    );

    CREATE TABLE device_state (
      device_key      bigint PRIMARY KEY,
      last_contact_at timestamptz NOT NULL,
      fix_time        timestamptz,
      lat double precision, lon double precision,
      speed_kph double precision, course double precision, altitude_m double precision,
      type            smallint,
      motion          text NOT NULL DEFAULT 'stopped',
      motion_since    timestamptz,
      ignition        boolean,
      ignition_since  timestamptz,
      odometer_m      double precision NOT NULL DEFAULT 0,
      attributes      jsonb NOT NULL DEFAULT '{}'
    ) WITH (fillfactor = 50);

    -- The engine's memory, written with every batch and read at a start only: apart, so that a list of states stays small.
    CREATE TABLE engine_state (
      device_key      bigint PRIMARY KEY,
      state           text NOT NULL
    ) WITH (fillfactor = 50);
    ALTER TABLE engine_state ALTER state SET STORAGE EXTERNAL;

    -- Spans to be run again: late positions, changed settings. Emptied by the run's own transaction.
    CREATE TABLE dirty_span (
      id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_key      bigint NOT NULL,
      from_ms         bigint NOT NULL, from_sequence integer NOT NULL,
      to_ms           bigint NOT NULL, to_sequence   integer NOT NULL
    );
    CREATE INDEX dirty_span_device ON dirty_span (device_key);

    GRANT SELECT ON segment, bucket, device_state, position_mark TO sightline_api;
    ALTER TABLE segment ENABLE ROW LEVEL SECURITY;
    CREATE POLICY segment_scope ON segment TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE bucket ENABLE ROW LEVEL SECURITY;
    CREATE POLICY bucket_scope ON bucket TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE device_state ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_state_scope ON device_state TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE position_mark ENABLE ROW LEVEL SECURITY;
    CREATE POLICY position_mark_scope ON position_mark TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));

    -- A policy on the positions themselves would be asked for every row of a month. The api role cannot read them at all; these
    -- functions ask once for the device and then read as the owner. Their search path is fixed, so nobody can put another table in between.
    CREATE FUNCTION app.sees_device(device bigint) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN EXISTS (SELECT FROM device d WHERE d.key = device AND d.customer_path <@ app.scope());
    CREATE FUNCTION app.position_rows(device bigint, from_ms bigint, to_ms bigint) RETURNS SETOF public.position
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) THEN RETURN; END IF;
      RETURN QUERY SELECT * FROM position p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms
        UNION ALL SELECT * FROM position_sealing p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms;
    END $f$;
    CREATE FUNCTION app.position_chunks(device bigint, from_ms bigint, to_ms bigint) RETURNS SETOF public.position_chunk
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) THEN RETURN; END IF;
      RETURN QUERY SELECT * FROM position_chunk c WHERE c.device_key = device AND c.hour_ms > from_ms - 3600000 AND c.hour_ms < to_ms;
    END $f$;
    -- Between which instants of a span there is anything (of a chunk: its whole hour). Where a track begins and ends, and how
    -- a stream skips what is empty. Rows first, chunks second, as everywhere.
    CREATE FUNCTION app.position_bounds(device bigint, from_ms bigint, to_ms bigint, OUT first_ms bigint, OUT last_ms bigint)
      LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $f$
    DECLARE
      first_hour bigint;
      last_hour bigint;
    BEGIN
      SELECT least(a.first, b.first), greatest(a.last, b.last) INTO first_ms, last_ms
        FROM (SELECT min(p.fix_ms) AS first, max(p.fix_ms) AS last FROM position p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms) a,
          (SELECT min(p.fix_ms) AS first, max(p.fix_ms) AS last FROM position_sealing p WHERE p.device_key = device AND p.fix_ms >= from_ms AND p.fix_ms < to_ms) b;
      SELECT min(c.hour_ms), max(c.hour_ms) INTO first_hour, last_hour
        FROM position_chunk c WHERE c.device_key = device AND c.hour_ms > from_ms - 3600000 AND c.hour_ms < to_ms;
      -- least and greatest pass over NULL, so nothing may be clipped that is not there
      IF first_hour IS NOT NULL THEN
        first_ms := least(first_ms, greatest(first_hour, from_ms));
        last_ms := greatest(last_ms, least(last_hour + 3599999, to_ms - 1));
      END IF;
    END $f$;
    CREATE FUNCTION app.visible_position_bounds(device bigint, from_ms bigint, to_ms bigint, OUT first_ms bigint, OUT last_ms bigint)
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) THEN RETURN; END IF;
      SELECT b.first_ms, b.last_ms INTO first_ms, last_ms FROM app.position_bounds(device, from_ms, to_ms) b;
    END $f$;
    REVOKE ALL ON FUNCTION app.sees_device, app.position_rows, app.position_chunks, app.position_bounds, app.visible_position_bounds FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.position_rows, app.position_chunks, app.visible_position_bounds TO sightline_api;

    -- No right and no policy: there would be nothing to see even if a right were given by mistake.
    ALTER TABLE position ENABLE ROW LEVEL SECURITY;
    ALTER TABLE position_late ENABLE ROW LEVEL SECURITY;
    ALTER TABLE position_sealing ENABLE ROW LEVEL SECURITY;
    ALTER TABLE position_chunk ENABLE ROW LEVEL SECURITY;
    ALTER TABLE checkpoint ENABLE ROW LEVEL SECURITY;
    ALTER TABLE engine_state ENABLE ROW LEVEL SECURITY;
    ALTER TABLE dirty_span ENABLE ROW LEVEL SECURITY;
  `.execute(db);
}
