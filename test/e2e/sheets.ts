import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readSheet } from '@sightline/server/files/xlsx/read-sheet';
import { writeSheet } from '@sightline/server/files/xlsx/write-sheet';
import type { Download } from 'playwright-core';

/** The rows of a spreadsheet that the page gave out, its head first. */
export async function rowsOf(download: Download): Promise<string[][]> {
  return (await readSheet(await download.path())).map((row) => [...row.cells]);
}

/** A spreadsheet of a person, as a file to choose. */
export async function sheetOf(
  name: string,
  rows: readonly (readonly string[])[],
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-sheet-'));
  try {
    const file = path.join(folder, 'sheet.xlsx');
    const [head = [], ...body] = rows;
    await pipeline(
      writeSheet(
        'Sheet1',
        head.map((header) => ({ header })),
        body,
      ),
      createWriteStream(file),
    );
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { name, mimeType, buffer: await readFile(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
