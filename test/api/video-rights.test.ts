import path from 'node:path';
import { ERROR_CODE, MEDIA_CLOSE, type OutputOf } from '@sightline/contract';
import {
  addTraffic,
  bindLicenses,
  createLicenseBatch,
  devicesForLicensing,
  platformSecret,
  saveLicenseType,
  setDailyAllowance,
} from '@sightline/db';
import { newLicenseCodes } from '@sightline/server/features/licenses/license.service';
import { VideoTickets, type VideoTicket } from '@sightline/server/features/video/video-tickets';
import { newKey } from '@sightline/server/files/key-file';
import { SigningKey } from '@sightline/server/files/signing-key';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import type { MediaViewer } from '../dev-env/media-viewer.ts';
import { codeOf } from './harness.ts';
import { PASSWORD } from './two-tenants.ts';
import { CAPTURE, CHANNEL, OTHER, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

let world: VideoWorld;
let camera: { readonly deviceId: string; readonly channelId: number; readonly bitstreamType: 0 };
beforeAll(async () => {
  world = await startVideoWorld({ watch: { recheckMs: 300 } });
  camera = { deviceId: world.deviceId, channelId: CHANNEL, bitstreamType: 0 };
});
afterAll(async () => await world?.stop());
afterEach(async () => await world.clear());

const live = (account: string, input: Partial<typeof camera> = {}) => codeOf(world.call(account)('video.live', { ...camera, ...input }));
const tickets = (): VideoTickets =>
  new VideoTickets(new SigningKey(() => platformSecret(world.api.database.system, 'video-tickets', newKey)));

async function running(account: string): Promise<MediaViewer> {
  const device = await world.camera();
  device.onMedia = (socket) => void socket.write(CAPTURE);
  const viewer = await world.watch({}, account);
  await eventually(() => viewer.pictures.length > 0, 'pictures');
  return viewer;
}

const closed = async (viewer: MediaViewer): Promise<[string | null, number | null]> => {
  await eventually(() => viewer.closeCode !== null, 'the end');
  return [viewer.end, viewer.closeCode];
};

describe('a call for video', () => {
  it('is refused for cameras of others, and for cameras that are none', async () => {
    expect(await live(world.b.account)).toBe(ERROR_CODE.deviceNotFound);
    expect(await live(world.withoutPermissions)).toBe(ERROR_CODE.noPermission);
    expect(await live(world.a.account, { channelId: 5 })).toBe(ERROR_CODE.modelNotSupported);
    expect(await live(world.a.account, { deviceId: world.a.deviceId })).toBe(ERROR_CODE.modelNotSupported);
    expect(await codeOf(world.call(world.a.account)('video.live', { ...camera, nodeValue: 'moon' }))).toBe(ERROR_CODE.dataNotFound);
    // Nothing converts H.265 here.
    expect(await codeOf(world.call(world.a.account)('video.live', { ...camera, codec: 'h264' }))).toBe(ERROR_CODE.notImplemented);
  });

  it('is refused for a device that is off line', async () => {
    await sql`UPDATE device_state SET last_contact_at = now() - interval '1 day' WHERE device_key = ${world.deviceKey}`.execute(
      world.api.database.system,
    );
    expect(await live(world.a.account)).toBe(ERROR_CODE.deviceOffline);
    await world.camera();
    await eventually(async () => (await live(world.a.account)) === 0, 'it is on line');
  });

  it('lets a demo account watch, and change nothing', async () => {
    expect(await live(world.demo)).toBe(0);
    expect(await codeOf(world.call(world.demo)('video.live.control', camera))).toBe(ERROR_CODE.demoMode);
  });

  it('is refused when the licence of the device is without video, and goes when it has it', async () => {
    expect(await live(world.a.account, { deviceId: world.a.subDeviceId })).toBe(ERROR_CODE.licenseTypeMismatch);
    const db = world.api.database.system;
    await saveLicenseType(db, {
      code: 'film',
      name_en: 'Video',
      name_zh: '视频',
      validity_months: 12,
      features: ['tracking', 'video'],
      basic_type: 2,
      transferable: true,
      unbindable: true,
    });
    const codes = newLicenseCodes(1);
    await createLicenseBatch(db, { typeCode: 'film', codes, customerId: world.a.customerId, remark: null, createdBy: null });
    const { rows } = await sql<{ id: string }>`SELECT id FROM license WHERE type_code = 'film'`.execute(db);
    const [device] = await devicesForLicensing(db, [OTHER]);
    await bindLicenses(db, [{ licenseId: rows[0]!.id, device: device! }], null);
    expect(await live(world.a.account, { deviceId: OTHER })).toBe(0);
  });
});

describe('a superior', () => {
  it('watches as long as the customer allows it, and not a moment longer', async () => {
    const above = await running(world.a.account);
    const setting = (superiorMayWatch: boolean) => world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch });
    await setting(false);
    expect(await closed(above)).toEqual(['permission', MEDIA_CLOSE.permissionGone]);
    expect(await live(world.a.account)).toBe(ERROR_CODE.notAuthorized);
    expect(await live(world.owner)).toBe(ERROR_CODE.notAuthorized);
    expect(await codeOf(world.call(world.a.account)('video.live.address', camera))).toBe(ERROR_CODE.notAuthorized);
    expect(await codeOf(world.call(world.a.account)('video.live.control', camera))).toBe(ERROR_CODE.notAuthorized);
    // The customer itself does.
    const own = await world.watch({}, SUB_ACCOUNT);
    await eventually(() => own.pictures.length > 0, 'pictures');
    await setting(true);
    expect(await live(world.a.account)).toBe(0);
  });
});

describe('a ticket', () => {
  const connect = (ticket: string): MediaViewer => world.open(`/gps/media/live?ticket=${ticket}`);
  const refused = ['permission', MEDIA_CLOSE.ticketRefused];

  it('opens one connection', async () => {
    await world.camera();
    const address = await world.call(world.a.account)('video.live', camera);
    const first = world.open(address);
    await eventually(() => first.states.length > 0, 'the first is in');
    expect(await closed(world.open(address))).toEqual(refused);
    expect(first.closeCode).toBeNull();
  });

  it('is refused when it is forged, has expired, is for another use, or its session is none', async () => {
    const token = world.token(world.a.account);
    const address = await world.call(world.a.account)('video.live', camera);
    const good = address.split('ticket=')[1]!;
    const [payload, mac] = good.split('.') as [string, string];
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    // What the ticket says is no secret; the token is, and is not in it.
    expect(JSON.stringify(fields)).not.toContain(token);
    const changed = fields.map((field, i) => (i === 4 ? CHANNEL + 1 : field));
    const other = Buffer.from(JSON.stringify(changed)).toString('base64url');
    const [, userId, session, deviceId, channel, stream, node] = fields as [string, string, string, string, number, 0 | 1, string];
    const base: Omit<VideoTicket, 'nonce'> = {
      use: 'live',
      userId,
      session,
      deviceId,
      channel,
      stream,
      node,
      issuedAtMs: Date.now() - 61_000,
      expiresAtMs: Date.now() + 60_000,
    };
    const bad = [
      '',
      'x',
      `${other}.${mac}`,
      `${payload}.${'A'.repeat(43)}`,
      await new VideoTickets(new SigningKey(path.join(world.api.context.config.data, 'another.key'))).issue(base),
      await tickets().issue({ ...base, expiresAtMs: Date.now() - 1 }),
      await tickets().issue({ ...base, use: 'flv' }),
      await tickets().issue({ ...base, session: Buffer.alloc(32, 7).toString('base64url') }),
      await tickets().issue({ ...base, userId: world.b.userId }),
    ];
    for (const ticket of bad) expect(await closed(connect(ticket)), ticket).toEqual(refused);
    const link = await world.api.raw('GET', `/gps/media/live.flv?ticket=${good}`, null);
    expect(link.status).toBe(401);
  });

  it('is worth nothing for a device that its user cannot see', async () => {
    const ticket = await tickets().issue({
      use: 'flv',
      userId: world.b.userId,
      session: null,
      deviceId: world.deviceId,
      channel: CHANNEL,
      stream: 0,
      node: 'default',
      issuedAtMs: Date.now(),
      expiresAtMs: Date.now() + 60_000,
    });
    const answer = await world.api.raw('GET', `/gps/media/live.flv?ticket=${ticket}`, null);
    expect(answer.code).toBe(ERROR_CODE.deviceNotFound);
  });
});

describe('a look', () => {
  const looks = async (account: string): Promise<OutputOf<'video.look.page'>['records']> =>
    (await world.call(account)('video.look.page', { deviceIds: world.deviceId, pageSize: 200 })).records;

  it('ends with the session that it was begun in', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const token = await world.api.signIn(SUB_ACCOUNT, PASSWORD);
    const viewer = world.open(await world.api.client(token).call('video.live', camera));
    await eventually(() => viewer.pictures.length > 0, 'pictures');
    await world.api.client(token).call('system.out', {});
    expect(await closed(viewer)).toEqual(['permission', MEDIA_CLOSE.permissionGone]);
  });

  it('is in the log of the customer whose camera it was, and of those above', async () => {
    const before = (await looks(SUB_ACCOUNT)).length;
    const viewer = await running(world.a.account);
    const shown = (): number => viewer.frames.reduce((sum, f) => sum + f.data.length + 16, 0);
    await eventually(() => viewer.frames.length === 46, 'all of it');
    const [look] = await looks(SUB_ACCOUNT);
    expect(look).toMatchObject({
      deviceId: world.deviceId,
      channelId: CHANNEL,
      kind: 'live',
      bitstreamType: 0,
      account: world.a.account,
      fromAbove: true,
      ended: null,
    });
    viewer.close();
    const ended = await eventually(async () => (await looks(SUB_ACCOUNT)).find((l) => l.id === look!.id && l.ended !== null), 'its end');
    expect(ended).toMatchObject({ ended: 'left', octets: shown() });
    expect(Date.parse(ended.endTime)).toBeGreaterThanOrEqual(Date.parse(ended.startTime));
    expect(await looks(SUB_ACCOUNT)).toHaveLength(before + 1);
    expect((await looks(world.a.account)).map((l) => l.id)).toEqual((await looks(SUB_ACCOUNT)).map((l) => l.id));
    expect(await looks(world.b.account)).toEqual([]);
  });

  it('uses up the data allowance of the device, and ends with it', async () => {
    const { database } = world.api;
    const viewer = await running(SUB_ACCOUNT);
    const slotMs = Math.floor(Date.now() / 900_000) * 900_000;
    await setDailyAllowance(database.system, [String(world.deviceKey)], 1);
    await addTraffic(database, [{ deviceKey: world.deviceKey, slotMs, bytesIn: 2_000_000, bytesOut: 0 }]);
    expect(await closed(viewer)).toEqual(['limit', MEDIA_CLOSE.limit]);
    expect(await live(SUB_ACCOUNT)).toBe(ERROR_CODE.trafficOverLimit);
    await setDailyAllowance(database.system, [String(world.deviceKey)], null);
    // What the camera sent over its media connection counts as well.
    await eventually(async () => {
      const { rows } = await sql<{ octets: number }>`
        SELECT sum(bytes_in)::int AS octets FROM device_traffic WHERE device_key = ${world.deviceKey}`.execute(database.system);
      return (rows[0]?.octets ?? 0) >= 2_000_000 + CAPTURE.length;
    }, 'the octets of the camera are counted');
  });
});
