import type { EndedAlarm, RaisedAlarm } from '../positions/types.ts';

/** What a batch writes of alarms: rare, hence JSON. Each takes one parameter; `ended_alarms` goes first. */
export const ALARM_STATEMENTS = {
  ended_alarms: `UPDATE device_alarm a SET until_at = r.until_at, open = false
    FROM json_to_recordset($1::json) AS r (device_key bigint, family text, kind text, until_at timestamptz)
    WHERE a.device_key = r.device_key AND a.family = r.family AND a.kind = r.kind AND a.open AND a.at <= r.until_at`,
  // The end of an alarm may be told without its beginning, and both may be told again: an end stays.
  alarms: `INSERT INTO device_alarm AS a (customer_id, device_key, device_id, device_name, family, kind, type, level, identity, at, until_at, open,
      lat, lon, speed_kph, course, attributes, alarm_sign, files_expected, upload_state, upload_due_at)
    SELECT d.customer_id, d.key, d.id, d.name, r.family, r.kind, r.type, r.level, r.identity, r.at, r.until_at, r.open,
      r.lat, r.lon, r.speed_kph, r.course, r.attributes, decode(r.sign, 'hex'), r.files,
      CASE WHEN r.files > 0 AND r.sign IS NOT NULL THEN 'wanted' ELSE 'none' END, CASE WHEN r.files > 0 AND r.sign IS NOT NULL THEN now() END
    FROM json_to_recordset($1::json) AS r (device_key bigint, identity text, family text, kind text, type integer, level smallint, at timestamptz,
      until_at timestamptz, open boolean, lat float8, lon float8, speed_kph real, course real, attributes jsonb, sign text, files smallint)
    JOIN device d ON d.key = r.device_key
    ON CONFLICT (device_key, identity) DO UPDATE SET until_at = excluded.until_at, open = false
      WHERE excluded.until_at IS NOT NULL AND a.until_at IS NULL`,
} as const;

export const endedAlarmRows = (ended: readonly EndedAlarm[]): object[] =>
  ended.map((e) => ({ device_key: e.deviceKey, family: e.family, kind: e.kind, until_at: new Date(e.untilMs) }));

/** One row for each alarm: what is told of it more than once is joined, as one statement writes a row once. */
export function raisedAlarmRows(raised: readonly RaisedAlarm[]): object[] {
  if (raised.length === 0) return [];
  const rows = new Map<string, RaisedAlarm>();
  for (const alarm of raised) {
    const key = `${alarm.deviceKey} ${alarm.identity}`;
    const known = rows.get(key);
    const untilMs = known?.untilMs ?? alarm.untilMs;
    rows.set(key, known ? { ...known, untilMs, open: known.open && untilMs === null } : alarm);
  }
  // sorted, so that writers lock rows in one order
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, a]) => ({
      device_key: a.deviceKey,
      identity: a.identity,
      family: a.family,
      kind: a.kind,
      type: a.type,
      level: a.level,
      at: new Date(a.atMs),
      until_at: a.untilMs === null ? null : new Date(a.untilMs),
      open: a.open,
      lat: a.lat,
      lon: a.lon,
      speed_kph: a.speedKph,
      course: a.course,
      attributes: a.attributes,
      sign: a.sign,
      files: a.files,
    }));
}
