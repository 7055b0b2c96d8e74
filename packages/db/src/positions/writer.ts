import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { comparePositions } from '@sightline/domain';
import { CopyBuffer, STAGE_COLUMNS, type StagedRow } from './copy-rows.ts';
import {
  BUCKET_TABLE,
  bucketRow,
  checkpointRow,
  CHECKPOINT_TABLE,
  engineRow,
  ENGINE_TABLE,
  factLines,
  keyRow,
  MARK_TABLE,
  SEGMENT_TABLE,
  segmentRow,
  STATE_TABLE,
  stateRow,
  upsertSql,
} from './fact-rows.ts';
import { keyText, sealedKeys } from './sealed-keys.ts';
import type { IncomingPosition, IngestBatch, PositionWriter, WriteResult } from './types.ts';

const POSITION_NAMES = STAGE_COLUMNS.slice(1)
  .map((c) => c.slice(0, c.indexOf(' ')))
  .join(', ');

const CREATE_STAGE = `CREATE TEMP TABLE IF NOT EXISTS position_stage (${STAGE_COLUMNS.join(', ')}) ON COMMIT DELETE ROWS`;
/** Gives back the rows of the stage that were stored before. */
const FROM_STAGE = `
  WITH stored AS (
    INSERT INTO position (${POSITION_NAMES}) SELECT ${POSITION_NAMES} FROM position_stage ON CONFLICT DO NOTHING RETURNING device_key, fix_ms, sequence
  )
  SELECT s.ordinal FROM position_stage s
  WHERE NOT EXISTS (SELECT FROM stored n WHERE n.device_key = s.device_key AND n.fix_ms = s.fix_ms AND n.sequence = s.sequence)`;

const UNIQUE_VIOLATION = '23505';
const BATCHES_AFTER_REPEAT = 20;

/** Nothing younger is ever sealed: at least the present UTC day is kept as rows. */
const SEALED_AFTER_MS = 3_600_000;

/** By fix, then by contact: what is older never replaces what is newer. */
const NEWER_STATE = `(coalesce(excluded.fix_time, '-infinity'), excluded.last_contact_at) >= (coalesce(device_state.fix_time, '-infinity'), device_state.last_contact_at)`;

/** Facts that are upserted by their key; `when` as in {@link upsertSql}. */
const UPSERTS = {
  states: { table: STATE_TABLE, text: upsertSql(STATE_TABLE, NEWER_STATE) },
  engineStates: { table: ENGINE_TABLE, text: upsertSql(ENGINE_TABLE) },
  segments: { table: SEGMENT_TABLE, text: upsertSql(SEGMENT_TABLE) },
  buckets: { table: BUCKET_TABLE, text: upsertSql(BUCKET_TABLE) },
  marks: { table: MARK_TABLE, text: upsertSql(MARK_TABLE) },
  checkpoints: { table: CHECKPOINT_TABLE, text: upsertSql(CHECKPOINT_TABLE) },
} as const;

/** What is rare or narrow goes over as JSON. */
const STATEMENTS = {
  unmark: `DELETE FROM position_mark m USING json_to_recordset($1::json) AS r (${MARK_TABLE.columns.join(', ')})
    WHERE m.device_key = r.device_key AND m.fix_ms = r.fix_ms AND m.sequence = r.sequence`,
  contacts: `INSERT INTO device_state (device_key, last_contact_at) SELECT device_key, last_contact_at FROM json_to_recordset($1::json) AS r (device_key bigint, last_contact_at timestamptz)
    ON CONFLICT (device_key) DO UPDATE SET last_contact_at = excluded.last_contact_at WHERE device_state.last_contact_at < excluded.last_contact_at`,
  dirty: `INSERT INTO dirty_span (device_key, from_ms, from_sequence, to_ms, to_sequence)
    SELECT * FROM json_to_recordset($1::json) AS r (device_key bigint, from_ms bigint, from_sequence integer, to_ms bigint, to_sequence integer)`,
} as const;

/** See {@link PositionWriter}: one connection, one batch after the other. */
export class CopyWriter implements PositionWriter {
  private client: pg.Client | null = null;
  private readonly buffer = new CopyBuffer();
  private queue: Promise<unknown> = Promise.resolve();
  /** So many batches go over the stage before the straight way is tried again. */
  private repeatsExpected = 0;

  constructor(private readonly connection: pg.PoolConfig) {}

  write(batch: IngestBatch): Promise<WriteResult> {
    const result = this.queue.then(() => this.transaction(batch));
    this.queue = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.queue;
    await this.client?.end().catch(() => undefined);
    this.client = null;
  }

  private async transaction(batch: IngestBatch): Promise<WriteResult> {
    const client = await this.connect();
    try {
      await client.query('BEGIN');
      const result = await this.positions(client, batch.positions);
      await this.facts(client, batch, result);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // The state of the connection is not known any more; a new one is cheap and certain.
      this.client = null;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  private async connect(): Promise<pg.Client> {
    if (this.client) return this.client;
    const client = new pg.Client(this.connection);
    // A connection that breaks between two batches shows at the next query.
    client.on('error', () => {
      if (this.client === client) this.client = null;
    });
    await client.connect();
    // A month of batches plans the same statements; the generic plan is right for all of them.
    await client.query(`SET plan_cache_mode = force_generic_plan; ${CREATE_STAGE}`);
    this.client = client;
    return client;
  }

  private async positions(client: pg.Client, incoming: readonly IncomingPosition[]): Promise<WriteResult> {
    const isNew = new Uint8Array(incoming.length);
    if (incoming.length === 0) return { isNew, newCount: 0 };
    let staged: StagedRow[] = [];
    const seen = new Set<string>();
    incoming.forEach(({ deviceKey, position }, ordinal) => {
      const key = keyText(deviceKey, position);
      if (seen.has(key)) return;
      seen.add(key);
      staged.push({ ordinal, deviceKey, position });
    });
    const sealed = await sealedKeys(client, staged, Date.now() - SEALED_AFTER_MS);
    if (sealed.size > 0) staged = staged.filter((row) => !sealed.has(keyText(row.deviceKey, row.position)));
    if (staged.length === 0) return { isNew, newCount: 0 };
    // In key order the index pages are filled one after the other, and two writers never wait for each other crosswise.
    staged.sort((a, b) => a.deviceKey - b.deviceKey || comparePositions(a.position, b.position));
    for (const { ordinal } of staged) isNew[ordinal] = 1;
    if (await this.copyStraight(client, staged)) return { isNew, newCount: staged.length };
    await this.copy(client, 'position_stage', this.buffer.encode(staged, true));
    const { rows } = await client.query<{ ordinal: number }>({ name: 'from-stage', text: FROM_STAGE });
    for (const { ordinal } of rows) isNew[ordinal] = 0;
    return { isNew, newCount: staged.length - rows.length };
  }

  /**
   * Writes the rows into the table itself, which costs half of the way over the stage. False, and nothing written, when one
   * of them is there already; then the next batches are expected to hold repeats as well.
   */
  private async copyStraight(client: pg.Client, staged: readonly StagedRow[]): Promise<boolean> {
    if (this.repeatsExpected > 0) {
      this.repeatsExpected--;
      return false;
    }
    await client.query('SAVEPOINT straight');
    try {
      await this.copy(client, `position (${POSITION_NAMES})`, this.buffer.encode(staged, false));
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      await client.query('ROLLBACK TO SAVEPOINT straight');
      this.repeatsExpected = BATCHES_AFTER_REPEAT;
      return false;
    }
  }

  private async copy(client: pg.Client, target: string, rows: Buffer): Promise<void> {
    await pipeline(Readable.from([rows], { objectMode: false }), client.query(copyFrom(`COPY ${target} FROM STDIN (FORMAT binary)`)));
  }

  private async facts(client: pg.Client, batch: IngestBatch, { isNew }: WriteResult): Promise<void> {
    const put = async (name: keyof typeof UPSERTS, rows: readonly object[]): Promise<number> =>
      rows.length === 0
        ? 0
        : ((await client.query({ name, text: UPSERTS[name].text, values: [factLines(UPSERTS[name].table, rows)] })).rowCount ?? 0);
    const run = async (name: keyof typeof STATEMENTS, rows: readonly object[]): Promise<void> => {
      if (rows.length > 0) await client.query({ name, text: STATEMENTS[name], values: [JSON.stringify(rows)] });
    };
    // First, as a re-run takes this row first: whoever has it may change the device's facts, and nobody waits crosswise.
    await put(
      'engineStates',
      lastOf(batch.engineStates, (e) => e.deviceKey).map((e) => engineRow(e.deviceKey, e.state)),
    );
    const states = lastOf(batch.states, (s) => s.deviceKey);
    const written = await put('states', states.map(stateRow));
    // An older state is not written, but that the device was heard holds all the same.
    const contacts =
      written === states.length
        ? batch.contacts
        : [...batch.contacts, ...states.map((s) => ({ deviceKey: s.deviceKey, atMs: s.lastContactMs }))];
    const newestLast = contacts.toSorted((a, b) => a.atMs - b.atMs);
    await run(
      'contacts',
      lastOf(newestLast, (c) => c.deviceKey).map((c) => ({ device_key: c.deviceKey, last_contact_at: new Date(c.atMs) })),
    );
    await put(
      'segments',
      lastOf(batch.segments, (s) => `${s.deviceKey} ${s.segment.startMs} ${s.segment.startSequence}`).map((s) =>
        segmentRow(s.deviceKey, s.segment),
      ),
    );
    await put(
      'buckets',
      lastOf(batch.buckets, (b) => `${b.deviceKey} ${b.bucket.slotMs}`).map((b) => bucketRow(b.deviceKey, b.bucket)),
    );
    const marks = lastOf(batch.marks, (m) => keyText(m.deviceKey, m.mark));
    await put(
      'marks',
      marks.filter((m) => m.mark.jump).map((m) => keyRow(m.deviceKey, m.mark)),
    );
    await run(
      'unmark',
      marks.filter((m) => !m.mark.jump).map((m) => keyRow(m.deviceKey, m.mark)),
    );
    await put(
      'checkpoints',
      lastOf(batch.checkpoints, (c) => keyText(c.deviceKey, c.checkpoint)).map((c) => checkpointRow(c.deviceKey, c.checkpoint)),
    );
    await run('dirty', dirtySpans(batch.positions, isNew));
  }
}

/** Of several values with one key the last; sorted, so that writers lock rows in one order. */
function lastOf<T>(values: readonly T[], keyOf: (value: T) => number | string): T[] {
  if (values.length === 0) return [];
  const last = new Map<number | string, T>();
  for (const value of values) last.set(keyOf(value), value);
  return [...last].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, value]) => value);
}

/** Per device the least and greatest of the late positions that were new. */
function dirtySpans(incoming: readonly IncomingPosition[], isNew: Uint8Array): object[] {
  const spans = new Map<number, { device_key: number; from_ms: number; from_sequence: number; to_ms: number; to_sequence: number }>();
  incoming.forEach(({ deviceKey, position, late }, i) => {
    if (!late || isNew[i] !== 1) return;
    const { fixTimeMs: ms, sequence } = position;
    const span = spans.get(deviceKey);
    if (!span) spans.set(deviceKey, { device_key: deviceKey, from_ms: ms, from_sequence: sequence, to_ms: ms, to_sequence: sequence });
    else {
      if (ms < span.from_ms || (ms === span.from_ms && sequence < span.from_sequence))
        Object.assign(span, { from_ms: ms, from_sequence: sequence });
      if (ms > span.to_ms || (ms === span.to_ms && sequence > span.to_sequence)) Object.assign(span, { to_ms: ms, to_sequence: sequence });
    }
  });
  return [...spans.values()];
}
