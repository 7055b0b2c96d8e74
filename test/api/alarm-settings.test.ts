import { ERROR_CODE, OPERATIONS, type AlarmSettings } from '@sightline/contract';
import { bindLicenses, CommandDeliveryRepository, createUser, devicesForLicensing, insertDevices, upsertDeviceTypes } from '@sightline/db';
import { startDelivery, type CommandDelivery } from '@sightline/server/delivery/command-delivery';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { deviceRecords } from '@sightline/server/pipeline/device-records';
import { startPipeline, type RunningPipeline } from '@sightline/server/pipeline/start-pipeline';
import { startGateway, type Gateway } from '@sightline/server/services/gateway/gateway';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventually } from '../dev-env/gateway-client.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const WAIT_MS = 30_000;
const ADAS = 0xf364;
let api: TestApi;
let world: TwoTenants;
let call: Call;
let pipeline: RunningPipeline;
let delivery: CommandDelivery;
let gateway: Gateway;
const closing: SimulatedDevice[] = [];

/** Cameras of the first tenant: of one model, of one that is built to the longer layout, and those of others. */
const ids = {
  one: '910000000011',
  two: '910000000012',
  three: '910000000013',
  eight: '910000000021',
  foreign: '910000000031',
  unlicensed: '910000000041',
};
const CHANNELS: Readonly<Record<string, number>> = { [ids.eight]: 8 };

beforeAll(async () => {
  api = await startTestApi(
    async (database, positions) => {
      world = await seedTwoTenants(database, positions);
      await upsertDeviceTypes(database.system, [
        { code: 'C8', name: 'Camera 8', protocol: 'jt808', basic_type: 2, cam_count: 8 },
        { code: 'A1', name: 'Asset', protocol: 'gt06', basic_type: 1 },
      ]);
      const of = (id: string, type: string, customerId = world.a.customerId) => ({
        id,
        customer_id: customerId,
        name: `Camera ${id}`,
        type_code: type,
        cam_count: CHANNELS[id] ?? 4,
      });
      await insertDevices(database.system, [
        of(ids.one, 'C4'),
        of(ids.two, 'C4'),
        of(ids.three, 'C4', world.a.subCustomerId),
        of(ids.eight, 'C8'),
        of(ids.foreign, 'C4', world.b.customerId),
        of(ids.unlicensed, 'C4'),
        { ...of('860000000000099', 'A1'), cam_count: 0 },
      ]);
      // a licence that opens tracking alone
      const [camera] = await devicesForLicensing(database.system, [ids.unlicensed]);
      await bindLicenses(database.system, [{ licenseId: world.a.licenseId, device: camera! }], null);
      const passwordHash = await hashPassword(PASSWORD);
      for (const [account, menus] of [
        ['settingsLooker', ['5000', '5104', '5104:view']],
        ['settingsCommander', ['4000', '4000:remoteControl']],
      ] as const)
        await createUser(database.system, {
          customer_id: world.a.customerId,
          account,
          name: account,
          password_hash: passwordHash,
          user_type: 3,
          menu_ids: [...menus],
        });
    },
    { env: { SIGHTLINE_PORT_JT808: '0', SIGHTLINE_PORT_GT06: '0', SIGHTLINE_PORT_TELTONIKA: '0' } },
  );
  pipeline = await startPipeline(api.context, api.positions, { pipeline: { lingerMs: 5 } });
  delivery = await startDelivery(api.context, { sweepMs: 200 });
  gateway = await startGateway(api.context, { ...pipeline, ...deviceRecords(api.context), commands: delivery });
  call = callerOf(await api.signIn(world.a.account, PASSWORD));
});
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});
beforeEach(async () => {
  await api.database.pool.query('DELETE FROM device_command; DELETE FROM device_alarm_setting; DELETE FROM device_state');
});
afterAll(async () => {
  await gateway?.stop();
  await delivery?.stop();
  await pipeline?.stop();
  await api?.stop();
});

const callerOf =
  (token: string): Call =>
  async (id, input) => {
    const data = await api.client(token).call(id, input as never);
    const parsed = (OPERATIONS[id].output as z.ZodType).safeParse(data);
    expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
    return data as never;
  };

async function online(deviceId: string): Promise<SimulatedDevice> {
  const device = new SimulatedDevice('jt808', deviceId, gateway.ports['jt808']!.tcp!, { channels: CHANNELS[deviceId] ?? 4 });
  closing.push(device);
  device.connection.open();
  device.report(40);
  await eventually(() => device.acknowledged > 0, `${deviceId} on line`, WAIT_MS);
  return device;
}
const find = (deviceId: string): Promise<AlarmSettings> => call('alarmSetting.find', { deviceId });
const settled = (deviceId: string): Promise<AlarmSettings> =>
  eventually(
    async () => {
      const found = await find(deviceId);
      return Object.values(found.groups).some((g) => g.state === 'pending') ? null : found;
    },
    `settings of ${deviceId} to arrive`,
    WAIT_MS,
  );
const commandsOf = async (deviceId: string) =>
  (await call('device.command.page', { deviceIds: deviceId, pageSize: 100 })).records
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((r) => [r.commandType, r.status] as const);

describe('settings of one device', () => {
  it('are read, wanted, sent and read back; everything else stays as the unit has it', async () => {
    const device = await online(ids.one);
    expect(await find(ids.one)).toMatchObject({ state: 'neverRead', exists: false, online: true, photos: null });
    expect(await call('alarmSetting.read', { deviceIds: ids.one })).toMatchObject({ total: 1, accepted: 1, skipped: [] });
    const read = await settled(ids.one);
    expect(read).toMatchObject({ state: 'unset', exists: false, photos: 2, videoS: 5 });
    expect(read.groups.adas).toMatchObject({ state: 'unset', length: 56, told: { forwardCollisionTime100Ms: 27, volume: 6 } });
    expect(read.groups.tpms).toMatchObject({ told: { tireModel: '900R20', pressureUnit: 3 } });

    const wanted = { forwardCollisionPhotos: 4, forwardCollisionLevel2: false, volume: 2 };
    expect(
      (await call('alarmSetting.add', { deviceId: ids.one, settings: { adas: wanted, bsd: { rearTimeS: 7 } } })).groups.adas,
    ).toMatchObject({
      state: 'differs',
      wanted,
      wantedAccount: world.a.account,
    });
    expect(await codeOf(call('alarmSetting.add', { deviceId: ids.one, settings: { dsm: { volume: 1 } } }))).toBe(ERROR_CODE.alreadyExists);
    const before = device.memory.parameters.get(ADAS)!;
    expect(await call('alarmSetting.sync', { deviceId: ids.one, deviceIds: ids.one })).toMatchObject({
      accepted: 1,
      refused: 0,
      offline: 0,
    });
    const after = await settled(ids.one);
    expect(after).toMatchObject({ state: 'same', exists: true });
    expect(after.groups.adas).toMatchObject({ state: 'same', told: wanted, differs: [], absent: [] });
    expect(after.groups.dsm.state).toBe('unset');
    const octets = (hex: string): string[] => hex.match(/../g)!;
    const changed = octets(device.memory.parameters.get(ADAS)!).flatMap((octet, at) => (octets(before)[at] === octet ? [] : [at]));
    expect(changed).toEqual([1, 14, 38]);
    expect(device.memory.parameters.get(0xf367)).toBe('0703');
    expect(await commandsOf(ids.one)).toEqual([
      ['alarmSettingsRead', 'executed'],
      ['alarmSettingsRead', 'executed'],
      ['alarmSettingsWrite', 'executed'],
      ['alarmSettingsRead', 'executed'],
    ]);

    // changed at the unit: seen when it is read the next time, through any question for its parameters
    device.memory.parameters.set(0xf367, '0503');
    await call('device.command.get.config', { deviceId: ids.one, parameters: [] });
    const other = await find(ids.one);
    expect(other.groups.bsd).toMatchObject({ state: 'differs', differs: ['rearTimeS'], told: { rearTimeS: 5 } });
    expect(other.state).toBe('differs');
    // groups that are not named stay
    await call('alarmSetting.update', { deviceId: ids.one, settings: { bsd: { sideRearTimeS: 3 } } });
    expect((await find(ids.one)).groups).toMatchObject({ adas: { wanted }, bsd: { state: 'same', wanted: { sideRearTimeS: 3 } } });
  });

  it('wait for a unit that is off line, and only the newest go out', async () => {
    await call('alarmSetting.add', { deviceId: ids.two, settings: { adas: { volume: 3 }, dsm: { volume: 1 } } });
    expect(await codeOf(call('alarmSetting.sync', { deviceId: ids.two, deviceIds: ids.two, offline: false }))).toBe(
      ERROR_CODE.deviceOffline,
    );
    expect(await codeOf(call('alarmSetting.read', { deviceIds: ids.two }))).toBe(ERROR_CODE.deviceOffline);
    expect(await call('alarmSetting.sync', { deviceId: ids.two, deviceIds: ids.two })).toMatchObject({ accepted: 1, offline: 1 });
    expect((await find(ids.two)).groups).toMatchObject({
      adas: { state: 'pending' },
      dsm: { state: 'pending' },
      tpms: { state: 'neverRead' },
    });
    await call('alarmSetting.update', { deviceId: ids.two, settings: { adas: { volume: 5 } } });
    await call('alarmSetting.sync', { deviceId: ids.two, deviceIds: ids.two, groups: ['adas'] });
    expect((await commandsOf(ids.two)).filter(([, status]) => status === 'pending')).toHaveLength(3);

    const device = await online(ids.two);
    const done = await settled(ids.two);
    expect(done.groups).toMatchObject({ adas: { state: 'same', told: { volume: 5 } }, dsm: { state: 'same', told: { volume: 1 } } });
    expect(done.groups.adas.length).toBe(56);
    expect([ADAS, 0xf365].map((id) => device.memory.parameters.get(id)!.slice(2, 4))).toEqual(['05', '01']);
    const outcomes = await commandsOf(ids.two);
    expect(outcomes.filter(([type, status]) => type === 'alarmSettingsWrite' && status === 'executed')).toHaveLength(1);
    expect(outcomes.filter(([, status]) => status === 'revoked')).toHaveLength(3);
  });

  it('are not written ahead of a reading that somebody is about to take back', async () => {
    await call('alarmSetting.add', { deviceId: ids.two, settings: { adas: { volume: 3 } } });
    await call('alarmSetting.sync', { deviceId: ids.two, deviceIds: ids.two });
    const delivery = new CommandDeliveryRepository(api.database);
    const { rows } = await api.database.pool.query<{ key: number }>('SELECT key::int FROM device WHERE id = $1', [ids.two]);
    const other = await api.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(`SELECT FROM device_command WHERE state = 'pending' ORDER BY id LIMIT 1 FOR UPDATE`);
      expect(await delivery.claim(rows[0]!.key, 'link')).toBeNull();
      await other.query('ROLLBACK');
    } finally {
      other.release();
    }
    expect(await delivery.claim(rows[0]!.key, 'link')).toMatchObject({ command: 'alarmSettingsRead' });
  });

  it('that were not taken or cannot be read say so', async () => {
    const device = await online(ids.one);
    await call('alarmSetting.add', { deviceId: ids.one, settings: { adas: { volume: 4 } } });
    // a unit without such settings tells of none, and nothing is written to it
    for (const id of [ADAS, 0xf365, 0xf366, 0xf367]) device.memory.parameters.delete(id);
    await call('alarmSetting.sync', { deviceId: ids.one, deviceIds: ids.one });
    expect(await settled(ids.one)).toMatchObject({ state: 'absent', groups: { adas: { state: 'absent', reason: 'neverRead' } } });
    expect((await commandsOf(ids.one))[1]).toEqual(['alarmSettingsWrite', 'rejected']);

    // it has got them meanwhile: said by the next reading, and taken by the next sending
    device.memory.parameters.set(ADAS, '0f06');
    await call('alarmSetting.read', { deviceIds: ids.one });
    expect((await settled(ids.one)).groups.adas).toMatchObject({
      state: 'failed',
      length: 2,
      told: { enableSpeedKph: 15, volume: 6 },
      differs: ['volume'],
    });
    await call('alarmSetting.sync', { deviceId: ids.one, deviceIds: ids.one });
    expect((await settled(ids.one)).groups.adas).toMatchObject({ state: 'same', reason: null });
    expect(device.memory.parameters.get(ADAS)).toBe('0f04');
  });
});

describe('settings of many devices', () => {
  it('are copied to devices of the model; who cannot have them is named', async () => {
    const [one, two] = [await online(ids.one), await online(ids.two)];
    two.memory.parameters.set(ADAS, two.memory.parameters.get(ADAS)!.replace(/^0f06/, '2008'));
    await call('alarmSetting.add', { deviceId: ids.one, settings: { adas: { volume: 1, laneDeparturePhotos: 0 } } });
    const targets = [ids.one, ids.two, ids.three, ids.unlicensed].join(',');
    const plan = { total: 4, accepted: 3, refused: 1, offline: 1, skipped: [{ deviceId: ids.unlicensed, reason: 'licenseLacks' }] };
    expect(await call('alarmSetting.sync.preview', { deviceId: ids.one, deviceIds: targets })).toMatchObject(plan);
    expect(await commandsOf(ids.one)).toEqual([]);
    const sent = await call('alarmSetting.sync', { deviceId: ids.one, deviceIds: targets });
    expect(sent).toMatchObject(plan);
    expect(await call('device.command.batch.info', { batchId: sent.batchId! })).toMatchObject({ total: 9 });
    for (const id of [ids.one, ids.two]) expect((await settled(id)).groups.adas).toMatchObject({ state: 'same', told: { volume: 1 } });
    expect([one, two].map((d) => d.memory.parameters.get(ADAS)!.slice(0, 4))).toEqual(['0f01', '2001']);
    expect((await find(ids.three)).groups.adas).toMatchObject({ state: 'pending', wanted: { volume: 1, laneDeparturePhotos: 0 } });

    const page = await call('alarmSetting.page', { pageSize: 50 });
    expect(page.records.map((r) => [r.deviceId, r.state])).toEqual(
      [
        [world.a.subDeviceId, 'neverRead'],
        [ids.one, 'same'],
        [ids.two, 'same'],
        [ids.three, 'pending'],
        [ids.eight, 'neverRead'],
        [ids.unlicensed, 'neverRead'],
      ].toSorted(),
    );
    expect((await call('alarmSetting.page', { states: 'same,pending' })).records.map((r) => r.deviceId)).toEqual([
      ids.one,
      ids.two,
      ids.three,
    ]);
    expect((await call('alarmSetting.page', { deviceIdOrName: '0012', orderBy: 'wantedTime', orderDirection: 'desc' })).total).toBe(1);
    const below = await call('alarmSetting.page', { customerId: world.a.subCustomerId, deviceTypes: 'C4', states: 'pending' });
    expect(below.records).toMatchObject([{ deviceId: ids.three, groups: { adas: 'pending', bsd: 'neverRead' } }]);
  });

  it('come to rest when several people send to the same devices at once', async () => {
    await Promise.all([online(ids.one), online(ids.two)]);
    const both = [`${ids.one},${ids.two}`, `${ids.two},${ids.one}`];
    await call('alarmSetting.add', { deviceId: ids.one, settings: { adas: { volume: 1 } } });
    await call('alarmSetting.add', { deviceId: ids.two, settings: { adas: { volume: 2 }, dsm: { volume: 5 } } });
    const sent = Array.from({ length: 12 }, (_, i) =>
      i % 3 === 2
        ? call('alarmSetting.attachments', { deviceIds: both[i % 2]!, photos: i % 9, videoS: null })
        : call('alarmSetting.sync', { deviceId: [ids.one, ids.two][i % 2]!, deviceIds: both[i % 2]! }),
    );
    // a device with a full queue is busy, which is an answer as well
    for (const outcome of await Promise.allSettled(sent)) expect(outcome.status === 'fulfilled' ? 0 : String(outcome.reason)).toBe(0);
    for (const id of [ids.one, ids.two]) {
      await settled(id);
      await call('alarmSetting.sync', { deviceId: id, deviceIds: id });
      expect(await settled(id)).toMatchObject({ state: 'same' });
    }
    const { records } = await call('device.command.page', { deviceIds: `${ids.one},${ids.two}`, pageSize: 100 });
    // With why, where one was rejected.
    const outcomes = records.map(({ commandType, status, reason }) =>
      status === 'rejected' ? `${commandType} rejected: ${reason}` : status,
    );
    expect(new Set(outcomes)).toEqual(new Set(['executed', 'revoked']));
  });

  it('reach a whole model, and no other', async () => {
    await call('alarmSetting.add', { deviceId: ids.one, settings: { dsm: { volume: 7 } } });
    expect(await call('alarmSetting.sync.preview', { deviceId: ids.one })).toMatchObject({ total: 5, accepted: 3, refused: 2, offline: 3 });
    expect(await call('alarmSetting.syncByType', { deviceId: ids.one, deviceType: 'C4', customerId: world.a.subCustomerId })).toMatchObject(
      { total: 2, accepted: 1, skipped: [{ deviceId: world.a.subDeviceId, reason: 'licenseLacks' }] },
    );
    expect(await call('alarmSetting.syncByType', { deviceId: ids.one, deviceType: 'C4' })).toMatchObject({
      total: 5,
      accepted: 3,
      refused: 2,
    });
    expect((await find(ids.three)).groups.dsm.wanted).toEqual({ volume: 7 });
    const { rows } = await api.database.pool.query(
      `SELECT FROM device_alarm_setting s JOIN device d ON d.key = s.device_key WHERE d.id = ANY($1)`,
      [[ids.foreign, ids.eight]],
    );
    expect(rows).toEqual([]);
    const refused = (operation: Parameters<Call>[0], input: object) => codeOf(call(operation, input as never));
    expect(await refused('alarmSetting.syncByType', { deviceId: ids.one, deviceType: 'C8' })).toBe(ERROR_CODE.sameModelRequired);
    expect(await refused('alarmSetting.sync', { deviceId: ids.one, deviceIds: `${ids.two},${ids.eight}` })).toBe(
      ERROR_CODE.sameModelRequired,
    );
    expect(await refused('alarmSetting.sync', { deviceId: ids.two, deviceIds: ids.one, groups: ['bsd'] })).toBe(ERROR_CODE.recordNotFound);
  });

  it('take a number of pictures and seconds of clips at once, in both layouts', async () => {
    const [one, eight] = [await online(ids.one), await online(ids.eight)];
    await call('alarmSetting.read', { deviceIds: ids.one });
    await settled(ids.one);
    expect(await call('alarmSetting.attachments', { deviceIds: `${ids.one},${ids.eight}`, photos: 1, videoS: 3 })).toMatchObject({
      accepted: 2,
    });
    for (const [id, length] of [
      [ids.one, 56],
      [ids.eight, 64],
    ] as const) {
      const done = await settled(id);
      expect(done).toMatchObject({ state: 'same', photos: 1, videoS: 3, groups: { adas: { length } } });
      expect(done.groups.adas.told).toMatchObject({ roadSignExceededPhotos: 1, headwayTooCloseVideoS: 3, volume: 6 });
      // the shorter unit has told what it has no place for
      expect(done.groups.dsm.absent).toEqual([]);
    }
    expect(eight.memory.parameters.get(ADAS)!.slice(2 * 52, 2 * 56)).toBe('32030102');
    // the unit uses what it was told
    const alarm = one.camera!.alarms.raise(one.memory.parameters, { timeMs: Date.now(), speedKph: 60 });
    expect(alarm).toMatchObject({ pictures: 1, videoS: 3 });
    expect(await codeOf(call('alarmSetting.attachments', { deviceIds: ids.one, photos: null, videoS: null }))).toBe(
      ERROR_CODE.invalidParameters,
    );
  });
});

describe('who may, and of what', () => {
  it('is said by the permission of the page; commands of other pages are no way around it', async () => {
    const looker = callerOf(await api.signIn('settingsLooker', PASSWORD));
    expect((await looker('alarmSetting.page', {})).total).toBeGreaterThan(3);
    expect((await looker('alarmSetting.find', { deviceId: ids.one })).state).toBe('neverRead');
    expect(await codeOf(looker('alarmSetting.add', { deviceId: ids.one, settings: { adas: { volume: 1 } } }))).toBe(
      ERROR_CODE.noPermission,
    );
    const commander = callerOf(await api.signIn('settingsCommander', PASSWORD));
    const byHand = { deviceId: ids.one, commandType: 'alarmSettingsWrite' as const, params: { settings: { adas: { volume: 1 } } } };
    expect(await codeOf(commander('device.command.toOffline', byHand))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(call('device.command.toOffline', byHand))).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(call('device.command.batchSend', { ...byHand, deviceIds: ids.one }))).toBe(ERROR_CODE.invalidParameters);
    expect((await call('device.command.abilities', { deviceId: ids.one })).commands).not.toContain('alarmSettingsRead');
  });

  it('ends at other tenants, other models and other licences', async () => {
    const wanted = { settings: { adas: { volume: 1 } } };
    expect(await codeOf(find(ids.foreign))).toBe(ERROR_CODE.deviceNotFound);
    expect(await codeOf(find('860000000000099'))).toBe(ERROR_CODE.commandNotSupported);
    expect(await codeOf(find(world.a.deviceId))).toBe(ERROR_CODE.modelNotSupported);
    expect(await codeOf(find(ids.unlicensed))).toBe(ERROR_CODE.licenseTypeMismatch);
    expect(await codeOf(call('alarmSetting.add', { deviceId: ids.unlicensed, ...wanted }))).toBe(ERROR_CODE.licenseTypeMismatch);
    await call('alarmSetting.add', { deviceId: ids.one, ...wanted });
    for (const operation of ['alarmSetting.sync', 'alarmSetting.sync.preview'] as const)
      expect(await codeOf(call(operation, { deviceId: ids.one, deviceIds: `${ids.one},${ids.foreign}` }))).toBe(ERROR_CODE.deviceNotFound);
    const many = Array.from({ length: 101 }, (_, i) => `92${String(i).padStart(10, '0')}`).join(',');
    for (const input of [{ deviceIds: many, photos: 1, videoS: null }] as const)
      expect(await codeOf(call('alarmSetting.attachments', input))).toBe(ERROR_CODE.tooManyDevicesInQuery);
    expect(await codeOf(call('alarmSetting.sync', { deviceId: ids.one, deviceIds: many }))).toBe(ERROR_CODE.tooManyDevicesInQuery);
    expect(await codeOf(call('alarmSetting.update', { deviceId: ids.two, ...wanted }))).toBe(ERROR_CODE.recordNotFound);
  });

  it('opens alarms of active safety by the licence, and the ordinary ones to everybody', async () => {
    const { rows } = await api.database.pool.query<{ id: string; family: string }>(
      `INSERT INTO device_alarm (customer_id, device_key, device_id, device_name, family, kind, level, identity, at, open)
       SELECT d.customer_id, d.key, d.id, d.name, f.family, f.kind, 2, f.kind, now(), false
       FROM device d, (VALUES ('adas', 'forwardCollision'), ('device', 'sos')) f (family, kind) WHERE d.id = $1 RETURNING id, family`,
      [ids.unlicensed],
    );
    const [ai, own] = ['adas', 'device'].map((family) => rows.find((r) => r.family === family)!.id);
    for (const operation of ['alarm.supplement', 'alarm.file', 'alarm.evidence'] as const)
      expect(await codeOf(call(operation, { alarmId: ai! })), operation).toBe(ERROR_CODE.licenseTypeMismatch);
    expect(await codeOf(call('alarm.valid', { alarmIds: `${own},${ai}`, invalidStatus: 1 }))).toBe(ERROR_CODE.licenseTypeMismatch);
    expect((await call('alarm.supplement', { alarmId: own! })).alarm.alarmName).toBe('sos');
    expect(await call('alarm.ignore', { alarmIds: own! })).toEqual({ count: 1 });
    // lists show them whatever the licence opens
    expect((await call('alarm.page', { deviceIds: ids.unlicensed })).total).toBe(2);
  });

  it('refuses values that no unit takes', async () => {
    const wrong: object[] = [
      { adas: { volume: 9 } },
      { adas: { nothing: 1 } },
      { dsm: { faceRecognition: 9 } },
      { tpms: { tireModel: '胎' } },
      {},
      { radar: {} },
    ];
    for (const settings of wrong)
      expect(await codeOf(call('alarmSetting.add', { deviceId: ids.one, settings }))).toBe(ERROR_CODE.invalidParameters);
  });
});
