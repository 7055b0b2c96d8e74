import { sql, type Kysely } from 'kysely';

/** Alarm kinds of a company's own, and its rules: which alarms of which devices, when, and what is done then. */
export async function up(db: Kysely<never>): Promise<void> {
  await alerts(db);
  await rules(db);
  await namedByRules(db);
  await givenAway(db);
}

/** Read by those below as well, who may ask for them; changed by their customer and those above it. */
async function alerts(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE customize_alarm (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      name          text NOT NULL,
      note          text NOT NULL,
      notice_level  smallint NOT NULL CHECK (notice_level BETWEEN 1 AND 3),
      -- 0 = none
      notice_sound  smallint NOT NULL CHECK (notice_sound BETWEEN 0 AND 3),
      match         text NOT NULL CHECK (match IN ('all', 'any')),
      conditions    jsonb NOT NULL,
      hold_s        integer NOT NULL CHECK (hold_s >= 0),
      enabled       boolean NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      updated_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX customize_alarm_name ON customize_alarm (customer_id, lower(name));
    CREATE INDEX customize_alarm_path_gist ON customize_alarm USING gist (customer_path);
    CREATE TRIGGER customize_alarm_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON customize_alarm
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    GRANT SELECT, INSERT, UPDATE, DELETE ON customize_alarm TO sightline_api;
    ALTER TABLE customize_alarm ENABLE ROW LEVEL SECURITY;
    CREATE POLICY customize_alarm_seen ON customize_alarm FOR SELECT TO sightline_api
      USING (customer_path <@ (SELECT app.scope()) OR customer_path @> (SELECT app.scope()));
    CREATE POLICY customize_alarm_added ON customize_alarm FOR INSERT TO sightline_api WITH CHECK (customer_path <@ (SELECT app.scope()));
    CREATE POLICY customize_alarm_changed ON customize_alarm FOR UPDATE TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    CREATE POLICY customize_alarm_deleted ON customize_alarm FOR DELETE TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    -- Users held to customers read what these and those above have, users held to devices what their own customer may ask for.
    CREATE POLICY user_customers_seen ON customize_alarm AS RESTRICTIVE FOR SELECT TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()) OR customer_path @> (SELECT app.user_customer_paths())
        OR customer_path @> (SELECT app.scope()));
    CREATE POLICY user_customers_added ON customize_alarm AS RESTRICTIVE FOR INSERT TO sightline_by_customer
      WITH CHECK (customer_path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_customers_changed ON customize_alarm AS RESTRICTIVE FOR UPDATE TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_customers_deleted ON customize_alarm AS RESTRICTIVE FOR DELETE TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()));
    CREATE POLICY user_devices_seen ON customize_alarm AS RESTRICTIVE FOR SELECT TO sightline_by_device USING (customer_path @> (SELECT app.scope()));
    SELECT app.note_changes_of('customize_alarm', 'name', 'note', 'notice_level', 'notice_sound', 'match', 'conditions', 'hold_s', 'enabled');
  `.execute(db);
}

async function rules(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE TABLE config_rule (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      customer_id   bigint NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
      customer_path ltree NOT NULL,
      -- who made it
      user_id       bigint REFERENCES app_user (id) ON DELETE SET NULL,
      name          text NOT NULL,
      note          text NOT NULL,
      enabled       boolean NOT NULL,
      alarm_kinds   text[] NOT NULL,
      -- 1 Monday to 7 Sunday
      weekdays      smallint[] NOT NULL,
      spans         jsonb NOT NULL,
      timezone      text NOT NULL,
      min_speed_kph double precision,
      max_speed_kph double precision,
      -- NULL = nothing of the kind is done
      notice        jsonb,
      pictures      jsonb,
      clip          jsonb,
      emails        text[] NOT NULL,
      created_at    timestamptz NOT NULL DEFAULT now(),
      updated_at    timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX config_rule_customer_id ON config_rule (customer_id);
    CREATE INDEX config_rule_user_id ON config_rule (user_id);
    CREATE INDEX config_rule_path_gist ON config_rule USING gist (customer_path);
    CREATE TRIGGER config_rule_path BEFORE INSERT OR UPDATE OF customer_id, customer_path ON config_rule
      FOR EACH ROW EXECUTE FUNCTION app.fill_customer_path();
    GRANT SELECT, INSERT, UPDATE, DELETE ON config_rule TO sightline_api;
    ALTER TABLE config_rule ENABLE ROW LEVEL SECURITY;
    CREATE POLICY config_rule_scope ON config_rule TO sightline_api USING (customer_path <@ (SELECT app.scope()));
    -- A rule may be about more than a held user sees: he has those of the customers that he is held to, and his own ones.
    CREATE POLICY user_customers ON config_rule AS RESTRICTIVE TO sightline_by_customer
      USING (customer_path <@ (SELECT app.user_customer_paths()) OR user_id = (SELECT app.user_id()));
    CREATE POLICY user_devices ON config_rule AS RESTRICTIVE TO sightline_by_device USING (user_id = (SELECT app.user_id()));
    SELECT app.note_changes_of('config_rule', 'name', 'note', 'enabled', 'alarm_kinds', 'weekdays', 'spans', 'timezone', 'min_speed_kph', 'max_speed_kph',
      'notice', 'pictures', 'clip', 'emails');

    -- Also of those that a held user does not see: the limit is the company's.
    CREATE FUNCTION app.config_rule_count(customer bigint) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      RETURN (SELECT count(*)::integer FROM config_rule r WHERE r.customer_id = customer AND r.customer_path <@ app.scope());
    REVOKE ALL ON FUNCTION app.config_rule_count FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.config_rule_count TO sightline_api;
  `.execute(db);
}

/** What rules name. Whatever is deleted for good leaves the rules with it; a person sees of a rule what he sees of these. */
async function namedByRules(db: Kysely<never>): Promise<void> {
  for (const [table, column, target, key] of [
    ['config_rule_customer', 'customer_id', 'customer', 'id'],
    ['config_rule_label', 'label_id', 'label', 'id'],
    ['config_rule_device', 'device_key', 'device', 'key'],
    ['config_rule_user', 'user_id', 'app_user', 'id'],
    ['config_rule_alarm', 'customize_alarm_id', 'customize_alarm', 'id'],
  ] as const) {
    const [t, c, of, k] = [sql.table(table), sql.ref(column), sql.table(target), sql.ref(key)];
    await sql`
      CREATE TABLE ${t} (
        rule_id bigint NOT NULL REFERENCES config_rule (id) ON DELETE CASCADE,
        ${c} bigint NOT NULL REFERENCES ${of} (${k}) ON DELETE CASCADE,
        PRIMARY KEY (rule_id, ${c})
      );
      CREATE INDEX ${sql.ref(`${table}_target`)} ON ${t} (${c});
      GRANT SELECT, INSERT, DELETE ON ${t} TO sightline_api;
      ALTER TABLE ${t} ENABLE ROW LEVEL SECURITY;
      CREATE POLICY ${sql.ref(`${table}_scope`)} ON ${t} TO sightline_api
        USING (EXISTS (SELECT FROM config_rule r WHERE r.id = rule_id) AND EXISTS (SELECT FROM ${of} o WHERE o.${k} = ${c}));
    `.execute(db);
  }
  await sql`
    -- Which rules keep alerts from being deleted; also those that the asker does not see.
    CREATE FUNCTION app.rules_with_alarms(alarms bigint[]) RETURNS TABLE (alarm_id bigint, rule_id bigint, rule_name text)
      LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
      BEGIN ATOMIC
        SELECT a.id, r.id, r.name FROM customize_alarm a JOIN config_rule_alarm x ON x.customize_alarm_id = a.id JOIN config_rule r ON r.id = x.rule_id
        WHERE a.id = ANY (alarms) AND a.customer_path <@ app.scope() ORDER BY r.name, r.id;
      END;
    REVOKE ALL ON FUNCTION app.rules_with_alarms FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION app.rules_with_alarms TO sightline_api;
  `.execute(db);
}

/** What moves out of a company's sight leaves its rules, in the transaction of the move; it does not come back unasked. */
async function givenAway(db: Kysely<never>): Promise<void> {
  await sql`
    CREATE FUNCTION app.device_left_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    BEGIN
      DELETE FROM config_rule_device x USING config_rule r
        WHERE x.device_key = NEW.key AND r.id = x.rule_id AND NOT NEW.customer_path <@ r.customer_path;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER device_left_rules AFTER UPDATE OF customer_id ON device
      FOR EACH ROW WHEN (OLD.customer_id IS DISTINCT FROM NEW.customer_id) EXECUTE FUNCTION app.device_left_rules();

    -- Once all paths have followed: rules, devices, users, tags and alerts of its own move with a customer.
    CREATE FUNCTION app.customers_left_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $f$
    DECLARE
      moved bigint[] := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE o.path <> n.path);
    BEGIN
      IF cardinality(moved) = 0 THEN RETURN NULL; END IF;
      DELETE FROM config_rule_customer x USING config_rule r, customer c
        WHERE c.id = ANY (moved) AND c.id = x.customer_id AND r.id = x.rule_id AND NOT c.path <@ r.customer_path;
      DELETE FROM config_rule_label x USING config_rule r, label l
        WHERE l.customer_id = ANY (moved) AND l.id = x.label_id AND r.id = x.rule_id AND NOT l.customer_path <@ r.customer_path;
      DELETE FROM config_rule_device x USING config_rule r, device d
        WHERE d.customer_id = ANY (moved) AND d.key = x.device_key AND r.id = x.rule_id AND NOT d.customer_path <@ r.customer_path;
      DELETE FROM config_rule_user x USING config_rule r, app_user u
        WHERE u.customer_id = ANY (moved) AND u.id = x.user_id AND r.id = x.rule_id AND NOT u.customer_path <@ r.customer_path;
      DELETE FROM config_rule_alarm x USING config_rule r, customize_alarm a
        WHERE r.customer_id = ANY (moved) AND r.id = x.rule_id AND a.id = x.customize_alarm_id AND NOT r.customer_path <@ a.customer_path;
      RETURN NULL;
    END $f$;
    CREATE TRIGGER customers_left_rules AFTER UPDATE ON customer REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION app.customers_left_rules();
    REVOKE ALL ON FUNCTION app.device_left_rules, app.customers_left_rules FROM PUBLIC;
  `.execute(db);
}
