import type { Database } from '../connection/database.ts';

/** A command that one connection has claimed: nobody else sends it. */
export interface ClaimedCommand {
  readonly id: string;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  readonly timeoutS: number;
  readonly repeatable: boolean;
  /** Its parameters or the answer to them tell a password. */
  readonly secret: boolean;
  /** Of settings to be written: octets of each group as the unit told them, in hexadecimal. */
  readonly told: Readonly<Record<string, string>> | null;
}

/** How a command ended. */
export interface CommandOutcome {
  readonly state: 'executed' | 'rejected' | 'timedOut';
  readonly reason: string | null;
  readonly text: string | null;
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly answerHex: string | null;
}

const UNIQUE_VIOLATION = '23505';
/** How often a question is asked whose outcome is unknown. */
const MAX_ATTEMPTS = 3;
/** Beyond the device's own time: for the database and the process. */
const GRACE_S = 10;
/** Octets of frames that are kept, as text. */
const MAX_HEX = 8192;

/** A question goes back to the queue, anything else ends: whether the device has carried it out nobody knows. */
const UNKNOWN_OUTCOME = `state = CASE WHEN c.repeatable AND c.attempt < ${MAX_ATTEMPTS} AND c.expires_at > now() THEN 'pending' ELSE 'timedOut' END,
  reason = CASE WHEN c.repeatable AND c.attempt < ${MAX_ATTEMPTS} AND c.expires_at > now() THEN NULL ELSE 'unknown' END,
  finished_at = CASE WHEN c.repeatable AND c.attempt < ${MAX_ATTEMPTS} AND c.expires_at > now() THEN NULL ELSE now() END,
  connection = NULL, deadline_at = NULL`;

/** What the process that holds the connections does with commands. Not bound to a tenant: the connection proves the device. */
export class CommandDeliveryRepository {
  constructor(private readonly database: Database) {}

  /**
   * The next command of a device that may go, claimed in one statement for `connection`; null when there is none, one is under
   * way, or somebody is about to take back the next. One whose condition does not hold is rejected on the way (`rejected`: ask again).
   */
  async claim(deviceKey: number, connection: string): Promise<ClaimedCommand | 'rejected' | null> {
    try {
      const { rows } = await this.database.pool.query<{
        id: string;
        command: string;
        params: Record<string, unknown>;
        attempt: number;
        timeout_s: number;
        repeatable: boolean;
        secret: boolean;
        state: string;
        told: Record<string, string> | null;
      }>(
        // The first is found before it is locked: one that is locked must not be overtaken by those that build on it.
        `WITH first AS (
           SELECT f.id FROM device_command f
           WHERE f.device_key = $1 AND f.state = 'pending' AND f.expires_at > now()
             AND NOT EXISTS (SELECT FROM device_command o WHERE o.device_key = $1 AND o.state IN ('sending', 'sent'))
             AND app.command_is_due(f.device_key, f.max_speed_kph, f.max_fix_age_s, f.waits)
           ORDER BY f.id LIMIT 1),
         next AS (
           SELECT n.id, app.command_may_go(n.device_key, n.max_speed_kph, n.max_fix_age_s) AS may_go
           FROM device_command n JOIN first ON first.id = n.id WHERE n.state = 'pending' FOR UPDATE OF n SKIP LOCKED)
         UPDATE device_command c SET
           state = CASE WHEN next.may_go THEN 'sending' ELSE 'rejected' END,
           reason = CASE WHEN next.may_go THEN NULL ELSE 'notSlow' END,
           finished_at = CASE WHEN next.may_go THEN NULL ELSE now() END,
           sequence = (SELECT coalesce(max(s.sequence), 0) + 1 FROM device_command s WHERE s.device_key = $1),
           attempt = c.attempt + 1, connection = $2, claimed_at = now(), sent_at = NULL, acknowledged_at = NULL,
           deadline_at = now() + make_interval(secs => c.timeout_s + ${GRACE_S})
         FROM next WHERE c.id = next.id
         RETURNING c.id, c.command, c.params, c.attempt, c.timeout_s, c.repeatable,
           c.masked_params IS NOT NULL AS secret, c.state,
           CASE WHEN c.command = 'alarmSettingsWrite' THEN (
             SELECT coalesce(jsonb_object_agg(s.family, encode(s.told, 'hex')), '{}') FROM device_alarm_setting s
             WHERE s.device_key = c.device_key AND s.told IS NOT NULL) END AS told`,
        [deviceKey, connection],
      );
      const row = rows[0];
      if (!row) return null;
      if (row.state === 'rejected') return 'rejected';
      return {
        id: row.id,
        command: row.command,
        params: row.params,
        attempt: row.attempt,
        timeoutS: row.timeout_s,
        repeatable: row.repeatable,
        secret: row.secret,
        told: row.told,
      };
    } catch (error) {
      // Another process was quicker with another command of this device.
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }

  /** The bytes have gone out. */
  async sent(claim: ClaimedCommand, connection: string, requestHex: string): Promise<void> {
    await this.database.pool.query(
      `UPDATE device_command SET state = 'sent', sent_at = now(), request_hex = $4 WHERE id = $1 AND attempt = $2 AND connection = $3 AND state = 'sending'`,
      [claim.id, claim.attempt, connection, requestHex.slice(0, MAX_HEX)],
    );
  }

  /** The device has taken it and will answer later. */
  async acknowledged(claim: ClaimedCommand, connection: string): Promise<void> {
    await this.database.pool.query(
      `UPDATE device_command SET acknowledged_at = now() WHERE id = $1 AND attempt = $2 AND connection = $3 AND state IN ('sending', 'sent')`,
      [claim.id, claim.attempt, connection],
    );
  }

  /** Ends it. Returns false when it has been ended otherwise. */
  async finish(claim: ClaimedCommand, connection: string, outcome: CommandOutcome): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      `UPDATE device_command SET state = $4, reason = $5, answer_text = $6, answer = $7, answer_hex = $8, finished_at = now(),
         sent_at = coalesce(sent_at, CASE WHEN $4 <> 'rejected' OR $8::text IS NOT NULL THEN now() END)
       WHERE id = $1 AND attempt = $2 AND connection = $3 AND state IN ('sending', 'sent')`,
      [
        claim.id,
        claim.attempt,
        connection,
        outcome.state,
        outcome.reason,
        outcome.text,
        outcome.answer === null ? null : JSON.stringify(outcome.answer),
        outcome.answerHex === null ? null : outcome.answerHex.slice(0, MAX_HEX),
      ],
    );
    return (rowCount ?? 0) > 0;
  }

  /** Its bytes have not gone out: it waits again. */
  async release(claim: ClaimedCommand, connection: string): Promise<void> {
    await this.database.pool.query(
      `UPDATE device_command SET state = 'pending', connection = NULL, deadline_at = NULL, attempt = attempt - 1
       WHERE id = $1 AND attempt = $2 AND connection = $3 AND state = 'sending'`,
      [claim.id, claim.attempt, connection],
    );
  }

  /** The connection ended after the bytes had gone out. */
  async lost(claim: ClaimedCommand, connection: string): Promise<void> {
    await this.database.pool.query(
      `UPDATE device_command c SET ${UNKNOWN_OUTCOME} WHERE id = $1 AND attempt = $2 AND connection = $3 AND state IN ('sending', 'sent')`,
      [claim.id, claim.attempt, connection],
    );
  }

  /**
   * Devices have come on line, each over a new connection: what was under way over another one has an unknown outcome. Returns the
   * keys of those for which commands wait.
   */
  async arrived(devices: readonly { readonly deviceKey: number; readonly connection: string }[]): Promise<number[]> {
    const keys = devices.map((d) => d.deviceKey);
    await this.database.pool.query(
      `UPDATE device_command c SET ${UNKNOWN_OUTCOME} FROM unnest($1::bigint[], $2::text[]) AS n (key, connection)
       WHERE c.device_key = n.key AND c.state IN ('sending', 'sent') AND c.connection IS DISTINCT FROM n.connection`,
      [keys, devices.map((d) => d.connection)],
    );
    const { rows } = await this.database.pool.query<{ device_key: string }>(
      `SELECT DISTINCT device_key FROM device_command WHERE device_key = ANY($1::bigint[]) AND state = 'pending'`,
      [keys],
    );
    return rows.map((r) => Number(r.device_key));
  }

  /**
   * Ends what has expired, and what was claimed by a process that is gone. Returns the keys of devices for which a command may go:
   * also those that waited for the vehicle to be slow, or whose notice was missed.
   */
  async sweep(): Promise<number[]> {
    const { pool } = this.database;
    await pool.query(
      `UPDATE device_command SET state = 'timedOut', reason = 'expired', finished_at = now() WHERE state = 'pending' AND expires_at <= now()`,
    );
    await pool.query(`UPDATE device_command c SET ${UNKNOWN_OUTCOME} WHERE c.state IN ('sending', 'sent') AND c.deadline_at < now()`);
    const { rows } = await pool.query<{ device_key: string }>(
      `SELECT DISTINCT device_key FROM device_command WHERE state = 'pending'
         AND app.command_is_due(device_key, max_speed_kph, max_fix_age_s, waits) LIMIT 20000`,
    );
    return rows.map((r) => Number(r.device_key));
  }
}
