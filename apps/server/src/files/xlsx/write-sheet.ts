import { Readable, type PassThrough } from 'node:stream';
import { escapeXml, neutraliseCell } from '@sightline/domain';
import { ZipFile } from 'yazl';

export type SheetCell = string | number | null;

export interface SheetColumn {
  readonly header: string;
  /** Characters. */
  readonly width?: number;
}

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Longest text of a cell, by the format. */
const MAX_TEXT = 32_767;
const CHUNK = 65_536;

const STATIC_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1: header, bold. Style 2: text, so that a spreadsheet leaves long numbers as they are.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** An invalid or too long sheet name is refused by spreadsheets. */
const sheetName = (name: string): string => escapeXml(name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31)) || 'Sheet1';

function cell(value: SheetCell, style: number): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>';
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(neutraliseCell(value).slice(0, MAX_TEXT))}</t></is></c>`;
}

async function* sheetXml(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): AsyncGenerator<string> {
  const widths = columns.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${c.width ?? 18}" customWidth="1" style="2"/>`).join('');
  let text = `${DOCUMENT}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`;
  text += `<row>${columns.map((c) => cell(c.header, 1)).join('')}</row>`;
  for await (const row of rows) {
    text += `<row>${row.map((value) => cell(value, 2)).join('')}</row>`;
    if (text.length >= CHUNK) {
      yield text;
      text = '';
    }
  }
  yield `${text}</sheetData></worksheet>`;
}

/**
 * A workbook with one sheet, made as it is read: memory does not grow with the rows. Texts stay texts (long numbers, dates), and those
 * that a spreadsheet would run as a formula are made harmless. An error of `rows` ends the stream with it.
 */
export function writeSheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
): Readable {
  const zip = new ZipFile();
  // A stream of Node like any other, typed too loosely. `Readable.wrap` of it would be destroyed at its end, read or not.
  const output = zip.outputStream as PassThrough;
  const fail = (error: unknown): void => void output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  for (const [part, text] of Object.entries(STATIC_PARTS)) zip.addBuffer(Buffer.from(DOCUMENT + text), part);
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  zip.addBuffer(Buffer.from(DOCUMENT + workbook), 'xl/workbook.xml');
  const sheet = Readable.from(sheetXml(columns, rows));
  sheet.on('error', fail);
  output.on('close', () => void sheet.destroy());
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

/** The text that {@link writeSheet} was given, of a cell that it had to make harmless. */
export const restoredText = (text: string): string =>
  text.startsWith("'") && neutraliseCell(text.slice(1)) === text ? text.slice(1) : text;
