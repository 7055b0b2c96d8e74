/** A cell: a number is written as it is, a text is quoted where needed and made harmless. */
export type CsvCell = string | number | boolean | null;

/**
 * Spreadsheets run texts that start with = + - @ (or a tab or a line break before them) as formulas. An apostrophe in front makes them a
 * text (OWASP, CSV injection); numbers keep their sign. Full-width forms count as well.
 */
export const neutraliseCell = (text: string): string =>
  /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;

/** One cell by RFC 4180. */
export const csvCell = (cell: CsvCell): string => {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = neutraliseCell(cell);
  return /[",\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Lines of a CSV file (RFC 4180, CRLF) with a byte-order mark, without which spreadsheets do not read UTF-8. */
export function* csvLines(header: readonly string[], rows: Iterable<readonly CsvCell[]>): Generator<string> {
  yield `\uFEFF${header.map(csvCell).join(',')}\r\n`;
  for (const row of rows) yield `${row.map(csvCell).join(',')}\r\n`;
}
