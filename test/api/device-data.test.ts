import { ERROR_CODE, type InputOf, type TaskInfo } from '@sightline/contract';
import { EMPTY_BATCH, insertSensor } from '@sightline/db';
import { dayRange, parseZone, PositionFlag, type Bucket } from '@sightline/domain';
import { allJobs } from '@sightline/server/services/worker/all-jobs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { fixAt, stateOf, tripOf } from './tenant-facts.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const ZONE = parseZone('Asia/Shanghai')!;
const DAY = '2026-03-10';
const NEXT = '2026-03-11';
const [MIDNIGHT_MS] = dayRange(ZONE, DAY);
const HOUR_MS = 3_600_000;

let api: TestApi;
let world: TwoTenants;
let a: Call;

const bucket = (slotMs: number, distanceM: number, movingS: number): Bucket => ({
  slotMs,
  distanceM,
  movingS,
  idleS: 60,
  stoppedS: 0,
  maxSpeedKph: 72,
  pointCount: 2,
});

beforeAll(async () => {
  api = await startTestApi(
    async (database, positions) => {
      world = await seedTwoTenants(database, positions);
      await positions.ensurePartitions(MIDNIGHT_MS + 48 * HOUR_MS, 4);
      const sensors = [
        { name: 'Tank', type: 'fuel', item_code: 'adc1', unit: 'l' },
        { name: 'Bed', type: 'load', item_code: 'load1', unit: 'kg' },
        { name: '=Cold', type: 'temperature', item_code: 'temp1', unit: '°C' },
      ] as const;
      for (const sensor of sensors)
        await insertSensor(database.system, String(world.a.subDeviceKey), {
          ...sensor,
          peripheral_id: null,
          tank: null,
          calibration:
            sensor.type === 'temperature'
              ? null
              : {
                  unit: '0.001V',
                  rules: [
                    { raw: 0, value: 0 },
                    { raw: 1000, value: 300 },
                  ],
                },
        });
      const said = (atMs: number, sequence: number, attributes: Record<string, number>, flags = 0) => ({
        ...fixAt(atMs, 31.2, 121.5, sequence),
        flags,
        attributes,
      });
      const deviceKey = world.a.subDeviceKey;
      const points = [
        said(MIDNIGHT_MS - 1000, 1, { adc1: 900 }),
        said(MIDNIGHT_MS, 2, { adc1: 500, load1: 100, temp1: -4.5 }),
        said(MIDNIGHT_MS + 8 * HOUR_MS, 3, { adc1: 250 }, PositionFlag.noFix),
        said(MIDNIGHT_MS + 9 * HOUR_MS, 4, { rssi: 20 }),
        said(MIDNIGHT_MS + 24 * HOUR_MS, 5, { temp1: 8 }),
      ];
      const writer = positions.writer();
      await writer.write({
        ...EMPTY_BATCH,
        positions: points.map((position) => ({ deviceKey, position, late: false })),
        segments: [{ deviceKey, segment: tripOf(points[1]!, points[2]!) }],
        buckets: [
          bucket(MIDNIGHT_MS - 900_000, 5000, 900),
          bucket(MIDNIGHT_MS, 1500, 840),
          bucket(MIDNIGHT_MS + 23.75 * HOUR_MS, 500, 60),
          bucket(MIDNIGHT_MS + 24 * HOUR_MS, 2000, 600),
          bucket(MIDNIGHT_MS + 72 * HOUR_MS, 1000, 600),
        ].map((one) => ({ deviceKey, bucket: one })),
        states: [{ ...stateOf(deviceKey, world.a.subDeviceId, points[4]!), odometerM: 100_000 }],
      });
      await writer.close();
    },
    { jobs: allJobs() },
  );
  await api.database.pool.query(`UPDATE app_user SET timezone = 'Asia/Shanghai' WHERE id = $1`, [world.a.userId]);
  const client = api.client(await api.signIn(world.a.account, PASSWORD));
  a = (id, input) => client.call(id, input);
});
afterAll(async () => await api?.stop());

const ended = async (task: TaskInfo): Promise<TaskInfo> =>
  await eventually(
    async () => {
      const now = await a('task.info', { taskId: task.id });
      return now.finishTime === null ? null : now;
    },
    `the end of ${task.job}`,
    60_000,
  );

/** The files of a finished export by name, as lines of cells. */
async function filesOf(task: TaskInfo): Promise<Record<string, string[]>> {
  const { url } = await a('task.download', { taskId: task.id });
  const zip = await fromBufferPromise(Buffer.from(await (await fetch(`${api.url}${url}`)).arrayBuffer()));
  const files: Record<string, string[]> = {};
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    files[entry.fileName] = Buffer.concat(chunks)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
  }
  return files;
}

type Kind = 'mileage' | 'sensor' | 'fuel' | 'load';
const asked = (change: Partial<InputOf<'device.data.fuel'>> = {}): InputOf<'device.data.fuel'> => ({
  deviceIds: world.a.subDeviceId,
  start: DAY,
  end: DAY,
  ...change,
});
const exported = async (kind: Kind, change = {}) => {
  const task = await ended(await a(`device.data.${kind}`, asked(change)));
  expect(task).toMatchObject({ state: 'success' });
  return { task, files: await filesOf(task) };
};

test('mileage: each day of the zone with its distance, odometer, times and the trips that began on it; a file for each device', async () => {
  const { files, task } = await exported('mileage', { end: NEXT, deviceIds: `${world.a.subDeviceId},${world.a.deviceId}` });
  expect(task).toMatchObject({ jobName: 'Export mileage', summary: { devices: 2, rows: 4, timezone: 'Asia/Shanghai' } });
  expect(Object.keys(files).sort()).toEqual([`Aachen one (${world.a.deviceId}).csv`, `Aachen two (${world.a.subDeviceId}).csv`]);
  expect(files[`Aachen two (${world.a.subDeviceId}).csv`]).toEqual([
    'Day,Distance (km),Odometer at the beginning (km),Odometer at the end (km),Driving time,Idling time,Trips,Top speed (km/h)',
    '2026-03-10,2,95,97,0:15:00,0:02:00,1,72',
    '2026-03-11,2,97,99,0:10:00,0:01:00,0,72',
  ]);
  expect(files[`Aachen one (${world.a.deviceId}).csv`]?.[1]).toBe('2026-03-10,0,12.345,12.345,0:00:00,0:00:00,0,0');
});

test('sensors: a line for each position that says something of them, within the days, harmless in a spreadsheet', async () => {
  const { files } = await exported('sensor', { end: NEXT });
  expect(Object.values(files)).toEqual([
    [
      "Time,Time (UTC),Latitude,Longitude,Speed (km/h),'=Cold (°C),Bed (kg),Tank (l)",
      '2026-03-10 00:00:00,2026-03-09T16:00:00.000Z,31.2,121.5,36,-4.5,30,150',
      // Without a fix there is no place, and a reading all the same.
      '2026-03-10 08:00:00,2026-03-10T00:00:00.000Z,,,,,,75',
      '2026-03-11 00:00:00,2026-03-10T16:00:00.000Z,31.2,121.5,36,8,,',
    ],
  ]);
});

test('fuel and load: what the sensor said and what that stands for, with the points of the calibration', async () => {
  const { files } = await exported('fuel');
  const place = 'Time,Time (UTC),Latitude,Longitude,Speed (km/h)';
  expect(files).toEqual({
    [`Aachen two (${world.a.subDeviceId}).csv`]: [
      `${place},Sensor,Value of the sensor,Amount,Unit`,
      '2026-03-10 00:00:00,2026-03-09T16:00:00.000Z,31.2,121.5,36,Tank,500,150,l',
      '2026-03-10 08:00:00,2026-03-10T00:00:00.000Z,,,,Tank,250,75,l',
    ],
    [`Aachen two (${world.a.subDeviceId}) calibration.csv`]: [
      'Sensor,Value of the sensor,Unit of the value,Amount,Unit',
      'Tank,0,0.001V,0,l',
      'Tank,1000,0.001V,300,l',
    ],
  });
  const load = await exported('load');
  expect(load.files[`Aachen two (${world.a.subDeviceId}).csv`]?.slice(1)).toEqual([
    '2026-03-10 00:00:00,2026-03-09T16:00:00.000Z,31.2,121.5,36,Bed,100,30,kg',
  ]);
  // Without such a sensor there is nothing to give.
  expect(await ended(await a('device.data.load', asked({ deviceIds: world.a.deviceId })))).toMatchObject({ state: 'empty' });
});

test('days, devices and whose they are have their bounds', async () => {
  const of = async (kind: Kind, change: Partial<InputOf<'device.data.fuel'>>) => codeOf(a(`device.data.${kind}`, asked(change)));
  expect(await of('mileage', { start: '2026-02-08' })).toBe(0);
  expect(await of('mileage', { start: '2026-02-07' })).toBe(ERROR_CODE.last30DaysOnly);
  for (const kind of ['sensor', 'fuel', 'load'] as const) {
    expect(await of(kind, { start: '2026-03-04' })).toBe(0);
    expect(await of(kind, { start: '2026-03-03' })).toBe(ERROR_CODE.rangeOver7Days);
  }
  expect(await of('fuel', { start: NEXT })).toBe(ERROR_CODE.invalidParameters);
  expect(await of('fuel', { deviceIds: '' })).toBe(ERROR_CODE.deviceNotFound);
  const many = Array.from({ length: 101 }, (_, i) => `${9_000_000 + i}`).join(',');
  expect(await of('fuel', { deviceIds: many })).toBe(ERROR_CODE.tooManyDevicesInQuery);
  expect(await of('fuel', { deviceIds: `${world.a.deviceId},${world.b.deviceId}` })).toBe(ERROR_CODE.deviceNotFound);
});

test('numbers are in the units of whoever asks, and the heads name them', async () => {
  await a('user.setting.speedunit', { speedUnit: 'mph' });
  await a('user.setting.temperatureunit', { temperatureUnit: 'fahrenheit' });
  await a('user.setting.oilquantity', { oilQuantityUnit: 'ukGallon' });
  const mileage = await exported('mileage');
  expect(Object.values(mileage.files)).toEqual([
    [
      'Day,Distance (mi),Odometer at the beginning (mi),Odometer at the end (mi),Driving time,Idling time,Trips,Top speed (mph)',
      '2026-03-10,1.243,59.03,60.273,0:15:00,0:02:00,1,44.7',
    ],
  ]);
  const sensors = await exported('sensor', { end: NEXT });
  expect(Object.values(sensors.files)).toEqual([
    [
      "Time,Time (UTC),Latitude,Longitude,Speed (mph),'=Cold (°F),Bed (kg),Tank (gal (UK))",
      '2026-03-10 00:00:00,2026-03-09T16:00:00.000Z,31.2,121.5,22.4,23.9,30,32.995',
      '2026-03-10 08:00:00,2026-03-10T00:00:00.000Z,,,,,,16.498',
      '2026-03-11 00:00:00,2026-03-10T16:00:00.000Z,31.2,121.5,22.4,46.4,,',
    ],
  ]);
  const fuel = await exported('fuel');
  // What the sensor itself said stays what it is.
  expect(fuel.files[`Aachen two (${world.a.subDeviceId}).csv`]?.[1]).toMatch(/,22\.4,Tank,500,32\.995,gal \(UK\)$/);
  expect(fuel.files[`Aachen two (${world.a.subDeviceId}) calibration.csv`]?.[2]).toBe('Tank,1000,0.001V,65.991,gal (UK)');
});

test('a link shows numbers in the units of whoever made it, and places are told in those of whoever asks', async () => {
  await a('user.setting.speedunit', { speedUnit: 'knots' });
  const { token } = await a('device.share', { deviceId: world.a.subDeviceId });
  const viewer = api.client(null);
  const units = async () => (await viewer.call('device.share.view', { token, again: true })).units;
  expect(await units()).toEqual({ speedUnit: 'knots', distanceUnit: 'nauticalMile' });
  await a('user.setting.distanceunit', { distanceUnit: 'mile' });
  expect(await units()).toEqual({ speedUnit: 'knots', distanceUnit: 'mile' });
  const place = async () => (await a('common.poi', { lat: 39, lon: -11 })).displayName;
  expect(await place()).toMatch(/^\d+ mi /);
  await a('user.setting.distanceunit', { distanceUnit: 'km' });
  expect(await place()).toMatch(/^\d+ km /);
});
