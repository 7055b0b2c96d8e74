import { apiError, deviceFields, type ErrorName } from '@sightline/contract';
import { DEVICE_LIMITS } from '@sightline/domain';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { readSheet } from '../../files/xlsx/read-sheet.ts';
import { restoredText, writeSheet, type SheetCell } from '../../files/xlsx/write-sheet.ts';
import { errorText } from './registration.service.ts';

interface SheetField {
  readonly en: string;
  readonly zh: string;
  readonly width: number;
  /** May be changed by a spreadsheet. */
  readonly update: boolean;
}

/** Columns of the spreadsheets that add and change devices. */
export const SHEET_FIELDS = {
  deviceId: { en: 'Device ID (IMEI)', zh: '设备编号(IMEI)', width: 20, update: true },
  deviceName: { en: 'Device name', zh: '设备名称', width: 24, update: true },
  deviceType: { en: 'Model', zh: '型号', width: 18, update: false },
  labels: { en: 'Tags', zh: '标签', width: 24, update: false },
  sim: { en: 'SIM number', zh: 'SIM卡号', width: 18, update: true },
  iccid: { en: 'ICCID', zh: 'ICCID', width: 24, update: true },
  plate: { en: 'Plate', zh: '车牌号', width: 14, update: true },
  vin: { en: 'VIN', zh: '车架号', width: 22, update: true },
  timezone: { en: 'Time zone', zh: '时区', width: 18, update: true },
  remark: { en: 'Remark', zh: '备注', width: 30, update: true },
} as const satisfies Record<string, SheetField>;
export type SheetFieldKey = keyof typeof SHEET_FIELDS;
export const IMPORT_FIELDS = Object.keys(SHEET_FIELDS) as SheetFieldKey[];
export const UPDATE_FIELDS = IMPORT_FIELDS.filter((key) => SHEET_FIELDS[key].update);

const REASON = { en: 'Reason', zh: '失败原因' } as const;
const isChinese = (language: string): boolean => language === 'zh_CN';
export const headerOf = (key: SheetFieldKey, language: string): string =>
  isChinese(language) ? SHEET_FIELDS[key].zh : SHEET_FIELDS[key].en;

/** A row of the spreadsheet by column; what is missing is ''. */
export type SheetValues = Readonly<Record<SheetFieldKey, string>>;

/**
 * The rows of an uploaded spreadsheet. Columns are found by their header, in either language and any order; unknown ones are passed over.
 * @throws 9004, 9006 (also without the column of ids), 9011; 9005 without rows; `tooMany` for more than 5000.
 */
export async function readDeviceSheet(path: string, tooMany: ErrorName): Promise<SheetValues[]> {
  const [header, ...rows] = await readSheet(path).catch((error: unknown) => {
    const { data } = error as { data?: { what?: unknown } | null };
    throw data?.what === 'rows' ? apiError(tooMany, { max: DEVICE_LIMITS.sheetRows }) : error;
  });
  if (!header) throw apiError('emptyFile');
  const names = new Map(
    IMPORT_FIELDS.flatMap((key) => [key, SHEET_FIELDS[key].en, SHEET_FIELDS[key].zh].map((name) => [name.toLowerCase(), key] as const)),
  );
  const places = new Map<SheetFieldKey, number>();
  header.cells.forEach((cell, place) => {
    const key = names.get(
      cell
        .replace(/\s*\*$/, '')
        .trim()
        .toLowerCase(),
    );
    if (key !== undefined && !places.has(key)) places.set(key, place);
  });
  if (!places.has('deviceId')) throw apiError('wrongExcelType', { missing: SHEET_FIELDS.deviceId.en });
  if (rows.length === 0) throw apiError('emptyFile');
  if (rows.length > DEVICE_LIMITS.sheetRows) throw apiError(tooMany, { max: DEVICE_LIMITS.sheetRows, given: rows.length });
  return rows.map(
    ({ cells }) =>
      Object.fromEntries(
        IMPORT_FIELDS.map((key) => [key, restoredText(cells[places.get(key) ?? -1] ?? '').trim()]),
      ) as unknown as SheetValues,
  );
}

const fields = z.object(deviceFields).partial();

/** What the columns themselves refuse (a name too long, no time zone); null when they are fine. */
export function wrongField(values: SheetValues, language: string): string | null {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const issue = fields.safeParse(given).error?.issues[0];
  if (!issue) return null;
  return `${errorText('invalidParameters', language)}: ${headerOf(String(issue.path[0]) as SheetFieldKey, language)}`;
}

export interface FailedRow {
  readonly values: SheetValues;
  readonly reason: string;
}

/** A spreadsheet with these columns and rows. */
export const deviceSheet = (keys: readonly SheetFieldKey[], language: string, rows: Iterable<readonly SheetCell[]>): Readable =>
  writeSheet(
    isChinese(language) ? '设备' : 'Devices',
    keys.map((key) => ({ header: headerOf(key, language), width: SHEET_FIELDS[key].width })),
    rows,
  );

/** The rows that could not be taken, to be mended and given again; the reason stands in the last column. */
export const failedSheet = (keys: readonly SheetFieldKey[], language: string, failed: readonly FailedRow[]): Readable =>
  writeSheet(
    isChinese(language) ? '失败数据' : 'Failed rows',
    [
      ...keys.map((key) => ({ header: headerOf(key, language), width: SHEET_FIELDS[key].width })),
      { header: isChinese(language) ? REASON.zh : REASON.en, width: 40 },
    ],
    failed.map(({ values, reason }) => [...keys.map((key) => values[key]), reason]),
  );
