import { ERROR_CODE, MEDIA_CLOSE, type OutputOf } from '@sightline/contract';
import {
  DATA_TYPE,
  decodeAdpcm,
  encodeWireFrame,
  PacketSplitter,
  PAYLOAD,
  WIRE_TYPE,
  withoutHisiliconHeader,
  writePacket,
  type MediaPacket,
} from '@sightline/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import type { MediaViewer } from '../dev-env/media-viewer.ts';
import type { TestCamera } from '../dev-env/test-camera.ts';
import { toneBlock, toneShare } from '../dev-env/tone.ts';
import { codeOf } from './harness.ts';
import { CAPTURE, CHANNEL, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

let world: VideoWorld;
let camera: { readonly deviceId: string; readonly channelId: number };
beforeAll(async () => {
  world = await startVideoWorld({ watch: { recheckMs: 300, keepLineMs: 300 } });
  camera = { deviceId: world.deviceId, channelId: CHANNEL };
});
afterAll(async () => await world?.stop());
afterEach(async () => {
  await world.clear();
  await eventually(async () => (await lines()) === 0, 'no line is taken');
});

const talk = (account: string, input: Partial<typeof camera> = {}) => codeOf(world.call(account)('audio.talk', { ...camera, ...input }));
const lines = async (): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM talk_line`.execute(world.api.database.system)).rows[0]!.n;

/** The packets of the capture that carry sound. */
const SOUND = Buffer.concat(
  new PacketSplitter()
    .push(CAPTURE)
    .filter(({ dataType }) => dataType === DATA_TYPE.audio)
    .map((packet) => writePacket({ ...packet, timestampMs: packet.timestampMs!, sinceKeyMs: 0, sinceFrameMs: 0 })),
);
const TALK = 2;

/** A device that sends its capture, of which in a talk the sound alone, and what it is sent in turn. */
async function listening(): Promise<{ device: TestCamera; packets: MediaPacket[] }> {
  const device = await world.camera();
  const packets: MediaPacket[] = [];
  device.onMedia = (socket, { dataType }) => {
    const splitter = new PacketSplitter();
    socket.on('data', (bytes: Buffer) => packets.push(...splitter.push(new Uint8Array(bytes))));
    socket.write(dataType === TALK ? SOUND : CAPTURE);
  };
  return { device, packets };
}

async function running(account = world.a.account): Promise<MediaViewer> {
  const talker = await world.talk({}, account);
  await eventually(() => talker.samples.length > 0, 'sound of the device');
  return talker;
}

const closed = async (viewer: MediaViewer): Promise<[string | null, number | null]> => {
  await eventually(() => viewer.closeCode !== null, 'the end');
  return [viewer.end, viewer.closeCode];
};

describe('a talk', () => {
  it('goes both ways in the form of the device, and ends on both sides when it is hung up', async () => {
    const { device, packets } = await listening();
    const talker = await running();
    expect(device.starts).toEqual([{ host: '127.0.0.1', tcpPort: world.mediaPort, udpPort: 0, channel: CHANNEL, dataType: 2, stream: 0 }]);
    expect(talker.frames.every((f) => f.type === WIRE_TYPE.pcm && f.key)).toBe(true);
    let said = 0;
    const timer = setInterval(() => {
      talker.say(toneBlock(1_000, said, 160));
      said += 160;
    }, 20);
    await eventually(() => packets.length >= 10, 'what was said').finally(() => clearInterval(timer));
    // This device sends ADPCM behind a head, and has it so.
    const heard = packets.map((packet) => {
      expect(packet).toMatchObject({ payloadType: PAYLOAD.adpcm, dataType: DATA_TYPE.audio, channel: CHANNEL, sim: '013800138999' });
      return toneShare([...decodeAdpcm(withoutHisiliconHeader(packet.body)).samples], 1_000);
    });
    expect(heard.filter((share) => share > 0.8).length).toBeGreaterThan(heard.length / 2);
    talker.close();
    await eventually(() => device.controls.length === 1 && device.mediaClosed.length === 1, 'the end');
    expect(device.controls).toEqual([{ channel: CHANNEL, command: 4, close: 0, stream: 0 }]);
  });

  it('takes what is said before the device is there', async () => {
    const { device } = await listening();
    const talker = await world.talk();
    await new Promise((resolve) => talker.socket.once('open', resolve));
    talker.say(new Int16Array(160));
    await eventually(() => talker.samples.length > 0, 'sound of the device');
    expect([talker.closeCode, device.starts.length]).toEqual([null, 1]);
  });

  it('runs beside the pictures of the same channel', async () => {
    const { device } = await listening();
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length > 0, 'pictures');
    const talker = await running();
    expect(device.starts.map(({ dataType }) => dataType)).toEqual([0, 2]);
    talker.close();
    await eventually(() => device.controls.length === 1, 'the end of the talk');
    device.media[0]!.write(CAPTURE);
    expect([device.controls[0]!.command, viewer.end]).toEqual([4, null]);
  });

  it('is one at a time with a device: 20020, whoever asks, until it is over', async () => {
    const { device } = await listening();
    // Asked for while nobody talked.
    const early = await world.call(SUB_ACCOUNT)('audio.talk', camera);
    const first = await running();
    expect([await talk(SUB_ACCOUNT), await talk(world.a.account, { channelId: 1 })]).toEqual([
      ERROR_CODE.channelBusy,
      ERROR_CODE.channelBusy,
    ]);
    expect(await closed(world.open(early))).toEqual(['busy', MEDIA_CLOSE.busy]);
    expect([device.starts.length, first.closeCode]).toEqual([1, null]);
    first.close();
    await eventually(async () => (await talk(SUB_ACCOUNT)) === 0, 'the line is free');
  });

  it('takes over a line whose process is gone, and is ended when its own is lost', async () => {
    await listening();
    const lost = await running();
    await sql`UPDATE talk_line SET until_at = now() - interval '1 second'`.execute(world.api.database.system);
    expect(await talk(SUB_ACCOUNT)).toBe(0);
    await sql`UPDATE talk_line SET nonce = 'of another process', until_at = now() + interval '1 hour'`.execute(world.api.database.system);
    expect(await closed(lost)).toEqual(['busy', MEDIA_CLOSE.busy]);
    await sql`DELETE FROM talk_line`.execute(world.api.database.system);
  });

  it('is in the log of looks', async () => {
    await listening();
    const talker = await running();
    talker.close();
    const looks = async (): Promise<OutputOf<'video.look.page'>['records']> =>
      (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 200 })).records;
    const look = await eventually(async () => (await looks()).find(({ kind, ended }) => kind === 'talk' && ended === 'left'), 'its row');
    expect(look).toMatchObject({ account: world.a.account, channelId: CHANNEL, fromAbove: true });
    expect(look.octets).toBeGreaterThan(0);
  });
});

describe('who may talk', () => {
  it('is who may watch, but no demo account', async () => {
    await world.camera();
    expect(await talk(world.b.account)).toBe(ERROR_CODE.deviceNotFound);
    expect(await talk(world.withoutPermissions)).toBe(ERROR_CODE.noPermission);
    expect(await talk(world.demo)).toBe(ERROR_CODE.demoMode);
    expect(await talk(world.a.account, { channelId: 5 })).toBe(ERROR_CODE.modelNotSupported);
    expect(await codeOf(world.call(world.a.account)('audio.talk', { ...camera, nodeValue: 'moon' }))).toBe(ERROR_CODE.dataNotFound);
  });

  it('is asked again while they talk', async () => {
    await listening();
    const above = await running();
    const setting = (superiorMayWatch: boolean) => world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch });
    await setting(false);
    expect(await closed(above)).toEqual(['permission', MEDIA_CLOSE.permissionGone]);
    expect(await talk(world.a.account)).toBe(ERROR_CODE.notAuthorized);
    await setting(true);
    // A user that has become a demo account meanwhile.
    const talker = await running(SUB_ACCOUNT);
    const demo = (on: boolean) => sql`UPDATE app_user SET demo = ${on} WHERE account = ${SUB_ACCOUNT}`.execute(world.api.database.system);
    await demo(true);
    world.api.context.bus.publish('principal.changed', { userId: null });
    expect(await closed(talker)).toEqual(['permission', MEDIA_CLOSE.permissionGone]);
    await demo(false);
    world.api.context.bus.publish('principal.changed', { userId: null });
  });

  it('has a ticket for it, which opens one talk and nothing else', async () => {
    await listening();
    const refused = ['permission', MEDIA_CLOSE.ticketRefused];
    const address = await world.call(world.a.account)('audio.talk', camera);
    expect(await closed(world.open(address.replace('/talk?', '/live?')))).toEqual(refused);
    const live = await world.call(world.a.account)('video.live', { ...camera, bitstreamType: 0 });
    expect(await closed(world.open(live.replace('/live?', '/talk?')))).toEqual(refused);
    const talker = world.open(address);
    await eventually(() => talker.samples.length > 0, 'it opens a talk');
    talker.close();
    await eventually(async () => (await lines()) === 0, 'the line is free');
    expect(await closed(world.open(address))).toEqual(refused);
    // The line was not kept by who was refused.
    expect(await lines()).toBe(0);
  });
});

describe('a talker that sends', () => {
  const frame = (type: 1 | 3, octets: number): Uint8Array =>
    encodeWireFrame({ type, key: true, afterGap: false, number: 0, timestampMs: 0, data: new Uint8Array(octets) });
  it.each<[string, () => Uint8Array]>([
    ['pictures', () => frame(1, 320)],
    ['half samples', () => frame(3, 321)],
    ['nothing in a frame', () => frame(3, 0)],
    ['too much at once', () => frame(3, 1_602)],
    ['no frame', () => Uint8Array.of(1)],
  ])('%s is closed', async (_what, message) => {
    await listening();
    const talker = await running();
    talker.socket.send(message());
    expect((await closed(talker))[1]).toBe(MEDIA_CLOSE.badMessage);
  });

  it('far more than a microphone gives is closed', async () => {
    await listening();
    const talker = await running();
    for (let i = 0; i < 200; i++) talker.socket.send(frame(3, 1_600));
    expect((await closed(talker))[1]).toBe(MEDIA_CLOSE.badMessage);
  });

  it('sound on a screen that only watches is closed', async () => {
    await listening();
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length > 0, 'pictures');
    viewer.say(new Int16Array(160));
    expect((await closed(viewer))[1]).toBe(MEDIA_CLOSE.badMessage);
  });
});
