import { decodeTrackColumns, ERROR_CODE, OPERATIONS, type OperationId } from '@sightline/contract';
import { EMPTY_BATCH, addTraffic, insertDevices, insertRawFrames, type NewRawFrame } from '@sightline/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { gt06Login, jt808Location, jt808Registration } from '../dev-env/gateway-frames.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { fixAt, stateOf } from './tenant-facts.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.now();

let api: TestApi;
let world: TwoTenants;
let call: Call;
let asOwner: Call;
/** Devices of tenant a: drives with a short stay, has a clock 8 h behind, and is set to a wrong port. */
const TRIPPER = '100000000101';
const SLOW_CLOCK = '100000000102';
const ASTRAY = '353701090012345';
/** Is set to summer time, which its clock does not keep. */
const WINTRY = '100000000104';
const keys = new Map<string, number>();

const frame = (deviceId: string, number: number, bytes: Buffer, more: Partial<NewRawFrame> = {}): NewRawFrame => ({
  deviceKey: keys.get(deviceId)!,
  atMs: NOW - 100_000 + number * 1000,
  direction: 'up',
  protocolId: 'jt808',
  remote: '10.0.0.9',
  connection: 7,
  number,
  answers: 0,
  size: bytes.length,
  bytes,
  errorCode: null,
  error: null,
  ...more,
});

const checked =
  (token: string): Call =>
  async (id, input) => {
    const data = await api.client(token).call(id, input as never);
    const parsed = (OPERATIONS[id as OperationId].output as z.ZodType).safeParse(data);
    expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
    return data as never;
  };

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    const own = await insertDevices(
      database.system,
      [TRIPPER, SLOW_CLOCK, ASTRAY, WINTRY].map((id) => ({ id, customer_id: world.a.customerId, name: `Device ${id}`, type_code: 'T1' })),
    );
    // The same end as ASTRAY, under the other tenant.
    await insertDevices(database.system, [{ id: ASTRAY.slice(-12), customer_id: world.b.customerId, name: 'Namesake', type_code: 'T1' }]);
    for (const [id, key] of own) keys.set(id, Number(key));
    const writer = positions.writer();
    const drive = Array.from({ length: 120 }, (_, i) => {
      const standing = i >= 50 && i < 57;
      return { ...fixAt(NOW - 1.5 * HOUR + i * 30_000, 50 + (standing ? 50 : i) * 0.003, 8, i), speedKph: standing ? 0 : 40 };
    });
    const behind = (ms: number) =>
      Array.from({ length: 20 }, (_, i) => {
        const receivedAtMs = NOW - 10 * MINUTE + i * 20_000;
        return { ...fixAt(receivedAtMs - ms, 50, 8 + i * 0.001, i), receivedAtMs };
      });
    await writer.write({
      ...EMPTY_BATCH,
      positions: [
        ...drive.map((position) => ({ deviceKey: keys.get(TRIPPER)!, position, late: false })),
        ...behind(8 * HOUR + 1500).map((position) => ({ deviceKey: keys.get(SLOW_CLOCK)!, position, late: false })),
        ...behind(HOUR).map((position) => ({ deviceKey: keys.get(WINTRY)!, position, late: false })),
      ],
      states: [
        {
          ...stateOf(keys.get(TRIPPER)!, TRIPPER, drive.at(-1)!),
          attributes: { fuel1: 2500, fuelLevel: 50, temp1: 21.5, versionFw: '3.1', model: 'X1', iccid: '8986', imei: '359' },
        },
      ],
    });
    await writer.close();
    await insertRawFrames(database, 1, [
      frame(TRIPPER, 1, jt808Registration(TRIPPER, 1)),
      frame(TRIPPER, 2, Buffer.from('7e8100000301380013800000000001000a7e', 'hex'), { direction: 'down', answers: 1 }),
      frame(TRIPPER, 3, jt808Location(TRIPPER, 2, { timeMs: NOW - MINUTE, lat: 50, lon: 8, speedKph: 40 })),
      frame(TRIPPER, 4, jt808Location(TRIPPER, 3, { timeMs: NOW, lat: 50, lon: 8 }), { errorCode: 'checksum', error: 'wrong' }),
      ...Array.from({ length: 3 }, (_, i) =>
        frame(SLOW_CLOCK, 10 + i, jt808Location(SLOW_CLOCK, i, { timeMs: NOW - 8 * HOUR, lat: 50, lon: 8 })),
      ),
      frame(ASTRAY, 20, gt06Login(ASTRAY, 1), { errorCode: 'wrong-protocol', error: 'gt06' }),
    ]);
  });
  call = checked(await api.signIn(world.a.account, PASSWORD));
  asOwner = checked(await api.signIn(world.owner, PASSWORD));
});
afterAll(async () => await api?.stop());

describe('raw frames', () => {
  it('come newest first, with what was answered, explained octet by octet', async () => {
    const page = await call('device.raw.page', { deviceId: TRIPPER });
    expect(page.total).toBe(3);
    expect(page.records.map((r) => r.message?.name)).toEqual(['locationReport', 'locationReport', page.records[2]!.message!.name]);
    const [broken, location, registration] = page.records;
    expect(broken!.error).toEqual({ code: 'checksum', text: 'wrong' });
    expect(registration!.answers.map((a) => [a.direction, a.message?.id])).toEqual([['down', '0x8100']]);
    expect(location!.fields.find((f) => f.field === 'speedDeciKph')).toMatchObject({ value: 40, unit: 'km/h', size: 2 });
    for (const record of page.records) {
      expect(record.fields.reduce((sum, f) => sum + f.size, 0)).toBe(record.hex.length / 2);
      expect([record.remote, record.connection, record.truncated]).toEqual(['10.0.0.9', '1-7', false]);
    }
    const second = await call('device.raw.page', { deviceId: TRIPPER, pageIndex: 2, pageSize: 2 });
    expect([second.records.length, second.total]).toEqual([1, 3]);
  });

  it('of another tenant do not exist', async () => {
    expect(await codeOf(call('device.raw.page', { deviceId: world.b.deviceId }))).toBe(ERROR_CODE.deviceNotFound);
  });
});

describe('findings', () => {
  it('name a wrong clock and suggest the offset that would put it right, without setting it', async () => {
    const report = await call('device.raw.findings', { deviceId: SLOW_CLOCK });
    expect(report.findings.map((f) => f.id)).toContain('clockBehind');
    expect(report.findings.find((f) => f.id === 'clockBehind')!.text).toBe('The clock of the device is 8 h behind.');
    const measuredTime = expect.any(String) as string;
    expect(report.clock).toEqual({
      offsetS: -28_801.5,
      measuredTime,
      readWithMinutes: 480,
      summerMinutes: 0,
      suggestedUtcOffsetMinutes: 0,
    });
    expect((await call('device.info', { deviceId: SLOW_CLOCK })).settings.utcOffsetMinutes).toBeNull();
  });

  it('take summer time into account: a clock that does not keep it is told, and no other offset suggested', async () => {
    const before = await call('device.raw.findings', { deviceId: WINTRY });
    expect(before.findings.map((f) => f.id)).toContain('clockBehind');
    expect(before.clock).toMatchObject({ offsetS: -3600, readWithMinutes: 480, summerMinutes: 0, suggestedUtcOffsetMinutes: 420 });
    const day = (days: number): string => new Date(NOW + days * 24 * HOUR).toISOString().slice(5, 10);
    const rule = { deviceId: WINTRY, enabled: true, start: `${day(-40)} 02:00`, end: `${day(40)} 03:00` };
    await call('device.expand.save.summer.time', rule);
    const { findings, clock } = await call('device.raw.findings', { deviceId: WINTRY });
    expect(clock).toMatchObject({ readWithMinutes: 540, summerMinutes: 60, suggestedUtcOffsetMinutes: null });
    expect(findings.find((f) => f.id === 'noSummerTime')?.params).toEqual({ minutes: 60 });
    expect(findings.map((f) => f.id)).not.toContain('clockBehind');
    await call('device.expand.save.summer.time', { ...rule, enabled: false });
    expect((await call('device.raw.findings', { deviceId: WINTRY })).clock).toMatchObject({ readWithMinutes: 480, summerMinutes: 0 });
  });

  it('know the clock of a device that sends nothing any more, until its times are read otherwise', async () => {
    const key = keys.get(SLOW_CLOCK);
    await api.database.pool.query('INSERT INTO device_state (device_key, last_contact_at) VALUES ($1, now())', [key]);
    const before = await call('device.raw.findings', { deviceId: SLOW_CLOCK });
    for (const table of ['position', 'position_sealing', 'position_chunk'])
      await api.database.pool.query(`DELETE FROM ${table} WHERE device_key = $1`, [key]);
    const { clock } = await call('device.raw.findings', { deviceId: SLOW_CLOCK });
    // Kept to the millisecond.
    expect(clock).toMatchObject({ offsetS: before.clock.offsetS, suggestedUtcOffsetMinutes: null });
    expect(Date.parse(clock.measuredTime!)).toBeLessThanOrEqual(Date.parse(before.clock.measuredTime!));
    await call('device.saveTrip', { deviceId: SLOW_CLOCK, utcOffsetMinutes: 0 });
    expect((await call('device.info.extend', { deviceId: SLOW_CLOCK })).clock).toMatchObject({ offsetS: null, measuredTime: null });
    await call('device.saveTrip', { deviceId: SLOW_CLOCK, utcOffsetMinutes: null });
    await api.database.pool.query('DELETE FROM device_state WHERE device_key = $1', [key]);
  });

  it('find a device on the port of another protocol, and checksum errors', async () => {
    const report = await call('device.raw.findings', { deviceId: ASTRAY });
    expect(report.findings.map((f) => [f.id, f.params])).toContainEqual(['wrongPort', { portProtocol: 'jt808', protocol: 'gt06' }]);
    const other = await call('device.raw.findings', { deviceId: TRIPPER });
    expect(other.findings.map((f) => f.id)).toContain('checksumErrors');
  });

  it('tell of a namesake under another customer only to who may see both', async () => {
    const own = await call('device.raw.findings', { deviceId: ASTRAY });
    expect(own.findings.map((f) => f.id)).not.toContain('sameIdElsewhere');
    const all = await asOwner('device.raw.findings', { deviceId: ASTRAY });
    expect(all.findings.find((f) => f.id === 'sameIdElsewhere')?.params).toMatchObject({ deviceId: ASTRAY.slice(-12) });
  });
});

describe('trips with other settings', () => {
  it('are shown beside the present ones, with reasons, and nothing changes', async () => {
    const before = await api.positions.systemReader().segments([keys.get(TRIPPER)!], 0, NOW + 1);
    const preview = await call('device.trip.preview', { deviceId: TRIPPER, minStayS: 120, days: 1 });
    expect([preview.complete, preview.positions]).toEqual([true, 120]);
    expect([preview.before.totals.trips, preview.after.totals.trips]).toEqual([1, 2]);
    expect([preview.before.settings.minStayS, preview.after.settings.minStayS]).toEqual([300, 120]);
    const first = preview.after.segments.find((s) => s.kind === 'trip')!;
    expect(first.endReason).toMatchObject({ rule: 'stayed', threshold: 120 });
    expect(first.changed).toBe(true);
    expect(await api.positions.systemReader().segments([keys.get(TRIPPER)!], 0, NOW + 1)).toEqual(before);
    expect((await call('device.info', { deviceId: TRIPPER })).settings.minStayS).toBe(300);
    expect(await api.positions.dirtySpans(10)).toEqual([]);
  });

  it('a saved setting and the request for its re-run are one transaction', async () => {
    await call('device.saveTrip', { deviceId: TRIPPER, minStayS: 120 });
    expect((await api.positions.dirtySpans(10)).map((s) => s.deviceKey)).toEqual([keys.get(TRIPPER)!]);
    // Nobody can ask for a re-run of what lies outside the scope.
    const scope = { customerPath: '999999', userId: '1', platform: false };
    const { requestRecompute } = await import('@sightline/db');
    await api.database.scoped(scope, (trx) => requestRecompute(trx, String(world.b.deviceKey), 0, 1));
    expect(await api.positions.dirtySpans(10)).toHaveLength(1);
  });
});

describe('sensors', () => {
  const tank = { shape: 'cuboid', lengthMm: 1000, widthMm: 500, heightMm: 400, capacityL: 190, fuelType: 'diesel' } as const;

  it('are added, changed, calibrated, read and removed', async () => {
    const added = await call('device.sensor.add', { deviceId: TRIPPER, name: 'Main tank', type: 'fuel', itemCode: 'fuel1', tank });
    expect([added.unit, added.computedVolumeL, added.calibration]).toEqual(['l', 200, null]);
    const calibration = {
      unit: '0.001V' as const,
      rules: [
        { raw: 500, value: 0 },
        { raw: 4500, value: 190 },
      ],
    };
    const saved = await call('device.sensor.calibration.save', { sensorId: added.id, calibration });
    expect(saved.calibration).toEqual(calibration);
    await call('device.sensor.add', { deviceId: TRIPPER, name: 'Second tank', type: 'fuel', itemCode: 'fuelLevel', tank });
    await call('device.sensor.add', { deviceId: TRIPPER, name: 'Cold box', type: 'temperature', itemCode: 'temp1' });
    await call('device.sensor.add', { deviceId: TRIPPER, name: 'Axle', type: 'load', itemCode: 'load1' });
    const values = await call('device.sensor.values', { deviceId: TRIPPER });
    const more = await call('device.data.more', { deviceId: TRIPPER });
    expect(more).toMatchObject({ deviceId: TRIPPER, sensors: values });
    expect(more.attributes).toMatchObject(
      Object.fromEntries(values.filter((v) => v.rawValue !== null).map((v) => [v.itemCode, v.rawValue])),
    );
    expect(values.map((v) => [v.name, v.rawValue, v.itemValue, v.unit])).toEqual([
      ['Axle', null, null, 'kg'],
      ['Cold box', 21.5, 21.5, '°C'],
      ['Main tank', 2500, 95, 'l'],
      ['Second tank', 50, 95, 'l'],
    ]);
    const renamed = await call('device.sensor.save', { sensorId: added.id, name: 'Left tank' });
    expect([renamed.name, renamed.tank, renamed.calibration]).toEqual(['Left tank', tank, calibration]);
    expect((await call('device.sensor.page', { deviceId: TRIPPER, type: 'fuel' })).total).toBe(2);
    expect((await call('device.sensor.page', { name: 'box' })).records.map((s) => s.name)).toEqual(['Cold box']);
    // Another type has neither tank nor the old table.
    const retyped = await call('device.sensor.save', { sensorId: added.id, type: 'voltage' });
    expect([retyped.tank, retyped.calibration, retyped.unit]).toEqual([null, null, 'V']);
    await call('device.sensor.delete', { sensorId: added.id });
    expect(await codeOf(call('device.sensor.info', { sensorId: added.id }))).toBe(ERROR_CODE.sensorNotFound);
  });

  it('are refused when they do not add up', async () => {
    const sensor = await call('device.sensor.add', { deviceId: SLOW_CLOCK, name: 'Tank', type: 'fuel', itemCode: 'fuel1', tank });
    const calibrate = (rules: readonly { raw: number | null; value: number | null }[]) =>
      codeOf(call('device.sensor.calibration.save', { sensorId: sensor.id, calibration: { unit: '1mm', rules: [...rules] } }));
    const bad = ERROR_CODE.sensorCalibrationInvalid;
    expect(await calibrate([{ raw: 1, value: 1 }])).toBe(bad);
    expect(
      await calibrate([
        { raw: 1, value: 1 },
        { raw: 2, value: null },
      ]),
    ).toBe(bad);
    expect(
      await calibrate([
        { raw: 2, value: 1 },
        { raw: 1, value: 2 },
      ]),
    ).toBe(bad);
    expect(
      await calibrate([
        { raw: 1, value: 1 },
        { raw: 2, value: 191 },
      ]),
    ).toBe(bad);
    expect(
      await calibrate([
        { raw: 1, value: 1 },
        { raw: 2, value: 190 },
      ]),
    ).toBe(0);
    expect(await codeOf(call('device.sensor.save', { sensorId: sensor.id, tank: { ...tank, capacityL: 900 } }))).toBe(bad);
    const again = { deviceId: SLOW_CLOCK, name: 'Tank', type: 'switch', itemCode: 'in1' } as const;
    expect(await codeOf(call('device.sensor.add', again))).toBe(ERROR_CODE.nameExists);
    expect(await codeOf(call('device.sensor.add', { ...again, name: 'Door', tank }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('end at the limit of a device, also when asked at once', async () => {
    const add = (i: number) => codeOf(call('device.sensor.add', { deviceId: ASTRAY, name: `S${i}`, type: 'switch', itemCode: `in${i}` }));
    const codes = await Promise.all(Array.from({ length: 36 }, (_, i) => add(i)));
    expect(codes.filter((code) => code === 0)).toHaveLength(32);
    expect(codes.filter((code) => code === ERROR_CODE.peripheralCountExceeded)).toHaveLength(4);
  });
});

describe('data volume', () => {
  // The users of the test live at +08:00: their day begins at 16:00 UTC.
  const DAY_START = Date.UTC(2026, 9, 9, 16);
  const QUARTER = 15 * MINUTE;

  it('is summed by the day and the hour of the asker', async () => {
    const deviceKey = keys.get(TRIPPER)!;
    const add = (slotMs: number, bytesIn: number) => addTraffic(api.database, [{ deviceKey, slotMs, bytesIn, bytesOut: 1 }]);
    await add(DAY_START - QUARTER, 1000);
    await add(DAY_START, 20);
    await add(DAY_START, 5);
    await add(DAY_START + 3 * QUARTER, 7);
    await add(DAY_START + 4 * QUARTER, 9);
    const days = await call('device.traffic.day', { deviceId: TRIPPER, startDate: '2026-10-09', endDate: '2026-10-11' });
    expect(days.map((d) => [d.date, d.bytesIn, d.bytesOut, d.limitBytes])).toEqual([
      ['2026-10-09', 1000, 1, null],
      ['2026-10-10', 41, 4, null],
      ['2026-10-11', 0, 0, null],
    ]);
    const hours = await call('device.traffic.hour', { deviceId: TRIPPER, date: '2026-10-10' });
    expect(hours).toHaveLength(24);
    expect(hours.slice(0, 3).map((h) => [h.startTime, h.bytesIn, h.trafficSize])).toEqual([
      [new Date(DAY_START).toISOString(), 32, 35],
      [new Date(DAY_START + HOUR).toISOString(), 9, 10],
      [new Date(DAY_START + 2 * HOUR).toISOString(), 0, 0],
    ]);
    const page = await call('device.traffic.page', { startDate: '2026-10-10', endDate: '2026-10-10', pageSize: 2 });
    expect(page.records[0]).toMatchObject({ deviceId: TRIPPER, trafficSize: 45 });
    expect(page.total).toBe(6);
    const over31 = { deviceId: TRIPPER, startDate: '2026-10-01', endDate: '2026-11-01' };
    expect(await codeOf(call('device.traffic.day', over31))).toBe(ERROR_CODE.last30DaysOnly);
    expect(await codeOf(call('device.traffic.day', { ...over31, endDate: '2026-09-30' }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('is limited by day, with something added for today', async () => {
    const limited = await call('device.dailyTraffic.update', { deviceIds: `${TRIPPER},${ASTRAY}`, dailyMb: 1 });
    expect(limited.map((a) => a.dailyMb)).toEqual([1, 1]);
    await addTraffic(api.database, [
      { deviceKey: keys.get(TRIPPER)!, slotMs: Math.floor(Date.now() / QUARTER) * QUARTER, bytesIn: 1_500_000, bytesOut: 0 },
    ]);
    const today = async () => (await call('device.info.extend', { deviceId: TRIPPER })).traffic;
    expect(await today()).toMatchObject({ limitBytes: 1_000_000, overLimit: true });
    expect(await call('device.traffic.temporary', { deviceId: TRIPPER, extraMb: 1 })).toMatchObject({ dailyMb: 1, extraMb: 1 });
    expect(await call('device.traffic.temporary', { deviceId: TRIPPER, extraMb: 2 })).toMatchObject({ dailyMb: 1, extraMb: 3 });
    expect(await today()).toMatchObject({ limitBytes: 4_000_000, overLimit: false });
    const synced = await call('device.dailyTraffic.sync', { deviceId: TRIPPER, deviceIds: SLOW_CLOCK });
    expect(synced).toEqual([{ deviceId: SLOW_CLOCK, dailyMb: 1, extraMb: 0, extraUntil: null }]);
    const foreign = { deviceIds: `${TRIPPER},${world.b.deviceId}`, dailyMb: 5 };
    expect(await codeOf(call('device.dailyTraffic.update', foreign))).toBe(ERROR_CODE.deviceNotFound);
    expect((await call('device.dailyTraffic.update', { deviceIds: TRIPPER, dailyMb: null }))[0]!.dailyMb).toBeNull();
  });
});

describe('shared links', () => {
  it('show the live place alone, or the track of the last hours, and count who opens them', async () => {
    const live = await call('device.share', { deviceId: TRIPPER });
    const track = await call('device.share', { deviceId: TRIPPER, trackHours: 1 });
    const visitor = api.client(null);
    expect(await visitor.call('device.share.view', { token: live.token })).toMatchObject({ trackHours: 0, track: null });
    const seen = await visitor.call('device.share.view', { token: track.token });
    const points = decodeTrackColumns(seen.track!);
    expect(points.count).toBeGreaterThan(1);
    expect(Math.min(...points.timeMs)).toBeGreaterThanOrEqual(NOW - HOUR);
    // A page that refreshes itself is one look.
    expect((await visitor.call('device.share.view', { token: track.token, again: true })).track).toBeNull();
    const links = (await call('device.share.page', { deviceId: TRIPPER })).records;
    expect(links.map((l) => [l.id, l.trackHours, l.seenCount])).toEqual([
      [track.id, 1, 1],
      [live.id, 0, 1],
    ]);
    await call('device.share.revoke', { id: track.id });
    expect(await codeOf(visitor.call('device.share.view', { token: track.token }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(call('device.share', { deviceId: TRIPPER, trackHours: 73 }))).toBe(ERROR_CODE.invalidParameters);
  });
});

it('the extended information of a device', async () => {
  const info = await call('device.info.extend', { deviceId: TRIPPER });
  expect(info).toMatchObject({
    id: TRIPPER,
    protocol: 'jt808',
    spokenProtocol: 'jt808',
    remote: '10.0.0.9',
    firmwareVersion: '3.1',
    model: 'X1',
    iccid: '8986',
    imei: '359',
    frames: { count: 3, errors: 1 },
    activeShareCount: 1,
  });
  expect(info.state.deviceData.attributes).toMatchObject({ temp1: 21.5 });
  const silent = await call('device.info.extend', { deviceId: world.a.subDeviceId });
  expect([silent.remote, silent.frames.count, silent.clock.offsetS, silent.state.expand.status]).toEqual([null, 0, null, -1]);
});
