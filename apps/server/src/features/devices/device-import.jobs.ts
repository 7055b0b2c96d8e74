import { apiError, OPERATIONS } from '@sightline/contract';
import {
  attachLabels,
  devicesByIds,
  findCustomer,
  listDeviceTypes,
  listLabels,
  typeNicknames,
  updateDevice,
  type DeviceChange,
} from '@sightline/db';
import { isWithin, LABEL_LIMITS } from '@sightline/domain';
import { XLSX_TYPE } from '../../files/xlsx/write-sheet.ts';
import { defineJob } from '../jobs/job.service.ts';
import {
  failedSheet,
  headerOf,
  IMPORT_FIELDS,
  readDeviceSheet,
  UPDATE_FIELDS,
  wrongField,
  type FailedRow,
  type SheetFieldKey,
  type SheetValues,
} from './device-sheet.ts';
import { errorText, registerDevices, type NewDevice } from './registration.service.ts';

const PROGRESS_EVERY = 100;

const labelNames = (values: SheetValues): string[] => [
  ...new Set(
    values.labels
      .split(/[,，]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** Names of time zones are slow to check (10 ms for one that does not exist): others get their turn in between. */
const turn = async ({ timezone }: SheetValues): Promise<void> => {
  if (timezone !== '') await new Promise((resolve) => setImmediate(resolve));
};

/** Registers what can be of an uploaded spreadsheet, all in one transaction; the others come back with their reasons. */
export const deviceImportJob = defineJob({
  id: 'device.import',
  input: OPERATIONS['device.import'].input,
  atomic: true,
  run: async ({ input, principal, language, upload, progress, resultFile, trx }) => {
    const file = await upload(input.fileId);
    const sheet = await readDeviceSheet(file.path, 'batchImportLimit');
    await progress(0, sheet.length);
    return await trx(async (t) => {
      const customer = await findCustomer(t, input.customerId ?? principal.customerId);
      if (!customer) throw apiError('dataNotFound', { customerId: input.customerId });
      const nicknames = await typeNicknames(t, customer.path);
      const types = new Map(
        (await listDeviceTypes(t)).flatMap((type) =>
          [type.code, type.name, nicknames.get(type.code) ?? type.code].map((name) => [name.toLowerCase(), type.code] as const),
        ),
      );
      // A tag of the customer itself wins over one of the same name above it.
      const labels = new Map(
        (await listLabels(t, principal.customerPath, undefined))
          .filter((l) => isWithin(l.customer_path, customer.path))
          .toSorted((x, y) => x.customer_path.length - y.customer_path.length)
          .map((l) => [l.name.toLowerCase(), l.id]),
      );
      const failed = new Map<number, string>();
      const wanted: { place: number; device: NewDevice; labelIds: string[] }[] = [];
      for (const [place, values] of sheet.entries()) {
        await turn(values);
        const names = labelNames(values);
        const missing = names.find((name) => !labels.has(name.toLowerCase()));
        const reason =
          wrongField(values, language) ??
          (missing !== undefined ? `${errorText('labelNotFound', language)}: ${missing}` : null) ??
          (names.length > LABEL_LIMITS.perDevice ? errorText('deviceLabelCountExceeded', language) : null);
        if (reason !== null) {
          failed.set(place, reason);
          continue;
        }
        const { labels: _names, deviceType, ...device } = values;
        const type = deviceType === '' ? (input.deviceType ?? '') : (types.get(deviceType.toLowerCase()) ?? deviceType);
        wanted.push({ place, device: { ...device, deviceType: type }, labelIds: names.map((name) => labels.get(name.toLowerCase())!) });
      }
      const { added, refused, wrongCheckDigit } = await registerDevices(
        t,
        customer,
        wanted.map((w) => w.device),
      );
      for (const { index, error } of refused) {
        const column: SheetFieldKey | null = error === 'addError' ? 'deviceType' : error === 'invalidParameters' ? 'deviceId' : null;
        failed.set(wanted[index]!.place, `${errorText(error, language)}${column === null ? '' : `: ${headerOf(column, language)}`}`);
      }
      const refusedPlaces = new Set(refused.map((r) => r.index));
      await attachLabels(
        t,
        wanted.flatMap((w, i) =>
          refusedPlaces.has(i) ? [] : w.labelIds.map((labelId) => ({ deviceKey: added.get(w.device.deviceId)!, labelId })),
        ),
      );
      await progress(sheet.length, sheet.length);
      const rows: FailedRow[] = [...failed].toSorted(([x], [y]) => x - y).map(([place, reason]) => ({ values: sheet[place]!, reason }));
      if (rows.length > 0) await resultFile(failedName(file.file_name), XLSX_TYPE, failedSheet(IMPORT_FIELDS, language, rows));
      return { summary: { total: sheet.length, added: added.size, failed: rows.length, wrongCheckDigit: wrongCheckDigit.slice(0, 100) } };
    });
  },
});

const failedName = (fileName: string): string => `${fileName.replace(/\.xlsx$/i, '')} (failed).xlsx`;

const COLUMNS = {
  deviceName: 'name',
  sim: 'sim',
  iccid: 'iccid',
  plate: 'plate',
  vin: 'vin',
  timezone: 'timezone',
  remark: 'remark',
} as const;

/** What a row changes: cells that are not empty and say something else. */
function changeOf(values: SheetValues): DeviceChange {
  const change: Record<string, string> = {};
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = values[field as keyof typeof COLUMNS];
    if (value !== '') change[column] = value;
  }
  return change;
}

/** Changes the devices of an uploaded spreadsheet, all in one transaction; rows that cannot be come back with their reasons. */
export const deviceBatchUpdateJob = defineJob({
  id: 'device.batchUpdate',
  input: OPERATIONS['device.batch.batchUpdate'].input,
  atomic: true,
  onePerCustomer: true,
  run: async ({ input, language, upload, progress, resultFile, trx }) => {
    const file = await upload(input.fileId);
    const sheet = await readDeviceSheet(file.path, 'tooManyDevicesInChange');
    return await trx(async (t) => {
      const devices = new Map(
        (
          await devicesByIds(
            t,
            sheet.map((values) => values.deviceId),
          )
        ).map((d) => [d.id, d]),
      );
      const seen = new Set<string>();
      const failed: FailedRow[] = [];
      let changed = 0;
      for (const [place, values] of sheet.entries()) {
        if (place % PROGRESS_EVERY === 0) await progress(place, sheet.length);
        await turn(values);
        const device = devices.get(values.deviceId);
        const reason = !device
          ? errorText('deviceNotFound', language)
          : seen.has(values.deviceId)
            ? errorText('alreadyExists', language)
            : wrongField(values, language);
        if (reason !== null || !device) {
          failed.push({ values, reason: reason ?? '' });
          continue;
        }
        seen.add(values.deviceId);
        const change = changeOf(values);
        if (Object.keys(change).length === 0) continue;
        await updateDevice(t, device.key, change);
        changed++;
      }
      await progress(sheet.length, sheet.length);
      if (failed.length > 0) await resultFile(failedName(file.file_name), XLSX_TYPE, failedSheet(UPDATE_FIELDS, language, failed));
      return { summary: { total: sheet.length, changed, unchanged: sheet.length - changed - failed.length, failed: failed.length } };
    });
  },
});
