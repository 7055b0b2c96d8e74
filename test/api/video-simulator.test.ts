import { h264Size, nalUnits, WIRE_TYPE } from '@sightline/media';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { MediaViewer } from '../dev-env/media-viewer.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { toneBlock, toneShare } from '../dev-env/tone.ts';
import { startVideoWorld, type VideoWorld } from './video-world.ts';

/** Pictures from one key picture of the simulated camera to the next. */
const KEY_EVERY = 30;

let world: VideoWorld;
let device: SimulatedDevice;
const viewers: MediaViewer[] = [];

beforeAll(async () => {
  world = await startVideoWorld();
  device = new SimulatedDevice('jt808', world.deviceId, world.devicePort, { channels: 4 });
  device.connection.open();
  await eventually(() => device.state === 'online', 'the device is on line');
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  await eventually(() => world.streams().length === 0 && device.camera!.running.length === 0, 'no stream is left, here and there');
});
afterAll(async () => {
  device?.close();
  await world?.stop();
});

async function watch(channelId: number, bitstreamType: 0 | 1): Promise<MediaViewer> {
  const address = await world.call(world.a.account)('video.live', { deviceId: world.deviceId, channelId, bitstreamType });
  const viewer = new MediaViewer(world.url, address);
  viewers.push(viewer);
  return viewer;
}

it.each([
  [0, { width: 704, height: 576 }],
  [1, { width: 352, height: 288 }],
] as const)('a simulated camera is seen and heard, its stream %s in its size, without a gap', async (stream, size) => {
  const viewer = await watch(3, stream);
  await eventually(() => viewer.pictures.length > KEY_EVERY + 1, 'pictures over two key pictures');
  const keys = viewer.pictures.flatMap((p, i) => (p.key ? [i] : []));
  expect(keys.slice(0, 2)).toEqual([0, KEY_EVERY]);
  expect(viewer.pictures.some((p) => p.afterGap)).toBe(false);
  const { data } = viewer.pictures[0]!;
  const [set] = nalUnits(data);
  expect(h264Size(data.subarray(set!.start, set!.end))).toEqual(size);
  await eventually(
    () => viewer.frames.some((f) => f.type === WIRE_TYPE.pcm && f.data.some((octet) => octet > 1 && octet < 0xfe)),
    'a beep',
  );
});

it('that loses packets is seen with gaps, and goes on', async () => {
  const viewer = await watch(1, 0);
  await eventually(() => viewer.pictures.length > 2, 'the first pictures');
  device.camera!.faults.lossShare = 0.3;
  await eventually(() => device.camera!.running[0]!.sentPackets > 60, 'losses');
  device.camera!.faults.lossShare = 0;
  const before = viewer.pictures.length;
  await eventually(() => viewer.pictures.slice(before).filter((p) => p.key).length > 1, 'key pictures after the losses');
});

it('is talked with: what is said comes back from the microphone of its cab', async () => {
  const talker = await world.talk({ deviceId: world.deviceId, channelId: 1 });
  viewers.push(talker);
  await eventually(() => talker.states.includes('streaming null') && talker.samples.length > 0, 'its sound');
  expect(Math.max(...talker.samples.map(Math.abs))).toBeLessThan(100);
  let said = 0;
  const timer = setInterval(() => {
    talker.say(toneBlock(1_000, said, 160));
    said += 160;
  }, 20);
  // A busy machine leaves gaps, and the tone begins anew behind each.
  await eventually(() => toneShare(talker.samples.slice(-800), 1_000) > 0.9, 'the tone').finally(() => clearInterval(timer));
  expect(toneShare(talker.samples.slice(-800), 700)).toBeLessThan(0.1);
});

it('that refuses is said to refuse', async () => {
  device.camera!.faults.refuses = true;
  const viewer = await watch(2, 1);
  await eventually(() => viewer.end !== null, 'the end');
  expect(viewer.end).toBe('refused');
  device.camera!.faults.refuses = false;
});

it('that is asked for a picture takes one of the scene, and more by time and distance as its parameters say', async () => {
  const call = world.call(world.a.account);
  const page = async (source: 'capture' | 'timed' | 'driving') =>
    (await call('device.capture.page', { deviceIds: world.deviceId, sources: source })).records;
  expect(await call('device.capture', { deviceId: world.deviceId, channelId: 3 })).toEqual({ count: 1 });
  const [image] = await eventually(async () => {
    const found = await page('capture');
    return found.length > 0 ? found : null;
  }, 'the picture');
  expect(image).toMatchObject({ channelId: 3, kind: 'picture', contentType: 'image/jpeg', lat: 48.1374, lng: 11.5755 });
  const bytes = Buffer.from(await (await fetch(`${world.url}${image!.fileUrl}`)).arrayBuffer());
  expect([bytes.length, bytes.subarray(0, 3).toString('hex'), bytes.subarray(-2).toString('hex')]).toEqual([
    image!.fileSize,
    'ffd8ff',
    'ffd9',
  ]);
  device.memory.parameters.set(0x0064, '00030101');
  device.connection.work(Date.now());
  await eventually(async () => (await page('timed')).length === 1, 'a picture by time');
  device.memory.parameters.delete(0x0064);
  expect(await page('driving')).toEqual([]);
});

it('turns where it can, and stops when it is told', async () => {
  const call = world.call(world.a.account);
  const camera = { deviceId: world.deviceId, channelId: 1 };
  expect(await call('video.ptz.info', camera)).toEqual({ supported: true });
  expect(await call('video.ptz.info', { ...camera, channelId: 2 })).toEqual({ supported: false });
  await expect(call('video.ptz', { ...camera, channelId: 2, action: 'left' })).rejects.toMatchObject({ code: 20004 });
  await call('video.ptz', { ...camera, action: 'right', speed: 255 });
  const head = device.camera!.headOf(1)!;
  await eventually(() => head.at(Date.now()).pan > 5, 'it has turned to the right');
  await call('video.ptz', { ...camera, action: 'stop' });
  const { pan } = head.at(Date.now());
  await call('video.ptz', { ...camera, action: 'zoomIn' });
  expect(head.at(Date.now() + 60_000)).toEqual({ pan, tilt: 0, zoom: 2 });
});
