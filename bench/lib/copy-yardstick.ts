import { once } from 'node:events';
import type { Database } from '@sightline/db';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export interface CopyFigures {
  readonly rows: number;
  /** All rows in one COPY and one transaction. */
  readonly perSecond: number;
  /** The same in COPYs of `batch` rows, each committed, one after the other. */
  readonly batchedPerSecond: number;
}

/** PGCOPY binary header: signature, flags, extension length (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19;
const TRAILER = Buffer.from([0xff, 0xff]);

/** The length of the tuple at `at`: a field count, then a length and the bytes of each field; -1 is NULL. */
function tupleBytes(data: Buffer, at: number): number {
  let end = at + 2;
  for (let field = data.readInt16BE(at); field > 0; field--) end += 4 + Math.max(0, data.readInt32BE(end));
  return end - at;
}

/**
 * Takes all rows out of `table` and puts them back by plain binary COPY, with its indexes and partitions as they are. The
 * table ends up as it was.
 */
export async function copyYardstick(database: Database, table: string, orderBy: string, batch: number): Promise<CopyFigures> {
  const client = await database.pool.connect();
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of client.query(copyTo(`COPY (SELECT * FROM ${table} ORDER BY ${orderBy}) TO STDOUT (FORMAT binary)`)))
      chunks.push(chunk as Buffer);
    const data = Buffer.concat(chunks);
    const header = data.subarray(0, HEADER_BYTES);
    const batches: Buffer[] = [];
    let rows = 0;
    for (let at = HEADER_BYTES, start = at, n = 0; at < data.length;) {
      const last = data.readInt16BE(at) === -1;
      if (!last) {
        at += tupleBytes(data, at);
        rows++;
        n++;
      }
      if (last || n === batch) {
        if (n > 0) batches.push(Buffer.concat([header, data.subarray(start, at), TRAILER]));
        start = at;
        n = 0;
      }
      if (last) break;
    }
    const put = async (parts: readonly Buffer[]): Promise<number> => {
      await client.query(`TRUNCATE ${table}`);
      await client.query('CHECKPOINT');
      const startedMs = performance.now();
      for (const part of parts) {
        const stream = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
        stream.end(part);
        await once(stream, 'finish');
      }
      return rows / ((performance.now() - startedMs) / 1000);
    };
    const batchedPerSecond = await put(batches);
    const perSecond = await put([data]);
    return { rows, perSecond, batchedPerSecond };
  } finally {
    client.release();
  }
}
