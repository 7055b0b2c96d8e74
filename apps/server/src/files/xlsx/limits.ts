import { apiError, type ApiError } from '@sightline/contract';

/** What a spreadsheet that somebody uploads may have at most. */
export interface SheetLimits {
  /** Rows with the header. */
  readonly rows: number;
  readonly columns: number;
  /** Bytes of all parts that are read, unpacked. */
  readonly unpackedBytes: number;
  /** Entries of the zip, read or not. */
  readonly entries: number;
  /** Characters of a cell (the format's own limit). */
  readonly cellCharacters: number;
}

export const SHEET_LIMITS: SheetLimits = { rows: 5001, columns: 60, unpackedBytes: 20_971_520, entries: 2000, cellCharacters: 32_767 };

/** 9004: broken, or not to be read safely. */
export const unreadable = (reason: string): ApiError => apiError('fileReadFailed', { reason });
/** 9006: a zip, but no workbook. */
export const noWorkbook = (reason: string): ApiError => apiError('wrongExcelType', { reason });
/** 9011 */
export const tooLarge = (what: string, max: number): ApiError => apiError('fileTooLarge', { what, max });
