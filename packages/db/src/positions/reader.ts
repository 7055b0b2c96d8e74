import type { Bucket, Position, Segment } from '@sightline/domain';
import { decodeChunk, decodeColumns } from './codec/chunk.ts';
import { bucketOf, positionOf, segmentOf, stateOf, type BucketRow, type PositionRow, type SegmentRow, type StateRow } from './fact-rows.ts';
import { chunkSource, columnsOf, joinColumns, uniquePositions, withMarks, type MarkKey } from './merge.ts';
import { DAY_MS, HOUR_MS, hourStart } from './partitions.ts';
import type { Query } from './query.ts';
import type { PositionColumns, PositionReader, ReadOptions, StoredState } from './types.ts';

/** What is read at once where only the first or last few are wanted, and at most: it grows while there is not enough. */
const FIRST_WINDOW_MS = HOUR_MS;
const LAST_WINDOW_MS = 8 * DAY_MS;

/** Where a reader finds positions: the tables themselves, or the functions that ask for the caller's scope first. */
interface Sources {
  readonly rows: (columns: string) => string;
  readonly chunks: string;
  readonly bounds: string;
}

interface Bounds {
  readonly firstMs: number;
  readonly lastMs: number;
}

interface ChunkRow {
  readonly hour_ms: string;
  readonly data: Buffer;
}

const ROW_COLUMNS = 'device_key, fix_ms, sequence, received_ms, type, valid, buffered, lat, lon, speed_kph, course, altitude_m, flags';
const SPAN = 'device_key = $1 AND fix_ms >= $2 AND fix_ms < $3';

const SYSTEM: Sources = {
  rows: (columns) => `SELECT ${columns} FROM position WHERE ${SPAN} UNION ALL SELECT ${columns} FROM position_sealing WHERE ${SPAN}`,
  chunks:
    'SELECT hour_ms, data FROM position_chunk WHERE device_key = $1 AND hour_ms > $2::bigint - 3600000 AND hour_ms < $3 ORDER BY hour_ms, seq',
  bounds: 'SELECT * FROM app.position_bounds($1, $2, $3)',
};
const SCOPED: Sources = {
  rows: (columns) => `SELECT ${columns} FROM app.position_rows($1, $2, $3)`,
  chunks: 'SELECT hour_ms, data FROM app.position_chunks($1, $2, $3) ORDER BY hour_ms, seq',
  bounds: 'SELECT * FROM app.visible_position_bounds($1, $2, $3)',
};

/**
 * See {@link PositionReader}. In a transaction it must be READ COMMITTED, the default: rows are read before chunks, each with
 * a snapshot of its own, so what is sealed in between is found twice and never missed. (Under one older snapshot a day that
 * has been dropped is gone at once, while its chunks cannot be seen yet.)
 */
export class SqlPositionReader implements PositionReader {
  private readonly sources: Sources;

  constructor(
    private readonly query: Query,
    scoped: boolean,
  ) {
    this.sources = scoped ? SCOPED : SYSTEM;
  }

  async positions(deviceKey: number, fromMs: number, toMs: number, options: ReadOptions = {}): Promise<Position[]> {
    const { limit, descending = false, withAttributes = true } = options;
    if (limit !== undefined) return await this.some(deviceKey, fromMs, toMs, limit, descending, withAttributes);
    const found = await this.span(deviceKey, fromMs, toMs, withAttributes);
    return descending ? found.reverse() : found;
  }

  async *stream(
    deviceKey: number,
    fromMs: number,
    toMs: number,
    { withAttributes = true }: Pick<ReadOptions, 'withAttributes'> = {},
  ): AsyncIterable<readonly Position[]> {
    for (let at: number | null = fromMs; at !== null;) {
      const bounds: Bounds | null = await this.bounds(deviceKey, at, toMs);
      if (bounds === null) return;
      // To the end of an hour, so that no chunk is read twice.
      const until = Math.min(toMs, hourStart(bounds.firstMs) + DAY_MS);
      const batch = await this.span(deviceKey, bounds.firstMs, until, withAttributes);
      if (batch.length > 0) yield batch;
      at = until < toMs ? until : null;
    }
  }

  async columns(deviceKey: number, fromMs: number, toMs: number): Promise<PositionColumns> {
    const { rows, chunks } = await this.read(deviceKey, fromMs, toMs, false);
    const marks = await this.marks(deviceKey, fromMs, toMs);
    return joinColumns(
      [...chunks.map((c) => chunkSource(decodeColumns(Number(c.hour_ms), c.data))), columnsOf(uniquePositions(rows))],
      fromMs,
      toMs,
      marks,
    );
  }

  async states(deviceKeys: readonly number[]): Promise<Map<number, StoredState>> {
    if (deviceKeys.length === 0) return new Map();
    const rows = await this.query<StateRow>('SELECT * FROM device_state WHERE device_key = ANY($1::bigint[])', [deviceKeys]);
    return new Map(rows.map((row) => [Number(row.device_key), stateOf(row)]));
  }

  async segments(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<Map<number, Segment[]>> {
    // Segments of a device follow each other, so what reaches into the span from before it is the last one that began before.
    const rows = await this.query<SegmentRow>(
      `SELECT s.* FROM unnest($1::bigint[]) AS k (key), LATERAL (
         SELECT * FROM segment WHERE device_key = k.key AND end_ms >= $2 AND start_ms < $3
           AND start_ms >= coalesce((SELECT max(start_ms) FROM segment WHERE device_key = k.key AND start_ms <= $2), $2)) s
       ORDER BY s.device_key, s.start_ms, s.start_sequence`,
      [deviceKeys, ...span(fromMs, toMs)],
    );
    return grouped(rows, segmentOf);
  }

  async buckets(deviceKeys: readonly number[], fromMs: number, toMs: number): Promise<Map<number, Bucket[]>> {
    const rows = await this.query<BucketRow>(
      'SELECT * FROM bucket WHERE device_key = ANY($1::bigint[]) AND slot_ms >= $2 AND slot_ms < $3 ORDER BY device_key, slot_ms',
      [deviceKeys, ...span(fromMs, toMs)],
    );
    return grouped(rows, bucketOf);
  }

  /** Between which instants of the span there is anything, as far as can be told without opening a chunk. */
  private async bounds(deviceKey: number, fromMs: number, toMs: number): Promise<Bounds | null> {
    const [row] = await this.query<{ first_ms: string | null; last_ms: string | null }>(this.sources.bounds, [
      deviceKey,
      ...span(fromMs, toMs),
    ]);
    return row?.first_ms == null || row.last_ms == null ? null : { firstMs: Number(row.first_ms), lastMs: Number(row.last_ms) };
  }

  private async span(deviceKey: number, fromMs: number, toMs: number, withAttributes: boolean): Promise<Position[]> {
    const { rows, chunks } = await this.read(deviceKey, fromMs, toMs, withAttributes);
    for (const { hour_ms, data } of chunks) {
      for (const position of decodeChunk(Number(hour_ms), data, withAttributes))
        if (position.fixTimeMs >= fromMs && position.fixTimeMs < toMs) rows.push(position);
    }
    return withMarks(uniquePositions(rows), await this.marks(deviceKey, fromMs, toMs));
  }

  /** The first (or, the newest in front, the last) positions of a span, by windows that grow until there are enough. */
  private async some(
    deviceKey: number,
    fromMs: number,
    toMs: number,
    limit: number,
    descending: boolean,
    withAttributes: boolean,
  ): Promise<Position[]> {
    const found: Position[] = [];
    let [from, to] = [fromMs, toMs];
    for (let windowMs = FIRST_WINDOW_MS; from < to && found.length < limit; windowMs = Math.min(windowMs * 4, LAST_WINDOW_MS)) {
      const bounds = await this.bounds(deviceKey, from, to);
      if (bounds === null) break;
      const edge = descending
        ? Math.max(from, hourStart(bounds.lastMs) + HOUR_MS - windowMs)
        : Math.min(to, hourStart(bounds.firstMs) + windowMs);
      const batch = descending
        ? (await this.span(deviceKey, edge, to, withAttributes)).reverse()
        : await this.span(deviceKey, from, edge, withAttributes);
      for (const position of batch) found.push(position);
      if (descending) to = edge;
      else from = edge;
    }
    return found.slice(0, limit);
  }

  /** Rows first, then chunks: what is sealed between the two reads is found twice and never missed. */
  private async read(
    deviceKey: number,
    fromMs: number,
    toMs: number,
    withAttributes: boolean,
  ): Promise<{ rows: Position[]; chunks: ChunkRow[] }> {
    const values = [deviceKey, ...span(fromMs, toMs)];
    const rows = await this.query<PositionRow>(this.sources.rows(withAttributes ? `${ROW_COLUMNS}, attributes` : ROW_COLUMNS), values);
    const chunks = await this.query<ChunkRow>(this.sources.chunks, values);
    return { rows: rows.map(positionOf), chunks };
  }

  private async marks(deviceKey: number, fromMs: number, toMs: number): Promise<MarkKey[]> {
    const rows = await this.query<{ fix_ms: string; sequence: number }>(`SELECT fix_ms, sequence FROM position_mark WHERE ${SPAN}`, [
      deviceKey,
      ...span(fromMs, toMs),
    ]);
    return rows.map((r) => ({ fixTimeMs: Number(r.fix_ms), sequence: r.sequence }));
  }
}

/** Bounds as whole milliseconds that a bigint can hold. */
export const span = (fromMs: number, toMs: number): [number, number] => [whole(fromMs), whole(toMs)];
const whole = (ms: number): number => Math.min(Number.MAX_SAFE_INTEGER, Math.max(-Number.MAX_SAFE_INTEGER, Math.ceil(ms)));

function grouped<R extends { device_key: string }, T>(rows: readonly R[], of: (row: R) => T): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const key = Number(row.device_key);
    const group = groups.get(key);
    if (group) group.push(of(row));
    else groups.set(key, [of(row)]);
  }
  return groups;
}
