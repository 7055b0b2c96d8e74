import { Readable } from 'node:stream';
import { csvCell, csvLines, type CsvCell } from '@sightline/domain';
import { ZipFile } from 'yazl';
import type { JobContext } from '../jobs/job.service.ts';

/** A CSV file of an archive. Its rows are asked for when its turn has come. */
export interface DataTable {
  /** Path in the archive. */
  readonly path: string;
  readonly header: readonly string[];
  rows(): AsyncIterable<readonly (readonly CsvCell[])[]>;
}

type Archiving = Pick<JobContext<unknown>, 'progress' | 'resultFile'>;

/** Writes tables one after the other into a zip as the result of a task, without holding one of them. Returns the number of rows. */
export async function archiveTables({ progress, resultFile }: Archiving, name: string, tables: readonly DataTable[]): Promise<number> {
  let count = 0;
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const failed = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  async function* text({ header, rows }: DataTable, at: number): AsyncGenerator<string> {
    yield* csvLines(header, []);
    for await (const batch of rows()) {
      count += batch.length;
      // Also where somebody's wish to cancel is heard.
      await progress(at, tables.length);
      yield batch.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
    }
  }
  tables.forEach((table, at) =>
    zip.addReadStreamLazy(table.path, {}, (take) => {
      const source = Readable.from(text(table, at), { objectMode: false });
      source.once('error', failed);
      take(null, source);
    }),
  );
  zip.end();
  await resultFile(name, 'application/zip', out);
  return count;
}
