import { serialToText } from './dates.ts';
import { SHEET_LIMITS, tooLarge, unreadable, type SheetLimits } from './limits.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';
import { ZipParts } from './zip-parts.ts';

/** A row as texts: numbers in plain digits, dates as their wall clock, empty cells as ''. */
export interface SheetRow {
  /** As a spreadsheet shows it, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * The rows of the first worksheet of an xlsx file (ISO/IEC 29500-1, 18.3.1); rows without any text are left out. Formulas give the
 * value that was stored with them; nothing is calculated and nothing outside of the file is read.
 *
 * @throws 9004 broken or unsafe, 9006 no workbook, 9011 over a limit (`data.what`: rows, columns, unpacked, ...).
 */
export async function readSheet(path: string, limits: SheetLimits = SHEET_LIMITS): Promise<SheetRow[]> {
  const zip = await ZipParts.open(path, limits);
  try {
    const workbook = await openWorkbook(zip);
    return await readRows(zip, workbook, limits);
  } finally {
    zip.close();
  }
}

/** `AB12` -> 27; null for anything else. */
const columnOf = (reference: string): number | null => {
  const letters = /^([A-Z]{1,3})[0-9]{1,7}$/.exec(reference)?.[1];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64);
  return column - 1;
};

async function readRows(zip: ZipParts, workbook: Workbook, limits: SheetLimits): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let cells: string[] = [];
  let rowNumber = 0;
  let rowCount = 0;
  let column = -1;
  let type = 'n';
  let style = -1;
  let value = '';
  let collecting = false;
  let phonetic = 0;

  await readXml(zip.read(workbook.sheetPart), {
    open: (tag, a) => {
      switch (tag) {
        case 'row':
          if (++rowCount > limits.rows) throw tooLarge('rows', limits.rows);
          rowNumber = a['r'] === undefined ? rowNumber + 1 : Number(a['r']);
          if (!Number.isSafeInteger(rowNumber) || rowNumber < 1) throw unreadable('a row without a number');
          cells = [];
          column = -1;
          break;
        case 'c':
          column = a['r'] === undefined ? column + 1 : (columnOf(a['r']) ?? -1);
          if (column < 0) throw unreadable('a cell without a place');
          type = a['t'] ?? 'n';
          style = a['s'] === undefined ? -1 : Number(a['s']);
          value = '';
          break;
        case 'rPh':
          phonetic++;
          break;
        case 'v':
        case 't':
          collecting = phonetic === 0;
          break;
        default:
      }
    },
    text: (text) => {
      if (!collecting) return;
      value += text;
      if (value.length > limits.cellCharacters) throw tooLarge('cell', limits.cellCharacters);
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') collecting = false;
      else if (tag === 'rPh') phonetic--;
      else if (tag === 'c') {
        const text = cellText(type, value, workbook.dateStyles[style] === true, workbook);
        if (text === '') return;
        // Formatted but empty columns far to the right are common and harmless.
        if (column >= limits.columns) throw tooLarge('columns', limits.columns);
        while (cells.length < column) cells.push('');
        cells[column] = text;
      } else if (tag === 'row' && cells.length > 0) rows.push({ number: rowNumber, cells });
    },
  });
  return rows;
}

function cellText(type: string, value: string, isDate: boolean, workbook: Workbook): string {
  switch (type) {
    case 's': {
      const text = workbook.strings[Number(value)];
      if (text === undefined && value !== '') throw unreadable('a text that is not there');
      return (text ?? '').trim();
    }
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : '';
    case 'e':
      return '';
    case 'd':
      return value.trim().replace('T', ' ');
    case 'n': {
      const text = value.trim();
      const number = Number(text);
      if (text === '' || !Number.isFinite(number)) return '';
      if (isDate) return serialToText(number, workbook.date1904);
      // 8.6E+14 is an IMEI that somebody typed as a number.
      return Number.isSafeInteger(number) ? BigInt(number).toString() : text;
    }
    default:
      return value.trim();
  }
}
