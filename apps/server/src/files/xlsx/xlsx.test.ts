import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ApiError, ERROR_CODE } from '@sightline/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { serialToText } from './dates.ts';
import { SHEET_LIMITS } from './limits.ts';
import { readSheet } from './read-sheet.ts';
import { restoredText, writeSheet, type SheetCell } from './write-sheet.ts';

let folder: string;
let count = 0;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'sightline-xlsx-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newPath = (): string => join(folder, `${count++}.xlsx`);

async function write(headers: readonly string[], rows: readonly (readonly SheetCell[])[]): Promise<string> {
  const path = newPath();
  await pipeline(
    writeSheet(
      'Sheet',
      headers.map((header) => ({ header })),
      rows,
    ),
    createWriteStream(path),
  );
  return path;
}

/** A package of parts that a test makes by hand. */
async function pack(parts: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const path = newPath();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const workbook = (sheet: string, more: Readonly<Record<string, string>> = {}, workbookPr = '') => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships><Relationship Id="a" Type="${REL}/officeDocument" Target="/xl/book.xml"/></Relationships>`,
  'xl/book.xml': `<x:workbook xmlns:x="m" xmlns:r="${REL}">${workbookPr}<x:sheets><x:sheet name="One" r:id="s1"/><x:sheet name="Two" r:id="s2"/></x:sheets></x:workbook>`,
  'xl/_rels/book.xml.rels': `<Relationships><Relationship Id="s2" Type="${REL}/worksheet" Target="two.xml"/><Relationship Id="s1" Type="${REL}/worksheet" Target="./sheets/../one.xml"/><Relationship Id="t" Type="${REL}/sharedStrings" Target="texts.xml"/><Relationship Id="f" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
  'xl/one.xml': sheet,
  'xl/two.xml': '<worksheet><sheetData><row><c t="str"><v>wrong sheet</v></c></row></sheetData></worksheet>',
  ...more,
});
const sheetOf = (rows: string): string => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

async function codeOf(promise: Promise<unknown>): Promise<number> {
  try {
    await promise;
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).code;
  }
}

it('gives back every text that it wrote', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 }).map((s) => s.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (rows) => {
      const path = await write(['a', 'b', 'c', 'd', 'e'], rows);
      const read = await readSheet(path);
      const expected = rows
        .map((cells, i) => ({ number: i + 2, cells: cells.slice(0, cells.findLastIndex((c) => c !== '') + 1) }))
        .filter((r) => r.cells.length > 0);
      expect(read.slice(1).map((r) => ({ number: r.number, cells: r.cells.map(restoredText) }))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

it('keeps long numbers, makes formulas harmless, and streams many rows', async () => {
  const path = await write(
    ['IMEI', 'Name'],
    [
      ['860000000000001', '=HYPERLINK("http://x")'],
      [860000000000002, '\t@SUM(1)'],
      ['-5', '+49 30 1'],
    ],
  );
  expect((await readSheet(path)).slice(1).map((r) => r.cells)).toEqual([
    ['860000000000001', '\'=HYPERLINK("http://x")'],
    ['860000000000002', "'\t@SUM(1)"],
    ['-5', "'+49 30 1"],
  ]);
  const many = await write(
    ['n'],
    Array.from({ length: 5000 }, (_, i) => [i]),
  );
  const rows = await readSheet(many);
  expect([rows.length, rows.at(-1)]).toEqual([5001, { number: 5001, cells: ['4999'] }]);
});

it('waits for a reader that comes late, with all that it has', async () => {
  const sheet = writeSheet('S', [{ header: 'h' }], [['one']]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const path = newPath();
  await pipeline(sheet, createWriteStream(path));
  expect((await readSheet(path)).map((r) => r.cells)).toEqual([['h'], ['one']]);
});

it('ends with the error of its rows', async () => {
  async function* broken(): AsyncGenerator<SheetCell[]> {
    yield ['one'];
    await Promise.resolve();
    throw new Error('the database is away');
  }
  await expect(pipeline(writeSheet('S', [{ header: 'h' }], broken()), createWriteStream(newPath()))).rejects.toThrow(
    'the database is away',
  );
});

it('reads the first sheet: shared and inline texts, numbers, dates, gaps', async () => {
  const path = await pack(
    workbook(
      sheetOf(
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
          '<row r="4"><c r="B4" s="1"><v>45292.5</v></c><c r="C4" s="2"><v>45292</v></c><c r="D4"><v>8.6E+14</v></c><c r="E4"><f>1+1</f><v>2.50</v></c><c r="F4" t="b"><v>1</v></c><c r="G4" t="e"><v>#REF!</v></c></row>' +
          '<row r="5"><c r="A5" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="str"><v>next</v></c></row>' +
          '<row r="6"><c r="ZZ6" s="1"/></row>',
      ),
      {
        'xl/texts.xml': '<sst><si><t>Name</t><rPh><t>hint</t></rPh></si><si><r><t>Rich &amp; </t></r><r><t>text</t></r></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-407]dd&quot;.&quot;mm.yyyy"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
      },
    ),
  );
  expect(await readSheet(path)).toEqual([
    { number: 1, cells: ['Name', '', 'Rich & text'] },
    { number: 4, cells: ['', '2024-01-01 12:00:00', '2024-01-01', '860000000000000', '2.50', 'TRUE'] },
    { number: 5, cells: ['inline', 'next'] },
  ]);
});

it('knows both date systems', () => {
  expect([serialToText(61, false), serialToText(0, true), serialToText(1.25, true), serialToText(0.75, false)]).toEqual([
    '1900-03-01',
    '00:00:00',
    '1904-01-02 06:00:00',
    '18:00:00',
  ]);
});

describe('refuses what is not safe', () => {
  it.each([
    ['no zip at all', 'fileReadFailed', () => Buffer.from('PK\u0003\u0004 but nothing more')],
    ['an empty file', 'fileReadFailed', () => Buffer.alloc(0)],
  ] as const)('%s', async (_name, error, bytes) => {
    const path = newPath();
    writeFileSync(path, bytes());
    expect(await codeOf(readSheet(path))).toBe(ERROR_CODE[error]);
  });

  it('a zip that is no workbook, and a document of another kind', async () => {
    expect(await codeOf(readSheet(await pack({ 'a.txt': 'x' })))).toBe(ERROR_CODE.wrongExcelType);
    const word = { ...workbook(sheetOf('')), 'xl/book.xml': '<document/>' };
    expect(await codeOf(readSheet(await pack(word)))).toBe(ERROR_CODE.wrongExcelType);
    const { 'xl/one.xml': _gone, ...withoutSheet } = workbook('');
    expect(await codeOf(readSheet(await pack(withoutSheet)))).toBe(ERROR_CODE.wrongExcelType);
  });

  it('entities that expand, and entities from elsewhere', async () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const bomb = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "ha">${laughs}]><worksheet><sheetData><row><c t="str"><v>&l9;</v></c></row></sheetData></worksheet>`;
    expect(await codeOf(readSheet(await pack(workbook(bomb))))).toBe(ERROR_CODE.fileReadFailed);
    const outside =
      '<!DOCTYPE w [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&f;</v></c></row></sheetData></worksheet>';
    expect(await codeOf(readSheet(await pack(workbook(outside))))).toBe(ERROR_CODE.fileReadFailed);
    expect(await codeOf(readSheet(await pack(workbook(sheetOf('<row><c t="str"><v>&unknown;</v></c></row>')))))).toBe(
      ERROR_CODE.fileReadFailed,
    );
  });

  it('a part that unpacks to more than its budget, alone or with the others', async () => {
    const padding = ' '.repeat(SHEET_LIMITS.unpackedBytes);
    expect(await codeOf(readSheet(await pack(workbook(sheetOf(padding)))))).toBe(ERROR_CODE.fileTooLarge);
    const half = ' '.repeat(SHEET_LIMITS.unpackedBytes / 2);
    const both = workbook(sheetOf(half), { 'xl/texts.xml': `<sst>${half}</sst>` });
    expect(await codeOf(readSheet(await pack(both)))).toBe(ERROR_CODE.fileTooLarge);
  });

  it('a part whose size is a lie', async () => {
    const path = await pack(workbook(sheetOf('<row><c t="str"><v>x</v></c></row>'.repeat(2000))));
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(path);
    // APPNOTE.TXT 4.3.12: the uncompressed size is at offset 24 of a central directory header, the name at 46.
    for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')) {
      if (bytes.toString('latin1', at + 46, at + 56) === 'xl/one.xml') bytes.writeUInt32LE(10, at + 24);
    }
    writeFileSync(path, bytes);
    expect(await codeOf(readSheet(path))).toBe(ERROR_CODE.fileReadFailed);
  });

  it('too many rows, columns, entries, levels; a name twice; a broken text', async () => {
    const rows = sheetOf('<row/>'.repeat(SHEET_LIMITS.rows + 1));
    expect(await codeOf(readSheet(await pack(workbook(rows))))).toBe(ERROR_CODE.fileTooLarge);
    expect(await codeOf(readSheet(await pack(workbook(sheetOf('<row><c r="BI1" t="str"><v>x</v></c></row>')))))).toBe(
      ERROR_CODE.fileTooLarge,
    );
    expect((await readSheet(await pack(workbook(sheetOf('<row><c r="BH1" t="str"><v>x</v></c></row>')))))[0]?.cells).toHaveLength(60);
    const crowd = Object.fromEntries(Array.from({ length: SHEET_LIMITS.entries + 1 }, (_, i) => [`e${i}`, '']));
    expect(await codeOf(readSheet(await pack(crowd)))).toBe(ERROR_CODE.fileTooLarge);
    expect(await codeOf(readSheet(await pack(workbook('<a>'.repeat(1000)))))).toBe(ERROR_CODE.fileReadFailed);
    expect(await codeOf(readSheet(await pack(workbook('<worksheet><sheetData></worksheet>'))))).toBe(ERROR_CODE.fileReadFailed);
    expect(await codeOf(readSheet(await pack(workbook(sheetOf('<row><c t="s"><v>7</v></c></row>')))))).toBe(ERROR_CODE.fileReadFailed);
    const twice = new ZipFile();
    for (const name of ['[Content_Types].xml', 'a', 'a']) twice.addBuffer(Buffer.from('x'), name);
    twice.end();
    const path = newPath();
    await pipeline(twice.outputStream, createWriteStream(path));
    expect(await codeOf(readSheet(path))).toBe(ERROR_CODE.fileReadFailed);
  });
});
