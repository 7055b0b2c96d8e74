import { randomBytes } from 'node:crypto';
import { ERROR_CODE, OPERATIONS, type CommandEvent, type CommandRecord } from '@sightline/contract';
import { createUser, insertDevices, updateDevice, upsertDeviceTypes } from '@sightline/db';
import { io } from 'socket.io-client';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { startDelivery, type CommandDelivery } from '@sightline/server/delivery/command-delivery';
import { deviceRecords } from '@sightline/server/pipeline/device-records';
import { startPipeline, type RunningPipeline } from '@sightline/server/pipeline/start-pipeline';
import { startGateway, type Gateway } from '@sightline/server/services/gateway/gateway';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { DeviceSocket, eventually } from '../dev-env/gateway-client.ts';
import { jt808Frame, jt808Heartbeat, jt808Location } from '../dev-env/gateway-frames.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

const WAIT_MS = 30_000;
let api: TestApi;
let world: TwoTenants;
let call: Call;
let token: string;
let pipeline: RunningPipeline;
let delivery: CommandDelivery;
let gateway: Gateway;
const closing: { close(): void }[] = [];

/** Registered devices of the first tenant, by what they are. */
const ids = {
  jt808: '900000000011',
  other: '900000000012',
  gt06: '860000000000021',
  teltonika: '860000000000031',
  silent: '900000000041',
  offline: '900000000051',
  moved: '900000000061',
};
const portOf = (protocol: string): number => gateway.ports[protocol]!.tcp!;

beforeAll(async () => {
  api = await startTestApi(
    async (database, positions) => {
      world = await seedTwoTenants(database, positions);
      await upsertDeviceTypes(database.system, [
        { code: 'G1', name: 'GT06', protocol: 'gt06', basic_type: 1 },
        { code: 'F1', name: 'FMB', protocol: 'teltonika', basic_type: 1 },
        { code: 'A1', name: 'Asset', protocol: 'gt06', basic_type: 1 },
      ]);
      await database.pool.query(`UPDATE device_type SET commands = '{positionQuery,status}' WHERE code = 'A1'`);
      const of = (id: string, type: string) => ({ id, customer_id: world.a.customerId, name: `Device ${id}`, type_code: type });
      await insertDevices(database.system, [
        of(ids.jt808, 'T1'),
        of(ids.other, 'T1'),
        of(ids.gt06, 'G1'),
        of(ids.teltonika, 'F1'),
        of(ids.silent, 'T1'),
        of(ids.offline, 'T1'),
        of(ids.moved, 'T1'),
        of('860000000000099', 'A1'),
      ]);
      const passwordHash = await hashPassword(PASSWORD);
      await createUser(database.system, {
        customer_id: world.a.customerId,
        account: 'looker',
        name: 'Looker',
        password_hash: passwordHash,
        user_type: 3,
        menu_ids: ['4000', '4000:details', '4000:remoteControl'],
      });
    },
    { env: { SIGHTLINE_PORT_JT808: '0', SIGHTLINE_PORT_GT06: '0', SIGHTLINE_PORT_TELTONIKA: '0' } },
  );
  pipeline = await startPipeline(api.context, api.positions, { pipeline: { lingerMs: 5 } });
  delivery = await startDelivery(api.context, { sweepMs: 200 });
  gateway = await startGateway(api.context, { ...pipeline, ...deviceRecords(api.context), commands: delivery });
  token = await api.signIn(world.a.account, PASSWORD);
  call = async (id, input) => {
    const data = await api.client(token).call(id, input as never);
    const parsed = (OPERATIONS[id].output as z.ZodType).safeParse(data);
    expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
    return data as never;
  };
});
afterEach(() => {
  for (const one of closing.splice(0)) one.close();
});
afterAll(async () => {
  await gateway?.stop();
  await delivery?.stop();
  await pipeline?.stop();
  await api?.stop();
});

async function online(protocol: keyof typeof ids | 'jt808', deviceId: string, speedKph = 0): Promise<SimulatedDevice> {
  const device = new SimulatedDevice(protocol, deviceId, portOf(protocol));
  closing.push(device);
  device.connection.open();
  device.report(speedKph);
  await eventually(() => device.acknowledged > 0, `${deviceId} on line`, WAIT_MS);
  return device;
}

const recordOf = async (id: string): Promise<CommandRecord> => {
  const { records } = await call('device.command.page', { pageSize: 200 });
  return records.find((r) => r.id === id)!;
};
const ended = async (id: string): Promise<CommandRecord> =>
  await eventually(
    async () => {
      const record = await recordOf(id);
      return ['pending', 'sent'].includes(record.status) ? null : record;
    },
    `command ${id} to end`,
    WAIT_MS,
  );

describe('a command goes out, is answered and leaves its history', () => {
  test.each(['jt808', 'gt06', 'teltonika'] as const)('%s: cut off, reported blocked, restored', async (protocol) => {
    const device = await online(protocol, ids[protocol]);
    const cut = await call('device.command.cutOilElectric', { deviceId: ids[protocol], cut: 1, confirmDeviceId: ids[protocol] });
    const done = await ended(cut.id);
    expect(done).toMatchObject({ status: 'executed', commandType: 'fuelCut', account: world.a.account, attempt: 1 });
    expect(done.requestHex).toMatch(/^[0-9a-f]+$/);
    expect(done.answerHex).toMatch(/^[0-9a-f]+$/);
    expect(device.memory.blocked).toBe(true);
    // What it says is not all: the state that it reports is asked for.
    await eventually(
      async () => {
        device.report();
        device.heartbeat();
        return (await call('device.command.abilities', { deviceId: ids[protocol] })).blocked;
      },
      'the device reports that it is blocked',
      WAIT_MS,
    );
    const restored = await call('device.command.cutOilElectric', { deviceId: ids[protocol], cut: 0, confirmDeviceId: ids[protocol] });
    expect((await ended(restored.id)).status).toBe('executed');
    expect(device.memory.blocked).toBe(false);
  });

  it('reads and writes parameters while the caller waits', async () => {
    await online('jt808', ids.jt808);
    const before = await call('device.command.get.config', { deviceId: ids.jt808, parameters: ['defaultIntervalS', 'mainApn'] });
    expect(before.answer).toMatchObject({
      parameters: [
        { id: 0x29, name: 'defaultIntervalS', value: 10 },
        { id: 0x10, name: 'mainApn', value: 'internet' },
      ],
    });
    await call('device.command.set.config', {
      deviceId: ids.jt808,
      confirmDeviceId: ids.jt808,
      parameters: [
        { name: 'defaultIntervalS', value: 25 },
        { name: 'mainPassword', value: 'hunter2-geheim' },
      ],
    });
    const after = await call('device.param.query', { deviceId: ids.jt808, parameters: ['defaultIntervalS', 'mainPassword'] });
    expect(after.answer).toMatchObject({ parameters: [{ value: 25 }, { name: 'mainPassword', value: '***' }] });
    // Nobody reads a password back: not in the history, not in the frames, not in the operation log.
    const { text } = await api.raw('POST', '/gps/v2/device/command/page', token, { pageSize: 200 });
    const log = await api.raw('POST', '/gps/v2/log/page/customer', token, { pageSize: 200 });
    for (const place of [text, log.text]) {
      expect(place).not.toContain('hunter2');
      expect(place).not.toContain(Buffer.from('hunter2').toString('hex'));
    }
    // Nor anybody who reads the tables: masked when it has ended, and the recorded frames have stars in its place.
    const { rows } = await api.database.pool.query<{ row: string }>(
      `SELECT to_jsonb(c)::text AS row FROM device_command c WHERE command IN ('parametersSet', 'parametersQuery')
       AND device_key = (SELECT key FROM device WHERE id = $1)`,
      [ids.jt808],
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    // A busy connection has not every frame recorded: written and read until both are there.
    const frames = await eventually(
      async () => {
        await call('device.command.set.config', {
          deviceId: ids.jt808,
          confirmDeviceId: ids.jt808,
          parameters: [{ name: '18', value: 'hunter2-geheim' }],
        });
        await call('device.param.query', { deviceId: ids.jt808, parameters: ['mainPassword'] });
        const found = await api.database.pool.query<{ hex: string }>(
          `SELECT encode(data, 'hex') AS hex FROM raw_frame WHERE device_key = (SELECT key FROM device WHERE id = $1)`,
          [ids.jt808],
        );
        const covered = found.rows.filter((r) => r.hex.includes(Buffer.from('*'.repeat('hunter2-geheim'.length)).toString('hex')));
        const numbers = new Set(covered.map((r) => r.hex.slice(2, 6)));
        return numbers.has('8103') && numbers.has('0104') ? found.rows : null;
      },
      'the frames are recorded',
      WAIT_MS,
    );
    for (const text of [...rows.map((r) => r.row), ...frames.map((f) => f.hex)]) {
      expect(text).not.toContain('hunter2');
      expect(text.toLowerCase()).not.toContain(Buffer.from('hunter2').toString('hex'));
    }
    const inspector = await api.raw('POST', '/gps/v2/device/raw/page', token, { deviceId: ids.jt808, pageSize: 50 });
    expect(inspector.text).toContain('***');
    expect(inspector.text).not.toContain('hunter2');
    const attributes = await call('device.command.queryTerminalAttribute', { deviceId: ids.jt808 });
    expect(attributes.answer).toMatchObject({ firmwareVersion: 'SIMULATOR_1.0' });
  });

  it('sends a password that it kept readable for that long alone, also to a device that answers in text', async () => {
    const deviceId = ids.teltonika;
    const stored = async (id: string) =>
      (await api.database.pool.query<{ row: string }>('SELECT to_jsonb(c)::text AS row FROM device_command c WHERE id = $1', [id])).rows[0]!
        .row;
    const send = (commandType: 'parametersSet' | 'parametersQuery', parameters: unknown[]) =>
      call('device.command.toOffline', { deviceId, commandType, params: { parameters }, confirmDeviceId: deviceId });
    const { id, params } = await send('parametersSet', [
      { name: '2001', value: 'net' },
      { name: '02003', value: 'hunter3-geheim' },
    ]);
    expect(params).toEqual({
      parameters: [
        { name: '2001', value: 'net' },
        { name: '02003', value: '***' },
      ],
    });
    const device = await online('teltonika', deviceId);
    expect(await ended(id)).toMatchObject({ status: 'executed', answerText: '***', requestHex: null, answerHex: null });
    expect(device.memory.settings.get('02003')).toBe('hunter3-geheim');
    expect(await stored(id)).not.toContain('hunter3');
    const asked = await send('parametersQuery', ['02003']);
    expect(await ended(asked.id)).toMatchObject({ status: 'executed', answerText: '***' });
    expect(await stored(asked.id)).not.toContain('hunter3');
    // Taken back before it went out: masked all the same.
    const withdrawn = await call('device.command.toOffline', {
      deviceId: ids.other,
      commandType: 'parametersSet',
      params: { parameters: [{ name: '18', value: 'hunter4' }] },
      confirmDeviceId: ids.other,
    });
    await call('device.command.revocation', { ids: withdrawn.id });
    expect(await stored(withdrawn.id)).not.toContain('hunter4');
  });

  it('tells the browsers of those who may see the device, and nobody else', async () => {
    await online('jt808', ids.jt808);
    const heard = new Map<string, CommandEvent[]>();
    for (const account of [world.a.account, world.b.account, world.withoutPermissions]) {
      const events: CommandEvent[] = [];
      heard.set(account, events);
      const socket = io(api.url, {
        path: '/gps/socket.io',
        query: { token: await api.signIn(account, PASSWORD) },
        transports: ['websocket'],
      });
      closing.push({ close: () => void socket.close() });
      socket.on('push_command_event', (event: CommandEvent) => void events.push(event));
      await eventually(() => socket.connected, `socket of ${account}`, WAIT_MS);
    }
    const { id } = await call('device.command.send', {
      deviceId: ids.jt808,
      commandType: 'text',
      params: { text: `Hello ${randomBytes(3).toString('hex')}` },
    });
    await eventually(() => heard.get(world.a.account)!.some((e) => e.id === id && e.status === 'executed'), 'the event', WAIT_MS);
    expect(heard.get(world.b.account)).toEqual([]);
    expect(heard.get(world.withoutPermissions)).toEqual([]);
  });

  it('restarts a device, which comes back', async () => {
    const device = await online('jt808', ids.jt808);
    const { id } = await call('device.command.long.range.control', { deviceId: ids.jt808, control: 'reboot', confirmDeviceId: ids.jt808 });
    expect((await ended(id)).status).toBe('executed');
    await eventually(() => device.state === 'offline' || device.state === 'connecting', 'restart', WAIT_MS);
    await eventually(() => device.state === 'online', 'back again', WAIT_MS);
  });
});

describe('a device without a connection', () => {
  it('is refused, or its command waits and goes out when it comes', async () => {
    const deviceId = ids.offline;
    expect(await codeOf(call('device.command.send', { deviceId, commandType: 'positionQuery' }))).toBe(ERROR_CODE.deviceOffline);
    const { id, status } = await call('device.command.toOffline', { deviceId, commandType: 'positionQuery' });
    expect(status).toBe('pending');
    // The same one a second time is not kept.
    expect(await codeOf(call('device.command.toOffline', { deviceId, commandType: 'positionQuery' }))).toBe(ERROR_CODE.deviceBusy);
    const device = new SimulatedDevice('jt808', deviceId, portOf('jt808'));
    closing.push(device);
    device.connection.open();
    const done = await ended(id);
    expect(done).toMatchObject({ status: 'executed', attempt: 1, offline: true });
  });

  it('loses a command that is taken back, which only a waiting one can be', async () => {
    const { id } = await call('device.command.toOffline', { deviceId: ids.moved, commandType: 'text', params: { text: 'never' } });
    expect(await call('device.command.revocation', { ids: id })).toEqual({ revoked: 1 });
    expect(await recordOf(id)).toMatchObject({ status: 'revoked', reason: 'byUser' });
    expect(await codeOf(call('device.command.revocation', { ids: id }))).toBe(ERROR_CODE.onlyOfflineWithdrawn);
    const device = await online('jt808', ids.moved);
    expect(device.memory.texts).toEqual([]);
  });

  it('takes nothing of its former owner along', async () => {
    const deviceId = ids.other;
    const { id } = await call('device.command.toOffline', { deviceId, commandType: 'fuelCut', confirmDeviceId: deviceId });
    const { rows } = await api.database.pool.query<{ key: string }>('SELECT key FROM device WHERE id = $1', [deviceId]);
    await updateDevice(api.database.system, rows[0]!.key, { customer_id: world.a.subCustomerId });
    expect(await recordOf(id)).toMatchObject({ status: 'revoked', reason: 'deviceMoved' });
  });

  it('is given up when it does not come in time', async () => {
    const { id } = await call('device.command.toOffline', {
      deviceId: ids.silent,
      commandType: 'text',
      params: { text: 'late' },
      expireHours: 1,
    });
    await api.database.pool.query(`UPDATE device_command SET expires_at = now() WHERE id = $1`, [id]);
    expect(await ended(id)).toMatchObject({ status: 'timedOut', reason: 'expired' });
  });
});

describe('two at once', () => {
  it('accepts the same command once, and the device gets it once', async () => {
    const device = await online('jt808', ids.jt808);
    const text = `once ${randomBytes(3).toString('hex')}`;
    const send = () => codeOf(call('device.command.send', { deviceId: ids.jt808, commandType: 'text', params: { text } }));
    const codes = await Promise.all(Array.from({ length: 8 }, send));
    expect(codes.filter((c) => c === 0).length).toBeGreaterThanOrEqual(1);
    await eventually(async () => (await call('device.command.abilities', { deviceId: ids.jt808 })).open === 0, 'all ended', WAIT_MS);
    // Each accepted call is one delivery: never more, never fewer.
    expect(device.memory.texts.filter((t) => t === text)).toHaveLength(codes.filter((c) => c === 0).length);
    expect(codes.every((c) => c === 0 || c === ERROR_CODE.deviceBusy)).toBe(true);
  });

  it('sends one after the other, and no more than a device can have open', async () => {
    const socket = await silentDevice();
    const accepted: string[] = [];
    let busy = 0;
    for (let i = 0; i < 20; i++) {
      const answer = await api.raw('POST', '/gps/v2/device/command/send', token, {
        deviceId: ids.silent,
        commandType: 'text',
        params: { text: `n${i}` },
      });
      if (answer.code === 0) accepted.push((answer.data as CommandRecord).id);
      else busy += answer.code === ERROR_CODE.deviceBusy ? 1 : 0;
    }
    expect([accepted.length, busy]).toEqual([16, 4]);
    await eventually(() => socket.answers().some((a) => a.id === 0x8300), 'the first', WAIT_MS);
    // One is out; it is answered, and the next one comes.
    for (let i = 1; i <= 3; i++) {
      const texts = await eventually(
        () => {
          const found = socket.answers().filter((a) => a.id === 0x8300);
          return found.length >= i ? found : null;
        },
        `text ${i}`,
        WAIT_MS,
      );
      expect(texts).toHaveLength(i);
      const { serial } = texts[i - 1]!;
      socket.send(jt808Frame(0x0001, ids.silent, 100 + i, Buffer.from([serial >> 8, serial & 0xff, 0x83, 0x00, 0])));
    }
    await eventually(async () => (await recordOf(accepted[2]!)).status === 'executed', 'third executed', WAIT_MS);
    const waiting = (await call('device.command.page', { deviceIds: ids.silent, status: 'pending', pageSize: 50 })).records.map(
      (r) => r.id,
    );
    await call('device.command.revocation', { ids: waiting.join(',') });
  });
});

let clockMs = 0;
/** The time of the device's next report: they have whole seconds, and never go back. */
const nextFixMs = (): number => (clockMs = Math.max(clockMs + 1000, Math.floor(Date.now() / 1000) * 1000 - 100_000));

/** A device of the test's own hand: it says nothing that the test does not say. */
async function silentDevice(speedKph = 0): Promise<DeviceSocket> {
  const socket = await DeviceSocket.open(portOf('jt808'));
  closing.push(socket);
  socket.send(jt808Location(ids.silent, 1, { timeMs: nextFixMs(), lat: 48, lon: 11, speedKph }));
  socket.send(jt808Heartbeat(ids.silent, 2));
  await eventually(() => socket.answered().length === 2, 'on line', WAIT_MS);
  return socket;
}
const asked = (socket: DeviceSocket, id: number) =>
  eventually(() => socket.answers().findLast((a) => a.id === id), `message ${id.toString(16)}`, WAIT_MS);

describe('a device that is difficult', () => {
  it('refuses: the command is rejected', async () => {
    const socket = await silentDevice();
    const { id } = await call('device.command.send', { deviceId: ids.silent, commandType: 'powerOff', confirmDeviceId: ids.silent });
    const { serial } = await asked(socket, 0x8105);
    socket.send(jt808Frame(0x0001, ids.silent, 3, Buffer.from([serial >> 8, serial & 0xff, 0x81, 0x05, 3])));
    expect(await ended(id)).toMatchObject({ status: 'rejected', reason: 'refused' });
  });

  it('never answers: the command times out, the next one goes', async () => {
    const socket = await silentDevice();
    const { id } = await call('device.command.send', { deviceId: ids.silent, commandType: 'temporaryTracking' });
    await asked(socket, 0x8202);
    // The time of the definition is 30 s: this one's is shortened, as if it had passed.
    await api.database.pool.query(`UPDATE device_command SET deadline_at = now() WHERE id = $1`, [id]);
    expect(await ended(id)).toMatchObject({ status: 'timedOut', reason: 'unknown', attempt: 1 });
    expect(socket.answers().filter((a) => a.id === 0x8202)).toHaveLength(1);
  });

  it('goes away after the bytes went out: what acts is not sent again, what asks is', async () => {
    const first = await silentDevice();
    const { id: acts } = await call('device.command.send', {
      deviceId: ids.silent,
      commandType: 'text',
      params: { text: `lost ${randomBytes(3).toString('hex')}` },
    });
    await asked(first, 0x8300);
    first.close();
    expect(await ended(acts)).toMatchObject({ status: 'timedOut', reason: 'unknown', attempt: 1 });

    const second = await silentDevice();
    const { id: asks } = await call('device.command.send', { deviceId: ids.silent, commandType: 'terminalAttributes' });
    await asked(second, 0x8107);
    second.close();
    const third = await silentDevice();
    const { serial } = await asked(third, 0x8107);
    socketAnswer(third, serial);
    expect(await ended(asks)).toMatchObject({ status: 'rejected', attempt: 2 });
    expect(third.answers().some((a) => a.id === 0x8300)).toBe(false);
  });

  it('that speaks only once it has signed in is not disturbed before', async () => {
    const { id } = await call('device.command.toOffline', { deviceId: ids.moved, commandType: 'text', params: { text: 'patience' } });
    const socket = await DeviceSocket.open(portOf('jt808'));
    closing.push(socket);
    socket.send(jt808Frame(0x0100, ids.moved, 1, Buffer.alloc(37)));
    await eventually(() => socket.answers().some((a) => a.id === 0x8100), 'registered', WAIT_MS);
    // Several sweeps later there is still nothing.
    const { rows } = await api.database.pool.query<{ now: Date }>('SELECT now()');
    await eventually(
      async () =>
        (await api.database.pool.query<{ late: boolean }>(`SELECT now() > $1::timestamptz + interval '1 second' AS late`, [rows[0]!.now]))
          .rows[0]!.late,
      'a second',
      WAIT_MS,
    );
    expect((await recordOf(id)).status).toBe('pending');
    socket.send(jt808Frame(0x0102, ids.moved, 2, Buffer.from(ids.moved)));
    const { serial } = await asked(socket, 0x8300);
    socket.send(jt808Frame(0x0001, ids.moved, 3, Buffer.from([serial >> 8, serial & 0xff, 0x83, 0x00, 0])));
    expect((await ended(id)).status).toBe('executed');
  });
});
const socketAnswer = (socket: DeviceSocket, serial: number): void =>
  socket.send(jt808Frame(0x0001, ids.silent, 9, Buffer.from([serial >> 8, serial & 0xff, 0x81, 0x07, 3])));

describe('the fuel cut', () => {
  const cut = (more: object = {}) =>
    call('device.command.cutOilElectric', { deviceId: ids.silent, cut: 1, confirmDeviceId: ids.silent, ...more });

  it('wants the device named twice', async () => {
    const send = (input: object) => codeOf(call('device.command.send', { deviceId: ids.silent, commandType: 'fuelCut', ...input }));
    expect(await send({})).toBe(ERROR_CODE.invalidParameters);
    expect(await send({ confirmDeviceId: ids.jt808 })).toBe(ERROR_CODE.deviceNotFound);
  });

  it('is refused to a fast vehicle, and to one whose position is old', async () => {
    const socket = await silentDevice(65);
    expect(await codeOf(cut())).toBe(ERROR_CODE.commandSendFailed);
    socket.send(jt808Location(ids.silent, 5, { timeMs: nextFixMs(), lat: 48, lon: 11, speedKph: 3 }));
    await eventually(() => socket.answered().includes(5), 'slow', WAIT_MS);
    await api.database.pool.query(
      `UPDATE device_state SET fix_time = now() - interval '10 minutes' WHERE device_key = (SELECT key FROM device WHERE id = $1)`,
      [ids.silent],
    );
    expect(await codeOf(cut())).toBe(ERROR_CODE.commandSendFailed);
    expect(socket.answers().some((a) => a.id === 0x8105)).toBe(false);
  });

  it('waits by choice until the vehicle is slow', async () => {
    const socket = await silentDevice(65);
    const { id } = await cut({ otherwise: 'wait' });
    // Something else is not held up by it.
    const { id: text } = await call('device.command.send', { deviceId: ids.silent, commandType: 'text', params: { text: 'meanwhile' } });
    const said = await asked(socket, 0x8300);
    socket.send(jt808Frame(0x0001, ids.silent, 4, Buffer.from([said.serial >> 8, said.serial & 0xff, 0x83, 0x00, 0])));
    expect((await ended(text)).status).toBe('executed');
    expect((await recordOf(id)).status).toBe('pending');
    expect(socket.answers().some((a) => a.id === 0x8105)).toBe(false);
    socket.send(jt808Location(ids.silent, 6, { timeMs: nextFixMs(), lat: 48, lon: 11, speedKph: 12 }));
    const { serial } = await asked(socket, 0x8105);
    socket.send(jt808Frame(0x0001, ids.silent, 7, Buffer.from([serial >> 8, serial & 0xff, 0x81, 0x05, 0])));
    expect((await ended(id)).status).toBe('executed');
  });

  it('kept for later is looked at again when it would go out', async () => {
    await eventually(async () => (await call('device.command.abilities', { deviceId: ids.silent })).open === 0, 'nothing open', WAIT_MS);
    await api.database.pool.query(
      `UPDATE device_state SET last_contact_at = now() - interval '1 hour', fix_time = fix_time - interval '1 hour' WHERE device_key = (SELECT key FROM device WHERE id = $1)`,
      [ids.silent],
    );
    const { id } = await cut({ offline: true });
    const socket = await silentDevice(80);
    expect(await ended(id)).toMatchObject({ status: 'rejected', reason: 'notSlow' });
    expect(socket.answers().some((a) => a.id === 0x8105)).toBe(false);
  });
});

describe('who may what', () => {
  it('asks for the permission of the command', async () => {
    const looker = await api.signIn('looker', PASSWORD);
    const send = async (commandType: string, more: object = {}) =>
      (
        await api.raw('POST', '/gps/v2/device/command/send', looker, {
          deviceId: ids.jt808,
          commandType,
          confirmDeviceId: ids.jt808,
          ...more,
        })
      ).code;
    expect(await send('fuelCut')).toBe(ERROR_CODE.noPermission);
    expect(await send('parametersQuery')).toBe(ERROR_CODE.noPermission);
    expect(await send('custom', { params: { text: 'DYD#' } })).toBe(ERROR_CODE.noPermission);
    const abilities = await api.raw('POST', '/gps/v2/device/command/abilities', looker, { deviceId: ids.jt808 });
    const { commands } = abilities.data as { commands: string[] };
    expect(commands).toContain('text');
    expect(commands).not.toContain('fuelCut');
    expect(commands).not.toContain('custom');
    // Nor by the main account: raw commands are for the platform.
    expect(
      await codeOf(
        call('device.command.send', { deviceId: ids.jt808, commandType: 'custom', params: { text: 'DYD#' }, confirmDeviceId: ids.jt808 }),
      ),
    ).toBe(ERROR_CODE.noPermission);
    // Nor can it take back what it may not send.
    const { id } = await call('device.command.toOffline', { deviceId: ids.gt06, commandType: 'fuelRestore', confirmDeviceId: ids.gt06 });
    const back = await api.raw('POST', '/gps/v2/device/command/revocation', looker, { ids: id });
    expect(back.code).toBe(ERROR_CODE.noPermission);
    await call('device.command.revocation', { ids: id });
  });

  it('says what a protocol or a model does not understand, and what is wrong with a parameter', async () => {
    const code = (deviceId: string, commandType: never, params: object = {}) =>
      codeOf(call('device.command.toOffline', { deviceId, commandType, params: params as never }));
    expect(await code(ids.gt06, 'text' as never, { text: 'x' })).toBe(ERROR_CODE.commandNotSupported);
    expect(await code(ids.jt808, 'capture' as never)).toBe(ERROR_CODE.modelNotSupported);
    expect(await code('860000000000099', 'terminalAttributes' as never)).toBe(ERROR_CODE.modelNotSupported);
    expect(await code(ids.jt808, 'text' as never, { text: 'RELAY,1#' })).toBe(ERROR_CODE.invalidParameters);
    expect(await code(ids.jt808, 'temporaryTracking' as never, { intervalS: 100_000 })).toBe(ERROR_CODE.invalidParameters);
    const list = await call('language.format.commandType', { languageCode: 'zh_CN', deviceId: '860000000000099' });
    expect(list.map((c) => c.formatKey)).toEqual(['positionQuery', 'status']);
  });
});

describe('a batch', () => {
  it('has a result for each device, wants one model, and names its size when it is dangerous', async () => {
    await online('jt808', ids.jt808);
    const deviceIds = [ids.jt808, ids.silent, ids.moved].join(',');
    const text = `batch ${randomBytes(3).toString('hex')}`;
    const batch = await call('device.command.batchSend', { deviceIds, commandType: 'text', params: { text }, offline: true });
    expect(batch).toMatchObject({ total: 3, accepted: 3, refused: 0 });
    const again = await call('device.command.batchSend', {
      deviceIds: [ids.silent, ids.moved].join(','),
      commandType: 'text',
      params: { text },
    });
    expect(again).toMatchObject({ total: 2, refused: 2 });
    expect((await call('device.command.batch.info', { batchId: again.batchId })).counts).toMatchObject({ rejected: 2, pending: 0 });
    await eventually(
      async () => (await call('device.command.batch.info', { batchId: batch.batchId })).counts.executed! >= 1,
      'one executed',
      WAIT_MS,
    );
    const { records, total } = await call('device.command.page', { batchId: batch.batchId });
    expect([total, records.length]).toEqual([3, 3]);
    const mixed = { deviceIds: [ids.jt808, ids.gt06].join(','), commandType: 'positionQuery' as const };
    expect(await codeOf(call('device.command.batchSend', mixed))).toBe(ERROR_CODE.sameModelRequired);
    const dangerous = { deviceIds, commandType: 'fuelRestore' as const };
    expect(await codeOf(call('device.command.batchSend', dangerous))).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(call('device.command.batchSend', { ...dangerous, confirmCount: 2 }))).toBe(ERROR_CODE.invalidParameters);
    const foreign = { deviceIds: [ids.jt808, world.b.deviceId].join(','), commandType: 'positionQuery' as const };
    expect(await codeOf(call('device.command.batchSend', foreign))).toBe(ERROR_CODE.deviceNotFound);
  });
});

it('remembers what a user sent last, and writes every command into the operation log', async () => {
  const recent = await call('device.command.recently', { limit: 20 });
  expect(recent.map((r) => r.commandType)).toContain('text');
  expect(new Set(recent.map((r) => r.commandType)).size).toBe(recent.length);
  const { records } = (await call('log.page.customer' as never, { pageSize: 200 } as never)) as never as {
    records: { operation: string }[];
  };
  const operations = new Set(records.map((r) => r.operation));
  for (const id of [
    'device.command.send',
    'device.command.toOffline',
    'device.command.cutOilElectric',
    'device.command.batchSend',
    'device.command.revocation',
  ])
    expect(operations).toContain(id);
});
