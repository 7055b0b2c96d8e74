import {
  ApiError,
  createClient,
  decodeTrackColumns,
  ERROR_CODE,
  ERROR_ROWS,
  operationList,
  OPERATIONS,
  type OperationId,
} from '@sightline/contract';
import { insertDevices } from '@sightline/db';
import { alarmOfNumber } from '@sightline/domain';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { FOREIGN_MARK, PASSWORD, POSITION_TIME_MS, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let call: Call;
let token: string;
const EXTRA_DEVICES = 57;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => {
    world = await seedTwoTenants(database, positions);
    await insertDevices(
      database.system,
      Array.from({ length: EXTRA_DEVICES }, (_, i) => ({
        id: `3000000000${String(i).padStart(2, '0')}`,
        customer_id: i % 3 === 0 ? world.a.subCustomerId : world.a.customerId,
        name: ['Van', 'Lorry', 'Car'][i % 3]! + (i % 7),
        type_code: i % 2 === 0 ? 'T1' : 'C4',
        expires_at: i % 5 === 0 ? new Date(Date.now() - DAY_MS) : null,
        activated_at: i % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + i)),
      })),
    );
  });
  token = await api.signIn(world.a.account, PASSWORD);
  // Every answer is checked against the contract; the server itself does not, for speed.
  call = async <K extends OperationId>(id: K, input: Parameters<Call>[1]) => {
    const data = await api
      .client(token)
      .call(id, input as never)
      .catch((error: unknown) => {
        // A refusal is what some tests look for; of a call without an answer one wants to know which it was.
        throw error instanceof ApiError ? error : new Error(`no answer to ${id}`, { cause: error });
      });
    const parsed = (OPERATIONS[id].output as z.ZodType).safeParse(data);
    expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
    return data as never;
  };
});
afterAll(async () => await api?.stop());

describe('devices', () => {
  it('pages cover every device once, in every order and size', async () => {
    const fields = ['id', 'deviceName', 'deviceType', 'customerName', 'activeTime', 'expirationTime', 'createTime'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 7, max: 70 }),
        async (orderBy, orderDirection, pageSize) => {
          const seen: string[] = [];
          const values: (string | null)[] = [];
          for (let pageIndex = 1; ; pageIndex++) {
            const page = await call('device.page', { pageIndex, pageSize, orderBy, orderDirection });
            expect([page.total, page.size, page.current]).toEqual([EXTRA_DEVICES + 2, pageSize, pageIndex]);
            if (page.records.length === 0) break;
            expect(page.records.length).toBeLessThanOrEqual(pageSize);
            for (const r of page.records) {
              seen.push(r.id);
              values.push(r[orderBy]);
            }
          }
          expect(new Set(seen).size).toBe(EXTRA_DEVICES + 2);
          expect(seen.length).toBe(EXTRA_DEVICES + 2);
          // What has no value comes last; the rest is sorted.
          const known = values.filter((v) => v !== null);
          expect(values.slice(0, known.length)).toEqual(known);
          const sign = orderDirection === 'asc' ? 1 : -1;
          for (let i = 1; i < known.length; i++)
            expect((known[i - 1]! < known[i]! ? -1 : known[i - 1]! > known[i]! ? 1 : 0) * sign).toBeLessThanOrEqual(0);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('filters agree with a filter over the whole list', async () => {
    const all = (await call('device.page', { pageSize: 200 })).records;
    const ids = async (input: Parameters<typeof call<'device.page'>>[1]) =>
      (await call('device.page', { pageSize: 200, ...input })).records.map((r) => r.id).toSorted();
    const expected = (of: (r: (typeof all)[number]) => boolean) =>
      all
        .filter(of)
        .map((r) => r.id)
        .toSorted();
    expect(await ids({ deviceIdOrName: 'lorry3' })).toEqual(expected((r) => r.deviceName === 'Lorry3'));
    expect(await ids({ deviceIdOrName: '30000000001' })).toEqual(expected((r) => r.id.startsWith('30000000001')));
    expect(await ids({ deviceIdOrName: '%' })).toEqual([]);
    expect(await ids({ deviceIdOrName: "'; DROP TABLE device; --" })).toEqual([]);
    expect(await ids({ deviceTypes: 'C4' })).toEqual(expected((r) => r.deviceType === 'C4'));
    expect(await ids({ deviceBasicType: 2 })).toEqual(expected((r) => r.deviceType === 'C4'));
    expect(await ids({ customerId: world.a.subCustomerId })).toEqual(expected((r) => r.customerId === world.a.subCustomerId));
    expect(await ids({ customerId: world.a.customerId })).toEqual(expected((r) => r.customerId === world.a.customerId));
    expect(await ids({ customerId: world.a.customerId, subsumption: 1 })).toEqual(expected(() => true));
    expect(await ids({ labelIds: world.a.labelId })).toEqual([world.a.deviceId]);
    expect(await ids({ deviceStatus: '2' })).toEqual(expected((r) => r.deviceStatus === 2));
    expect(await ids({ deviceStatus: '1' })).toEqual(expected((r) => r.deviceStatus === 1));
    expect(await ids({ bindLicense: 1 })).toEqual(expected((r) => r.expirationTime !== null));
    expect(await ids({ status: 1 })).toEqual([world.a.deviceId]);
    expect(await ids({ status: -1 })).toEqual(expected((r) => r.id !== world.a.deviceId));
    const from = '2026-01-10T00:00:00Z';
    expect(await ids({ activeTimeStart: from, activeTimeEnd: '2026-02-01T00:00:00Z' })).toEqual(
      expected((r) => r.activeTime !== null && r.activeTime >= '2026-01-10T00:00:00.000Z' && r.activeTime < '2026-02-01T00:00:00.000Z'),
    );
  });

  it('a page too big, an unknown order and a wrong id are refused with the path of the field', async () => {
    for (const [input, path] of [
      [{ pageSize: 201 }, 'pageSize'],
      [{ orderBy: 'password' }, 'orderBy'],
      [{ deviceIds: 'a b' }, 'deviceIds'],
      [{ activeTimeStart: 'yesterday' }, 'activeTimeStart'],
    ] as const) {
      const answer = await api.raw('POST', '/gps/v2/device/page', token, input);
      expect([answer.status, answer.code]).toEqual([200, ERROR_CODE.invalidParameters]);
      expect((answer.data as { path: string }[])[0]!.path).toBe(path);
    }
  });

  it('the latest state is the one that was stored; others of the scope are inactive', async () => {
    const [first, second, ...rest] = await call('device.data.shadow', {
      deviceIds: `${world.a.deviceId},${world.a.subDeviceId},${world.b.deviceId}`,
    });
    expect(rest).toEqual([]);
    expect(first!.deviceData).toMatchObject({
      deviceId: world.a.deviceId,
      lat: 50.7,
      lon: 12.008,
      speed: 36,
      acc: 1,
      num: 11,
      quantity: 88,
      voltage: 27.4,
      motion: 'moving',
      odometer: 12_345,
    });
    expect(first!.deviceData.deviceTime).toBe(new Date(POSITION_TIME_MS).toISOString());
    expect([first!.expand.status, second!.expand.status, second!.deviceData.lat]).toEqual([1, -1, null]);
    expect(await codeOf(call('device.data.shadow', { deviceIds: Array.from({ length: 101 }, (_, i) => `d${i}`).join(',') }))).toBe(
      ERROR_CODE.tooManyDevicesInQuery,
    );
  });

  it('the snapshot as columns says the same as the list', async () => {
    const list = await call('device.data.shadow.customer.abbrev', {});
    const s = await call('device.live.snapshot', {});
    expect(list.length).toBe(EXTRA_DEVICES + 2);
    const rebuilt = s.id.map((id, i) => ({
      deviceId: id,
      deviceName: s.name[i],
      customerId: s.customers[s.customer[i]!]!.id,
      deviceType: s.types[s.type[i]!],
      icon: s.icons[s.icon[i]!],
      lat: s.lat[i],
      lon: s.lon[i],
      speed: s.speedKph[i],
      course: s.course[i],
      acc: s.acc[i] === 2 ? null : s.acc[i],
      motion: (['moving', 'idle', 'stopped'] as const)[s.motion[i]!],
      status: s.lastContactMs[i] === 0 ? -1 : s.serverTimeMs - s.lastContactMs[i]! <= s.onlineTimeoutS * 1000 ? 1 : 0,
      deviceTime: s.fixTimeMs[i] === 0 ? null : new Date(s.fixTimeMs[i]!).toISOString(),
      reportTime: s.lastContactMs[i] === 0 ? null : new Date(s.lastContactMs[i]!).toISOString(),
    }));
    expect(rebuilt).toEqual(list);
    expect((await call('device.live.snapshot', { subsumption: 0 })).id).not.toContain(world.a.subDeviceId);
  });

  it('the snapshot tells the most urgent alarm of the newest position', async () => {
    const alarmOf = async () => {
      const s = await call('device.live.snapshot', {});
      return alarmOfNumber(s.alarm[s.id.indexOf(world.a.deviceId)]!);
    };
    const say = async (alarm: string | null) =>
      await sql`UPDATE device_state SET attributes = attributes - 'alarm' || jsonb_strip_nulls(jsonb_build_object('alarm', ${alarm}::text))
        WHERE device_key = ${world.a.deviceKey}`.execute(api.database.system);
    expect(await alarmOf()).toBeNull();
    await say('ignitionOn,overspeed,powerCut');
    expect(await alarmOf()).toBe('powerCut');
    await say(null);
    expect(await alarmOf()).toBeNull();
  });

  it('trip settings are saved, kept in range, audited and ask for a re-run', async () => {
    const before = await call('device.info', { deviceId: world.a.deviceId });
    const saved = await call('device.saveTrip', { deviceId: world.a.deviceId, minMovingSpeedKph: 8 });
    expect(saved).toEqual({ ...before.settings, minMovingSpeedKph: 8 });
    expect((await call('device.info', { deviceId: world.a.deviceId })).settings).toEqual(saved);
    expect(await codeOf(call('device.saveTrip', { deviceId: world.a.deviceId, minMovingSpeedKph: 16 }))).toBe(ERROR_CODE.invalidParameters);
    const [entry] = (await call('log.page', {})).records;
    expect(entry).toMatchObject({
      operation: 'device.saveTrip',
      account: world.a.account,
      detail: { deviceId: world.a.deviceId, minMovingSpeedKph: 8 },
    });
    expect((await api.positions.dirtySpans(10)).map((s) => s.deviceKey)).toEqual([world.a.deviceKey]);
  });
});

describe('customers', () => {
  it('the tree gives a level with counts, and no more of the ancestors than the asker may see', async () => {
    const [own] = await call('customer.tree', {});
    expect(own).toMatchObject({
      id: world.a.customerId,
      customerCode: world.a.customerId,
      customerCodeName: 'Aachen dealer',
      leaf: 0,
      onlineCount: 1,
      totalCount: EXTRA_DEVICES + 2,
    });
    const [sub, ...others] = await call('customer.tree', { customerId: world.a.customerId });
    expect(others).toEqual([]);
    expect(sub).toMatchObject({
      id: world.a.subCustomerId,
      customerCode: `${world.a.customerId},${world.a.subCustomerId}`,
      leaf: 1,
      onlineCount: 0,
    });
    expect(own!.currentCustomerTotalCount + sub!.totalCount).toBe(own!.totalCount);
    expect(await call('customer.tree', { customerId: world.a.subCustomerId })).toEqual([]);
    const owner = api.client(await api.signIn(world.owner, PASSWORD));
    const [root] = await owner.call('customer.tree', {});
    expect(root).toMatchObject({ customerName: 'Platform', totalCount: EXTRA_DEVICES + 4 });
    const dealers = await owner.call('customer.tree', { customerId: root!.id });
    expect(dealers.map((d) => [d.customerName, d.totalCount])).toEqual([
      ['Aachen dealer', EXTRA_DEVICES + 2],
      [`${FOREIGN_MARK} dealer`, 2],
    ]);
  });

  it('are found by name, wildcards taken literally', async () => {
    expect((await call('customer.list.name', { customerName: 'aachen s' })).map((c) => c.id)).toEqual([world.a.subCustomerId]);
    expect(await call('customer.list.name', { customerName: '_' })).toEqual([]);
    expect((await call('customer.info', {})).parentId).toBeNull();
    expect((await call('customer.info', { customerId: world.a.subCustomerId })).parentName).toBe('Aachen dealer');
  });
});

describe('tracks', () => {
  const at = (ms: number): string => new Date(ms).toISOString();
  const window = { start: at(POSITION_TIME_MS - 3_600_000), end: at(POSITION_TIME_MS + 1000) };

  it('list and columns hold the same positions', async () => {
    const { points } = await call('device.track', { deviceId: world.a.deviceId, ...window });
    expect(points!.map((p) => [p.reportTime, p.lat, p.lon, p.speed, p.acc])).toEqual([
      [at(POSITION_TIME_MS - 60_000), 50.7, 12, 36, 1],
      [at(POSITION_TIME_MS), 50.7, 12.008, 36, 1],
    ]);
    for (const withAcc of [false, true]) {
      const { columns } = await call('device.track', { deviceId: world.a.deviceId, ...window, format: 'columns', withAcc });
      const track = decodeTrackColumns(columns!);
      expect([...track.timeMs].map(at)).toEqual(points!.map((p) => p.reportTime));
      expect([...track.lon]).toEqual(points!.map((p) => p.lon));
      expect([...track.acc]).toEqual(withAcc ? [1, 1] : []);
      expect(track.changes).toEqual([]);
    }
    const { columns } = await call('device.track', { deviceId: world.a.deviceId, ...window, format: 'columns', withChanges: true });
    // Two positions of the same source without an alarm: said once.
    expect(columns!.acc).toEqual([]);
    expect(columns!.changes).toEqual([{ index: 0, type: points![0]!.type, alarm: '' }]);
    const overview = await call('device.track', { deviceId: world.a.deviceId, ...window, format: 'overview' });
    expect(overview.points).toBeNull();
    expect([...decodeTrackColumns(overview.columns!).timeMs].map(at)).toEqual(points!.map((p) => p.reportTime));
  });

  it('windows are limited: 7 days as a list, 31 as columns and for trips; the end follows the start', async () => {
    const end = at(POSITION_TIME_MS);
    const days = (n: number) => ({ deviceId: world.a.deviceId, start: at(POSITION_TIME_MS - n * DAY_MS), end });
    expect(await codeOf(call('device.track', days(7)))).toBe(0);
    expect(await codeOf(call('device.track', days(8)))).toBe(ERROR_CODE.rangeOver7Days);
    expect(await codeOf(call('device.track', { ...days(31), format: 'columns' }))).toBe(0);
    expect(await codeOf(call('device.track', { ...days(32), format: 'columns' }))).toBe(ERROR_CODE.last30DaysOnly);
    expect(await codeOf(call('device.track', { ...days(31), format: 'overview' }))).toBe(0);
    expect(await codeOf(call('device.track', { ...days(32), format: 'overview' }))).toBe(ERROR_CODE.last30DaysOnly);
    expect(await codeOf(call('device.data.gpsTrip', days(32)))).toBe(ERROR_CODE.last30DaysOnly);
    expect(await codeOf(call('device.track', days(-1)))).toBe(ERROR_CODE.invalidParameters);
  });

  it('a trip leads to its positions, and a position to the trip and its reason', async () => {
    const trips = await call('device.data.gpsTrip', { deviceId: world.a.deviceId, ...window });
    expect(trips).toMatchObject({ tripCount: 1, totalMileage: 600, totalTime: 60, avgSpeed: 36, maxSpeed: 36 });
    const [trip] = trips.deviceData;
    expect(trip).toMatchObject({ tripId: world.a.tripId, open: true, endReason: null, startReason: { rule: 'moved', threshold: 5 } });
    expect((await call('device.data.gpsTripData', { tripId: trip!.tripId })).length).toBe(2);
    const info = await call('device.track.info', { deviceId: world.a.deviceId, time: trip!.startTime });
    expect(info).toMatchObject({
      segment: { tripId: trip!.tripId },
      reasons: [{ rule: 'moved' }],
      attributes: { sat: 11 },
      rejectedBecause: [],
    });
    expect(await codeOf(call('device.track.info', { deviceId: world.a.deviceId, time: at(POSITION_TIME_MS - 1) }))).toBe(
      ERROR_CODE.dataNotFound,
    );
    expect(await codeOf(call('device.data.gpsTripData', { tripId: `${world.a.deviceKey}-1-1` }))).toBe(ERROR_CODE.dataNotFound);
  });
});

describe('shared links', () => {
  it('show one device without a sign-in until they are ended', async () => {
    const share = await call('device.share', { deviceId: world.a.deviceId, durationMinutes: 30 });
    const anybody = api.client(null);
    expect(await anybody.call('device.share.view', { token: share.token })).toMatchObject({
      deviceName: 'Aachen one',
      lat: 50.7,
      status: 1,
    });
    const { records } = await call('device.share.page', { deviceId: world.a.deviceId });
    expect(records.find((r) => r.id === share.id)).toMatchObject({ status: 'active', seenCount: 1, createdBy: 'Aachen main' });
    await call('device.share.revoke', { id: share.id });
    expect(await codeOf(anybody.call('device.share.view', { token: share.token }))).toBe(ERROR_CODE.dataNotFound);
    expect((await call('device.share.page', {})).records.find((r) => r.id === share.id)!.status).toBe('revoked');
  });

  it('end by themselves', async () => {
    await api.database.system
      .updateTable('share_link')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', world.a.shareId)
      .execute();
    expect(await codeOf(api.client(null).call('device.share.view', { token: world.a.shareToken }))).toBe(ERROR_CODE.dataNotFound);
  });
});

describe('users', () => {
  it('keep what they choose, and defaults for the rest', async () => {
    await call('user.setting.map', { map: 'arcGis' });
    await call('user.setting.speedunit', { speedUnit: 'knots' });
    await call('user.setting.timezone', { timezone: 'Europe/Berlin' });
    expect(await call('user.setting.info', {})).toMatchObject({ map: 'arcGis', speedUnit: 'knots', soundType: 3, currencyUnit: 'USD' });
    expect(await call('user.base.info', {})).toMatchObject({ timezone: 'Europe/Berlin', speedUnit: 'knots', experienceMonitorTs: null });
    await call('user.base.experience.monitor', {});
    expect((await call('user.base.info', {})).experienceMonitorTs).not.toBeNull();
    expect(await codeOf(call('user.setting.timezone', { timezone: 'Mars/Olympus' }))).toBe(ERROR_CODE.invalidParameters);
  });

  it('choose columns by naming the ones to hide', async () => {
    await call('user.base.format.save', { formatType: 'device_column', formatKeys: 'iccid,sim,no_such_key' });
    const keys = (await call('language.format.user', { formatType: 'device_column', languageCode: 'zh_CN' })).map((f) => f.formatKey);
    const all = (await call('language.format.list', { formatType: 'device_column', languageCode: 'zh_CN' })).map((f) => f.formatKey);
    expect(keys).toEqual(all.filter((k) => k !== 'iccid' && k !== 'sim'));
  });

  it('have chosen all columns, which is not the same as never having chosen, and not those that came later', async () => {
    const chosen = async () => {
      const entries = await call('language.format.user.auth', { formatType: 'log_column', languageCode: 'en_US' });
      expect(entries.every((entry) => entry.checked)).toBe(true);
      return entries.filter((entry) => entry.chosen).map((entry) => entry.formatKey);
    };
    expect(await chosen()).toEqual([]);
    await call('user.base.format.save', { formatType: 'log_column', formatKeys: '' });
    const all = await chosen();
    expect(all).toContain('remote');
    // As if the last column had not been there then.
    await sql`UPDATE app_user SET settings = jsonb_set(settings, '{known.log_column}', (settings -> 'known.log_column') - 'remote')
      WHERE account = ${world.a.account}`.execute(api.database.system);
    expect(await chosen()).toEqual(all.filter((key) => key !== 'remote'));
  });

  it('know the texts of every error', async () => {
    expect((await call('language.format.list', { formatType: 'error_code', languageCode: 'zh_CN' })).length).toBe(ERROR_ROWS.length);
  });
});

describe('addresses', () => {
  it('name the place, the way to it and the country in the language of the asker', async () => {
    const regensburg = await call('common.poi', { lat: 49.0134, lon: 12.1016 });
    expect(regensburg.displayName).toMatch(/Regensburg.*, Germany$/);
    expect((await call('common.poi', { lat: 49.0134, lon: 12.1016, language: 'zh_CN' })).displayName).toMatch(/^德国 Regensburg/);
    expect((await call('common.poi', { lat: -40, lon: -110 })).displayName).toBe('');
  });
});

describe('the log', () => {
  it('shows what users did, in the language of the asker, and never another tenant', async () => {
    const page = await call('log.page.customer', { pageSize: 200 });
    expect(page.records.some((r) => r.operation === 'system.login' && r.operationName === 'Signed in')).toBe(true);
    const foreign = api.client(await api.signIn(world.b.account, PASSWORD));
    await foreign.call('user.setting.sound', { soundType: 1 });
    expect((await call('log.page.customer', { pageSize: 200 })).records.every((r) => r.account !== world.b.account)).toBe(true);
    await call('user.setting.language', { language: 'zh_CN' });
    expect((await call('log.page', {})).records[0]!.operationName).toBe('修改语言');
    await call('user.setting.language', { language: 'en_US' });
  });

  it('shows unknown devices to the platform owner', async () => {
    await api.database.system
      .insertInto('unknown_device')
      .values({ protocol: 'gt06', device_id: '868120000000001', remote: '192.0.2.7' })
      .execute();
    const owner = api.client(await api.signIn(world.owner, PASSWORD));
    expect((await owner.call('device.unknown.page', { deviceId: '86812' })).records).toMatchObject([
      { protocol: 'gt06', deviceId: '868120000000001', frames: 1 },
    ]);
  });
});

it('answers of all parameterless operations fit the contract', async () => {
  // As from a page, which passkeys ask for: they know names alone, no addresses.
  const url = api.url.replace('127.0.0.1', 'localhost');
  const fetchFromPage: typeof fetch = (target, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', url);
    return fetch(target, { ...init, headers });
  };
  const page = createClient({ baseUrl: url, getToken: () => token, fetch: fetchFromPage });
  for (const { id, input, scope, file } of operationList) {
    if (id === 'system.out' || scope === 'platform' || file !== undefined || !input.safeParse({}).success) continue;
    const answer = OPERATIONS[id].output.safeParse(await page.call(id, {} as never));
    expect(answer.error?.issues ?? [], id).toEqual([]);
  }
});
