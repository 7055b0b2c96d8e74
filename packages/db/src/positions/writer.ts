import pg from 'pg';
import { comparePositions } from '@sightline/domain';
import { pipelined, type PipelinedStatement } from '../connection/pipelined.ts';
import { CopyBuffer, STAGE_COLUMNS, type StagedRow } from './copy-rows.ts';
import { RecordWriter, rowTypes } from './fact-records.ts';
import { factStatements } from './fact-statements.ts';
import { dayStart } from './partitions.ts';
import { keyText, sealedKeys } from './sealed-keys.ts';
import type { IngestBatch, PositionWriter, WriteResult } from './types.ts';

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

/** By how much the clock of the process that seals may be ahead of ours. */
const CLOCK_SLACK_MS = 5 * 60_000;

const copyInto = (name: string, target: string, copyIn: Buffer): PipelinedStatement => ({
  name,
  text: `COPY ${target} FROM STDIN (FORMAT binary)`,
  values: [],
  copyIn,
});
const BEGIN: PipelinedStatement = { name: 'begin', text: 'BEGIN', values: [] };
const COMMIT: PipelinedStatement = { name: 'commit', text: 'COMMIT', values: [] };
/** What of a connection belongs together: it, and the records that it understands. */
interface Session {
  readonly client: pg.Client;
  readonly records: RecordWriter;
}

/** See {@link PositionWriter}: one connection, one batch after the other. */
export class CopyWriter implements PositionWriter {
  private session: Session | null = null;
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
    await this.session?.client.end().catch(() => undefined);
    this.session = null;
  }

  private async transaction(batch: IngestBatch): Promise<WriteResult> {
    const session = await this.connect();
    const { client } = session;
    try {
      const isNew = new Uint8Array(batch.positions.length);
      const rows = await rowsToWrite(client, batch);
      for (const { ordinal } of rows) isNew[ordinal] = 1;
      if (!(await this.straight(session, batch, rows, isNew))) await this.overStage(session, batch, rows, isNew);
      return { isNew, newCount: isNew.reduce((sum, one) => sum + one, 0) };
    } catch (error) {
      // The state of the connection is not known any more; a new one is cheap and certain.
      this.session = null;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  private async connect(): Promise<Session> {
    if (this.session) return this.session;
    const client = new pg.Client(this.connection);
    // A connection that breaks between two batches shows at the next query.
    client.on('error', () => {
      if (this.session?.client === client) this.session = null;
    });
    await client.connect();
    // A month of batches plans the same statements; the generic plan is right for all of them.
    await client.query(`SET plan_cache_mode = force_generic_plan; ${CREATE_STAGE}`);
    this.session = { client, records: new RecordWriter(await rowTypes(client)) };
    return this.session;
  }

  /**
   * Writes everything in one round trip, the rows into the table itself. False, and nothing written, when one of them is
   * there already; then the next batches are expected to hold repeats as well.
   */
  private async straight(
    { client, records }: Session,
    batch: IngestBatch,
    rows: readonly StagedRow[],
    isNew: Uint8Array,
  ): Promise<boolean> {
    if (rows.length > 0 && this.repeatsExpected > 0) {
      this.repeatsExpected--;
      return false;
    }
    const copy = rows.length === 0 ? [] : [copyInto('copy', `position (${POSITION_NAMES})`, this.buffer.encode(rows, false))];
    try {
      await pipelined(client, [BEGIN, ...copy, ...factStatements(batch, isNew, records), COMMIT]);
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      await client.query('ROLLBACK');
      this.repeatsExpected = BATCHES_AFTER_REPEAT;
      return false;
    }
  }

  /** Writes over the stage, which costs twice as much and tells which rows were there already: `isNew` is corrected. */
  private async overStage({ client, records }: Session, batch: IngestBatch, rows: readonly StagedRow[], isNew: Uint8Array): Promise<void> {
    await pipelined(client, [BEGIN, copyInto('copy_stage', 'position_stage', this.buffer.encode(rows, true))]);
    const { rows: repeats } = await client.query<{ ordinal: number }>({ name: 'from-stage', text: FROM_STAGE });
    for (const { ordinal } of repeats) isNew[ordinal] = 0;
    await pipelined(client, [...factStatements(batch, isNew, records), COMMIT]);
  }
}

/**
 * The positions of a batch that may have to be written, each once, without those that lie sealed already. In key order, so
 * that the index pages are filled one after the other and two writers never wait for each other crosswise.
 */
async function rowsToWrite(client: pg.Client, { positions }: IngestBatch): Promise<StagedRow[]> {
  const rows: StagedRow[] = positions.map(({ deviceKey, position }, ordinal) => ({ ordinal, deviceKey, position }));
  rows.sort((a, b) => a.deviceKey - b.deviceKey || comparePositions(a.position, b.position) || a.ordinal - b.ordinal);
  const unique = rows.filter((row, i) => {
    const before = rows[i - 1];
    return !before || before.deviceKey !== row.deviceKey || comparePositions(before.position, row.position) !== 0;
  });
  // The present UTC day is never sealed.
  const sealed = await sealedKeys(client, unique, dayStart(Date.now() + CLOCK_SLACK_MS));
  return sealed.size === 0 ? unique : unique.filter((row) => !sealed.has(keyText(row.deviceKey, row.position)));
}
