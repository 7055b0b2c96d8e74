import { readFileSync } from 'node:fs';
import { MEDIA_CLOSE, type MediaServerMessage } from '@sightline/contract';
import { packetsOfFrame } from '@sightline/media';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import type { MediaViewer } from '../dev-env/media-viewer.ts';
import type { TestCamera } from '../dev-env/test-camera.ts';
import { CAPTURE, CHANNEL, OTHER, startVideoWorld, type VideoWorld } from './video-world.ts';

type Failure = Extract<MediaServerMessage, { type: 'end' }>['failure'];

/** Waiting is what these tests are about: they wait for little. */
const SHORT = {
  media: { connectTimeoutMs: 400, keyFrameTimeoutMs: 400, silenceMs: 1_000, strangerMs: 60_000, maxBytesPerSecond: 100_000 },
  watch: { watchMs: 2_000, perUser: 2, silenceMs: 500 },
  answerMs: 400,
  takenWithinMs: 400,
};
const flood = readFileSync(new URL('../../packages/media/corpus/captures/glaciall-tcpdump-174s.bin', import.meta.url));

let world: VideoWorld;
beforeAll(async () => void (world = await startVideoWorld(SHORT)));
afterAll(async () => await world?.stop());
afterEach(async () => await world.clear());

/** Behind those of the capture. */
let sequence = 30_000;

/** A picture that nothing can begin with. */
function laterPicture(): Uint8Array {
  const body = Buffer.from('00000001419a5580', 'hex');
  const n = sequence++;
  const frame = {
    payloadType: 98,
    sim: world.deviceId.padStart(12, '0'),
    channel: CHANNEL,
    dataType: 1,
    timestampMs: n * 40,
    body,
  } as const;
  return packetsOfFrame(frame, () => n & 0xffff)[0]!;
}

/** A block of G.711 A-law. */
function sound(): Uint8Array {
  const n = sequence++;
  const frame = { payloadType: 6, sim: world.deviceId.padStart(12, '0'), channel: CHANNEL, dataType: 3, timestampMs: n * 40 } as const;
  return packetsOfFrame({ ...frame, body: new Uint8Array(320).fill(0xd5) }, () => n & 0xffff)[0]!;
}

async function ended(viewer: MediaViewer): Promise<[string | null, number | null]> {
  await eventually(() => viewer.closeCode !== null, 'the end');
  return [viewer.end, viewer.closeCode];
}

it.each<[string, Failure, (camera: TestCamera) => void]>([
  ['does not answer', 'noAnswer', (camera) => (camera.answer = null)],
  ['refuses', 'refused', (camera) => (camera.answer = 1)],
  ['cannot', 'refused', (camera) => (camera.answer = 3)],
  ['says yes and does not connect', 'noConnection', () => undefined],
  ['connects and sends nothing', 'noPackets', (camera) => (camera.onMedia = () => undefined)],
  [
    'sends pictures to which the beginning is missing',
    'noKeyFrame',
    (camera) => (camera.onMedia = (socket) => socket.write(laterPicture())),
  ],
  ['ends its connection', 'lost', (camera) => (camera.onMedia = (socket) => socket.end(CAPTURE))],
  ['falls silent', 'lost', (camera) => (camera.onMedia = (socket) => socket.write(CAPTURE))],
])('a camera that %s: %s', async (_what, failure, prepare) => {
  const camera = await world.camera();
  prepare(camera);
  expect(await ended(await world.watch())).toEqual([failure, MEDIA_CLOSE.ended]);
});

it('a camera without a connection', async () => {
  expect(await ended(await world.watch())).toEqual(['deviceOffline', MEDIA_CLOSE.ended]);
});

it('a camera that floods is cut off', async () => {
  const camera = await world.camera();
  camera.onMedia = (socket) => {
    socket.write(CAPTURE);
    socket.write(Buffer.concat([flood, flood]));
  };
  expect(await ended(await world.watch())).toEqual(['lost', MEDIA_CLOSE.ended]);
  await eventually(() => camera.mediaClosed.length === 1, 'its connection is closed');
});

it('a camera that goes on after its stream does not show up in that of another one', async () => {
  const camera = await world.camera();
  camera.onMedia = (socket) => void socket.write(CAPTURE);
  const viewer = await world.watch();
  await eventually(() => viewer.pictures.length > 0, 'pictures');
  viewer.close();
  await eventually(() => world.streams().length === 0, 'the end of its stream');
  // The same channel of another device, which has said yes and is waited for.
  const other = await world.otherCamera();
  other.onMedia = () => undefined;
  const others = await world.watch({ deviceId: OTHER });
  await eventually(() => other.starts.length === 1, 'the other one is asked');
  (await camera.dial()).write(CAPTURE);
  expect((await ended(others))[0]).toMatch(/noPackets|noConnection/);
  expect(others.frames).toEqual([]);
});

it('a look ends when it has lasted as long as it may', async () => {
  const camera = await world.camera();
  let timer: NodeJS.Timeout | undefined;
  camera.onMedia = (socket) => {
    socket.write(CAPTURE);
    timer = setInterval(() => socket.write(laterPicture()), 100);
  };
  const viewer = await world.watch();
  expect(await ended(viewer)).toEqual(['limit', MEDIA_CLOSE.limit]);
  clearInterval(timer);
  expect(viewer.pictures.length).toBeGreaterThan(0);
});

it('a talk ends when nothing comes from the microphone', async () => {
  const camera = await world.camera();
  let timer: NodeJS.Timeout | undefined;
  // The device itself is not silent.
  camera.onMedia = (socket) => void (timer = setInterval(() => socket.write(sound()), 100));
  expect(await ended(await world.talk())).toEqual(['noMicrophone', MEDIA_CLOSE.ended]);
  clearInterval(timer);
  await eventually(() => camera.controls.length === 1, 'the device is told');
  expect(camera.controls[0]).toMatchObject({ channel: CHANNEL, command: 4 });
});

it('a talk that the device refuses', async () => {
  const camera = await world.camera();
  camera.answer = 1;
  expect(await ended(await world.talk())).toEqual(['refused', MEDIA_CLOSE.ended]);
});

it('a user watches so many streams at once and no more', async () => {
  const camera = await world.camera();
  // They last until their time is over.
  camera.onMedia = (socket) => void socket.write(CAPTURE);
  const viewers = [await world.watch(), await world.watch()];
  await eventually(() => viewers.every((v) => v.states.length > 0), 'two are in');
  const third = await world.watch();
  expect(await ended(third)).toEqual(['limit', MEDIA_CLOSE.limit]);
  const ofAnother = await world.watch({}, world.demo);
  await eventually(() => ofAnother.states.length > 0, 'somebody else is in');
});
