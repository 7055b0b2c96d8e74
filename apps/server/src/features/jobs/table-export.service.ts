import { Readable } from 'node:stream';
import { csvCell, csvLines, formatInstant, parseZone, UTC_ZONE, type CsvCell } from '@sightline/domain';
import { writeSheet, XLSX_TYPE } from '../../files/xlsx/write-sheet.ts';
import type { JobContext } from './job.service.ts';

/** Rows of a sheet below its header: the limit of the format. What is longer becomes a CSV file. */
const SHEET_ROWS = 1_048_575;

export type ExportCell = string | number | null;
/** An instant in the user's zone; null stays empty. */
export type ExportTime = (at: Date | number | null) => ExportCell;

/** One column of a file: its header in both languages, its width in a spreadsheet, and what stands in it. */
export interface ExportColumn<Row> {
  readonly en: string;
  readonly zh: string;
  readonly width?: number;
  value(row: Row, time: ExportTime): ExportCell;
}

export interface TableExport<Row, Key extends string> {
  /** Begins the name of the file. */
  readonly title: { readonly en: string; readonly zh: string };
  readonly format: 'xlsx' | 'csv';
  readonly columns: Readonly<Record<Key, ExportColumn<Row>>>;
  /** In the order in which they stand in the file. */
  readonly order: readonly Key[];
  /** Those that somebody chose; all when none is named. */
  readonly chosen: readonly string[] | undefined;
  readonly total: number;
  readonly batches: AsyncIterable<readonly Row[]>;
}

async function* csv(header: readonly string[], rows: AsyncIterable<readonly CsvCell[]>): AsyncGenerator<string> {
  yield* csvLines(header, []);
  for await (const row of rows) yield `${row.map(csvCell).join(',')}\r\n`;
}

/** Writes a table as the result of a task, in the language and the time zone of its user, and says how far it is. Returns the number of rows. */
export async function exportTable<Row, Key extends string>(
  { principal, language, progress, resultFile }: Pick<JobContext<unknown>, 'principal' | 'language' | 'progress' | 'resultFile'>,
  table: TableExport<Row, Key>,
): Promise<number> {
  const zone = parseZone(principal.timezone) ?? UTC_ZONE;
  const time: ExportTime = (at) => (at === null ? null : formatInstant(zone, Number(at)));
  const chosen = new Set<string>(table.chosen?.length ? table.chosen : table.order);
  const columns = table.order.filter((key) => chosen.has(key)).map((key) => table.columns[key]);
  const words = (text: { readonly en: string; readonly zh: string }): string => (language === 'zh_CN' ? text.zh : text.en);
  let done = 0;
  async function* rows(): AsyncGenerator<ExportCell[]> {
    for await (const batch of table.batches) {
      for (const row of batch) yield columns.map((column) => column.value(row, time));
      done += batch.length;
      await progress(Math.min(done, table.total), table.total);
    }
  }
  const name = `${words(table.title)} ${formatInstant(zone, Date.now(), 'yyyy-MM-dd HHmmss')}`;
  if (table.format === 'csv' || table.total > SHEET_ROWS) {
    await resultFile(`${name}.csv`, 'text/csv; charset=utf-8', Readable.from(csv(columns.map(words), rows())));
  } else {
    const headers = columns.map((c) => ({ header: words(c), ...(c.width === undefined ? {} : { width: c.width }) }));
    await resultFile(`${name}.xlsx`, XLSX_TYPE, writeSheet(words(table.title), headers, rows()));
  }
  return done;
}
