import { ERROR_CODE, MEDIA_CLOSE, type InputOf } from '@sightline/contract';
import { RECORDING_MS, recordingsOf } from '@sightline/simulator/camera/recordings';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { MediaViewer } from '../dev-env/media-viewer.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { codeOf } from './harness.ts';
import { CHANNEL, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const CHANNELS = 4;
const DAY_MS = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();

let world: VideoWorld;
let device: SimulatedDevice;
/** Two files of the channel without a gap between them, some hours ago. */
let span: { readonly fromMs: number; readonly toMs: number };
const viewers: MediaViewer[] = [];

beforeAll(async () => {
  world = await startVideoWorld({ watch: { recheckMs: 300 } });
  device = new SimulatedDevice('jt808', world.deviceId, world.devicePort, { channels: CHANNELS });
  device.connection.open();
  const files = stored(CHANNEL, Date.now() - 6 * 3_600_000, Date.now() - 3_600_000);
  const at = files.findIndex((file, i) => files[i + 1]?.startMs === file.endMs);
  span = { fromMs: files[at]!.startMs, toMs: files[at + 1]!.endMs };
  await eventually(() => device.state === 'online', 'the device is on line');
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  await eventually(() => world.streams().length === 0 && device.camera!.running.length === 0, 'no stream is left, here and there');
  await eventually(async () => (await looks()).every(({ ended }) => ended !== null), 'the ends are written down');
});
afterAll(async () => {
  device?.close();
  await world?.stop();
});

const looks = async () => (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 200 })).records;
const stored = (channel: number, fromMs: number, toMs: number) =>
  recordingsOf(world.deviceId, CHANNELS, { channel, fromMs, toMs, alarms: 0n }, Date.now());
type Replay = Partial<InputOf<'video.history.replay'>>;
const replayInput = (input: Replay = {}) => ({
  deviceId: world.deviceId,
  channelId: CHANNEL,
  startTime: iso(span.fromMs),
  endTime: iso(span.toMs),
  ...input,
});
async function replay(input: Replay = {}, account = world.a.account): Promise<MediaViewer> {
  const viewer = new MediaViewer(world.url, await world.call(account)('video.history.replay', replayInput(input)));
  viewers.push(viewer);
  return viewer;
}
const control = (playbackControl: number, more: Partial<InputOf<'video.history.replaySet'>> = {}, account = world.a.account) =>
  codeOf(world.call(account)('video.history.replaySet', { deviceId: world.deviceId, channelId: CHANNEL, playbackControl, ...more }));
const times = (viewer: MediaViewer): number[] => viewer.pictures.map(({ timestampMs }) => timestampMs);

describe('the list', () => {
  it('is what the device says, of all channels of a day: more than one notice between processes can carry', async () => {
    const [fromMs, toMs] = [Date.now() - DAY_MS, Date.now() - 3_600_000];
    const input = { deviceId: world.deviceId, startTime: iso(fromMs), endTime: iso(toMs) };
    const list = await world.call(world.a.account)('video.history.list', input);
    const expected = stored(0, fromMs, toMs);
    expect(expected.length).toBeGreaterThan(900);
    expect(list.map((r) => [r.channelId, Date.parse(r.startTime), Date.parse(r.endTime), r.alarm])).toEqual(
      expected
        .toSorted((a, b) => a.channel - b.channel || a.startMs - b.startMs)
        .map((r) => [r.channel, r.startMs, r.endMs, r.alarms !== 0n]),
    );
    expect(list[0]).toMatchObject({ deviceName: 'Camera', streamType: 1, storageType: 1 });
    const alarms = await world.call(world.a.account)('video.history.list', { ...input, channelId: 2, alarmOnly: true });
    expect(alarms).toEqual(list.filter((r) => r.channelId === 2 && r.alarm));
    const { quarters } = await world.call(world.a.account)('video.history.days', { ...input, channelId: 2 });
    const inside = (r: { startTime: string }): number => Math.floor(Math.max(fromMs, Date.parse(r.startTime)) / 900_000);
    expect(quarters).toEqual([...new Set(list.filter((r) => r.channelId === 2).map(inside))]);
  });

  it('is refused for spans that are none, for old ones, and for cameras of others', async () => {
    const list = (account: string, fromMs: number, toMs: number) =>
      codeOf(world.call(account)('video.history.list', { deviceId: world.deviceId, startTime: iso(fromMs), endTime: iso(toMs) }));
    const nowMs = Date.now();
    expect(await list(world.a.account, nowMs, nowMs)).toBe(ERROR_CODE.invalidParameters);
    expect(await list(world.a.account, nowMs - 40 * DAY_MS, nowMs)).toBe(ERROR_CODE.last30DaysOnly);
    expect(await list(world.b.account, nowMs - DAY_MS, nowMs)).toBe(ERROR_CODE.deviceNotFound);
    expect(await list(world.withoutPermissions, nowMs - DAY_MS, nowMs)).toBe(ERROR_CODE.noPermission);
  });
});

describe('a recording', () => {
  it('is played from its beginning, with the instants that it shows, and is in the log of looks', async () => {
    const { fromMs } = span;
    const viewer = await replay();
    await eventually(() => viewer.pictures.length > 20, 'pictures');
    expect(times(viewer)[0]).toBe(fromMs);
    expect(times(viewer).every((ms, i, all) => i === 0 || (ms > all[i - 1]! && ms - all[i - 1]! < 200))).toBe(true);
    expect((await looks())[0]).toMatchObject({ kind: 'replay', channelId: CHANNEL, account: world.a.account, fromAbove: true });
  });

  it('waits, goes on, jumps, runs fast and backwards, as it is told', async () => {
    const { fromMs } = span;
    const viewer = await replay();
    await eventually(() => viewer.pictures.length > 5, 'pictures');
    const session = device.camera!.playback(CHANNEL)!;
    expect(await control(1)).toBe(0);
    const sent = session.sentPackets;
    expect(await control(5, { playbackTime: iso(fromMs + 400_000) })).toBe(0);
    await eventually(() => times(viewer).at(-1)! >= fromMs + 400_000, 'the jump, into the second file');
    expect(session.sentPackets).toBeGreaterThan(sent);
    expect(await control(4, { fastForwardOrBackward: 5 })).toBe(0);
    await eventually(() => times(viewer).at(-1)! < fromMs + 390_000, 'backwards');
    expect(viewer.pictures.at(-1)!.key).toBe(true);
    expect(await control(5, { playbackTime: iso(fromMs + 10_000) })).toBe(0);
    expect(await control(3, { fastForwardOrBackward: 5 })).toBe(0);
    await eventually(() => times(viewer).at(-1)! > fromMs + 20_000 && times(viewer).at(-1)! < fromMs + 300_000, 'fast');
    expect(viewer.end).toBeNull();
    expect(await control(2)).toBe(0);
    await eventually(() => viewer.closeCode !== null, 'the end');
    expect([viewer.end, viewer.closeCode]).toEqual(['finished', MEDIA_CLOSE.ended]);
  });

  it('ends when it has been played', async () => {
    const { fromMs } = span;
    const viewer = await replay({ endTime: iso(fromMs + 1_000) });
    await eventually(() => viewer.closeCode !== null, 'the end');
    expect(viewer.end).toBe('finished');
    expect(times(viewer).at(-1)).toBeLessThan(fromMs + 1_000);
  });

  it('that the camera does not have is refused by it', async () => {
    const viewer = await replay({ startTime: iso(Date.now() - 5 * DAY_MS), endTime: iso(Date.now() - 4 * DAY_MS) });
    await eventually(() => viewer.closeCode !== null, 'the end');
    expect(viewer.end).toBe('refused');
  });

  it('belongs to one user: others find the channel busy, and control nothing', async () => {
    const viewer = await replay();
    await eventually(() => viewer.pictures.length > 0, 'pictures');
    expect(await codeOf(world.call(SUB_ACCOUNT)('video.history.replay', replayInput()))).toBe(ERROR_CODE.channelBusy);
    expect(await control(1, {}, SUB_ACCOUNT)).toBe(ERROR_CODE.channelBusy);
    expect(await control(1, {}, world.b.account)).toBe(ERROR_CODE.deviceNotFound);
    // Another channel is free, and the same user begins anew.
    const other = await replay({ channelId: CHANNEL + 1 }, SUB_ACCOUNT);
    await eventually(() => other.pictures.length > 0, 'pictures of the other channel');
    const again = await replay();
    await eventually(() => again.pictures.length > 5 && viewer.closeCode !== null, 'the new one instead of the old one');
    expect(viewer.end).toBe('stopped');
    expect(again.end).toBeNull();
  });

  it('that is not played cannot be controlled', async () => {
    expect(await control(1)).toBe(ERROR_CODE.dataNotFound);
    expect(await control(5)).toBe(ERROR_CODE.invalidParameters);
  });

  it('ends when the customer does not let those above watch any more', async () => {
    const viewer = await replay();
    await eventually(() => viewer.pictures.length > 0, 'pictures');
    const may = (superiorMayWatch: boolean) => world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch });
    await may(false);
    await eventually(() => viewer.closeCode !== null, 'the end');
    expect([viewer.end, viewer.closeCode]).toEqual(['permission', MEDIA_CLOSE.permissionGone]);
    expect(await codeOf(world.call(world.a.account)('video.history.replay', replayInput()))).toBe(ERROR_CODE.notAuthorized);
    await may(true);
  });

  it('and what is live run beside each other', async () => {
    const live = await world.watch({ bitstreamType: 0 });
    viewers.push(live);
    const viewer = await replay();
    await eventually(() => live.pictures.length > 5 && viewer.pictures.length > 5, 'both');
    expect(Math.max(...times(live))).toBeLessThan(DAY_MS);
    expect(times(viewer).every((ms) => Math.abs(ms - span.fromMs) < 2 * RECORDING_MS)).toBe(true);
  });
});
