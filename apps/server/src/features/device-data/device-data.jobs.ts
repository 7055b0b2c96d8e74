import { apiError, DATA_EXPORT_DAYS, JOBS, OPERATIONS, type DataExportKind, type ParsedInputOf } from '@sightline/contract';
import {
  createPositionStore,
  devicesByIds,
  sensorsOfDevice,
  type DeviceRecord,
  type PositionReader,
  type ScopedTransaction,
} from '@sightline/db';
import { dayRange, daysBetween, formatInstant, measuresIn, parseZone, UTC_ZONE, type Measures, type UserZone } from '@sightline/domain';
import { harmlessName } from '../../files/harmless-name.ts';
import { isHidden, limitDeviceCount, namedDevices, requireUnlocked } from '../devices/device.service.ts';
import { defineJob, type JobContext } from '../jobs/job.service.ts';
import type { Principal } from '../principal.ts';
import { archiveTables, type DataTable } from './data-archive.ts';
import { daysFrom, mileageHeader, mileageRows } from './mileage-rows.ts';
import { amountHeader, amountRows, CALIBRATION_HEADERS, calibrationRows, valueHeader, valueRows, type SensorQuery } from './sensor-rows.ts';

type Input = ParsedInputOf<'device.data.mileage'>;

/** The number of days that are asked for. @throws 400 when they end before they begin, 20012 or 20006 when they are too many */
function dayCount(kind: DataExportKind, { start, end }: Input): number {
  const count = daysBetween(start, end) + 1;
  const maxDays = DATA_EXPORT_DAYS[kind];
  if (count < 1) throw apiError('invalidParameters', [{ path: 'end', message: 'ends before it begins' }]);
  if (count > maxDays) throw apiError(kind === 'mileage' ? 'last30DaysOnly' : 'rangeOver7Days', { maxDays });
  return count;
}

/** What is wrong with a question, before a task is made of it. @throws 400, 20006, 20012, 10003, 20007, 60015 */
export async function checkDataExport(trx: ScopedTransaction, principal: Principal, kind: DataExportKind, input: Input): Promise<void> {
  dayCount(kind, input);
  limitDeviceCount(input.deviceIds);
  for (const device of await namedDevices(trx, input.deviceIds)) requireUnlocked(principal, device);
}

interface Making {
  readonly trx: ScopedTransaction;
  readonly reader: PositionReader;
  readonly zone: UserZone;
  readonly words: 'en' | 'zh';
  readonly measures: Measures;
  readonly days: readonly string[];
}

/** The tables about one device; none when there is nothing that could be told. */
type TablesOf = (making: Making, device: DeviceRecord) => Promise<DataTable[]>;

const pathOf = (device: DeviceRecord, suffix = ''): string => `${harmlessName(device.name)} (${device.id})${suffix}.csv`;

const mileageTables: TablesOf = async ({ reader, zone, words, measures, days }, device) => [
  {
    path: pathOf(device),
    header: mileageHeader(words, measures),
    async *rows() {
      yield await mileageRows(reader, Number(device.key), zone, days, measures);
    },
  },
];

const spanOf = ({ zone, days, measures }: Making, device: DeviceRecord): Omit<SensorQuery, 'sensors'> => ({
  deviceKey: Number(device.key),
  fromMs: dayRange(zone, days[0]!)[0],
  toMs: dayRange(zone, days.at(-1)!)[1],
  zone,
  measures,
});

const sensorTables: TablesOf = async (making, device) => {
  const sensors = await sensorsOfDevice(making.trx, device.key);
  const query = { ...spanOf(making, device), sensors };
  const header = valueHeader(making.words, making.measures, sensors);
  return sensors.length === 0 ? [] : [{ path: pathOf(device), header, rows: () => valueRows(making.reader, query) }];
};

const amountTables =
  (type: 'fuel' | 'load'): TablesOf =>
  async (making, device) => {
    const { reader, words, measures } = making;
    const sensors = (await sensorsOfDevice(making.trx, device.key)).filter((sensor) => sensor.type === type);
    if (sensors.length === 0) return [];
    const query = { ...spanOf(making, device), sensors };
    const points = calibrationRows(sensors, measures);
    const amounts: DataTable = { path: pathOf(device), header: amountHeader(words, measures), rows: () => amountRows(reader, query) };
    const calibrations: DataTable = {
      path: pathOf(device, words === 'zh' ? ' 标定表' : ' calibration'),
      header: CALIBRATION_HEADERS[words],
      async *rows() {
        yield points;
      },
    };
    return points.length === 0 ? [amounts] : [amounts, calibrations];
  };

const TABLES: Readonly<Record<DataExportKind, TablesOf>> = {
  mileage: mileageTables,
  sensor: sensorTables,
  fuel: amountTables('fuel'),
  load: amountTables('load'),
};

const run = async (kind: DataExportKind, job: JobContext<Input>) =>
  await job.trx(async (trx) => {
    const { input, principal, app } = job;
    const zone = parseZone(principal.timezone) ?? UTC_ZONE;
    const words = job.language === 'zh_CN' ? 'zh' : 'en';
    const days = daysFrom(input.start, dayCount(kind, input));
    const making: Making = {
      trx,
      reader: createPositionStore(app.database).reader(trx),
      zone,
      words,
      measures: measuresIn(principal.units),
      days,
    };
    const tables: DataTable[] = [];
    // What has been taken away, or hidden, while the task waited is left out.
    const devices = (await devicesByIds(trx, input.deviceIds)).filter((device) => !isHidden(principal, device));
    for (const device of devices) tables.push(...(await TABLES[kind](making, device)));
    if (tables.length === 0) return { empty: true };
    const name = `${JOBS[`data.${kind}`][words]} ${formatInstant(zone, Date.now(), 'yyyy-MM-dd HHmmss')}.zip`;
    const rows = await archiveTables(job, name, tables);
    return { summary: { devices: devices.length, rows, timezone: principal.timezone } };
  });

const dataJob = (kind: DataExportKind) =>
  defineJob({ id: `data.${kind}`, input: OPERATIONS[`device.data.${kind}`].input, run: (job) => run(kind, job) });

/** What devices told and did: a zip with files for each, days and times in the user's zone, numbers in the user's units. */
export const dataExportJobs = {
  mileage: dataJob('mileage'),
  sensor: dataJob('sensor'),
  fuel: dataJob('fuel'),
  load: dataJob('load'),
} as const;
