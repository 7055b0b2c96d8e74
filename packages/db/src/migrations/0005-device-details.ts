import { sql, type Kysely } from 'kysely';

/**
 * What the detail page of a device shows beside its positions: raw frames, sensors and tanks, data volume, and how far a shared link looks back.
 *
 * Policies ask for the device and not for a path of their own, so that whatever narrows the view of devices narrows these with it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- The last frames of each device. Nobody relies on them: unlogged, so that they cost ingest no WAL, and empty after a crash.
    CREATE UNLOGGED TABLE raw_frame (
      id             bigint GENERATED ALWAYS AS IDENTITY,
      device_key     bigint NOT NULL,
      at_ms          bigint NOT NULL,
      -- 1 from the device, 2 to the device
      direction      smallint NOT NULL,
      protocol       text NOT NULL,
      remote         text NOT NULL,
      -- Of the run of a gateway: which connection, which frame, and which frame it answers
      gateway        integer NOT NULL,
      connection     bigint NOT NULL,
      number         bigint NOT NULL,
      answers        bigint,
      size           integer NOT NULL,
      data           bytea NOT NULL,
      error_code     text,
      error_text     text,
      PRIMARY KEY (device_key, id)
    ) WITH (autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX raw_frame_at ON raw_frame USING brin (at_ms);

    CREATE TABLE sensor (
      id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_key     bigint NOT NULL REFERENCES device (key) ON DELETE CASCADE,
      name           text NOT NULL,
      type           text NOT NULL,
      -- the attribute that carries its value
      item_code      text NOT NULL,
      unit           text NOT NULL,
      peripheral_id  text,
      -- shape, size, capacity; validated by the contract
      tank           jsonb,
      calibration    jsonb,
      created_at     timestamptz NOT NULL DEFAULT now(),
      changed_at     timestamptz NOT NULL DEFAULT now(),
      UNIQUE (device_key, name)
    );

    -- Octets of a device's connections by quarter of an hour: every time zone of the product is a multiple of it.
    CREATE TABLE device_traffic (
      device_key     bigint NOT NULL,
      slot_ms        bigint NOT NULL,
      bytes_in       bigint NOT NULL DEFAULT 0,
      bytes_out      bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (device_key, slot_ms)
    ) WITH (fillfactor = 80);
    CREATE INDEX device_traffic_slot ON device_traffic USING brin (slot_ms);

    CREATE TABLE device_allowance (
      device_key     bigint PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
      -- MB (10^6 octets) a day; NULL = no limit
      daily_mb       integer,
      -- added on one day, which is a day of the zone in which it was given
      extra_mb       integer NOT NULL DEFAULT 0,
      extra_from     timestamptz,
      extra_until    timestamptz
    );

    -- Two registrations that a protocol with 12 digits cannot tell apart, thrown away ones as well.
    CREATE INDEX device_id_end ON device (right(id, 12));

    ALTER TABLE share_link ADD COLUMN track_hours smallint NOT NULL DEFAULT 0;
    CREATE INDEX share_link_device ON share_link (device_key);

    -- The queue of re-runs belongs to the engine. Who may see a device may ask for it, in the transaction that changes the settings.
    CREATE FUNCTION app.request_recompute(device bigint, first_ms bigint, last_ms bigint) RETURNS void
      LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      IF NOT app.sees_device(device) THEN RETURN; END IF;
      INSERT INTO dirty_span (device_key, from_ms, from_sequence, to_ms, to_sequence)
        VALUES (device, first_ms, -2147483648, last_ms, 2147483647);
    END $f$;
    REVOKE ALL ON FUNCTION app.request_recompute FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.request_recompute TO sightline_api;

    GRANT SELECT ON raw_frame, device_traffic TO sightline_api;
    GRANT SELECT, INSERT, UPDATE, DELETE ON sensor, device_allowance TO sightline_api;
    ALTER TABLE raw_frame ENABLE ROW LEVEL SECURITY;
    CREATE POLICY raw_frame_scope ON raw_frame TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE sensor ENABLE ROW LEVEL SECURITY;
    CREATE POLICY sensor_scope ON sensor TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE device_traffic ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_traffic_scope ON device_traffic TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
    ALTER TABLE device_allowance ENABLE ROW LEVEL SECURITY;
    CREATE POLICY device_allowance_scope ON device_allowance TO sightline_api USING (EXISTS (SELECT FROM device d WHERE d.key = device_key));
  `.execute(db);
}
