import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ERROR_CODE, MEDIA_CLOSE } from '@sightline/contract';
import { AccessUnits, DATA_TYPE, FrameAssembler, nalUnits, PacketSplitter, WIRE_TYPE } from '@sightline/media';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { MediaViewer } from '../dev-env/media-viewer.ts';
import type { TestCamera } from '../dev-env/test-camera.ts';
import { codeOf } from './harness.ts';
import { startVideoWorld, type VideoWorld } from './video-world.ts';

const capture = readFileSync(new URL('../../packages/media/corpus/captures/xtream-sim6-h264-adpcm.bin', import.meta.url));
/** What the capture holds: 18 pictures of channel 2, the first a key picture, and 28 blocks of sound. */
const CHANNEL = 2;

/** The pictures of the capture, joined by the parts below the media service. */
function picturesOf(bytes: Uint8Array): string[] {
  const [assembler, units] = [new FrameAssembler(), new AccessUnits()];
  const frames = new PacketSplitter().push(bytes).flatMap((packet) => assembler.add(packet));
  return [...frames, ...assembler.flush()]
    .filter((f) => f.dataType <= DATA_TYPE.b)
    .flatMap((f) => units.add(f) ?? [])
    .map((unit) => hash(unit.data));
}
const hash = (data: Uint8Array): string => createHash('sha1').update(data).digest('hex');

let world: VideoWorld;
const open: { close(): void }[] = [];

beforeAll(async () => void (world = await startVideoWorld()));
afterAll(async () => await world?.stop());
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await eventually(() => world.streams() === 0, 'no stream is left');
});

async function camera(): Promise<TestCamera> {
  const made = await world.camera();
  open.push(made);
  return made;
}

async function watch(input: Partial<{ channelId: number; bitstreamType: 0 | 1 }> = {}, account = world.a.account): Promise<MediaViewer> {
  const address = await world.call(account)('video.live', { deviceId: world.deviceId, channelId: CHANNEL, bitstreamType: 0, ...input });
  const viewer = new MediaViewer(world.url, address);
  open.push(viewer);
  return viewer;
}

describe('a camera', () => {
  it('is asked over its ordinary connection, sends to the media port, and its viewer gets exactly the pictures', async () => {
    const device = await camera();
    device.onMedia = (socket) => void socket.write(capture);
    const viewer = await watch();
    await eventually(() => viewer.pictures.length === 18, 'all pictures');
    expect(device.starts).toEqual([{ host: '127.0.0.1', tcpPort: world.mediaPort, udpPort: 0, channel: CHANNEL, dataType: 0, stream: 0 }]);
    expect(viewer.pictures.map((f) => hash(f.data))).toEqual(picturesOf(capture));
    expect(viewer.pictures[0]!.key).toBe(true);
    expect(nalUnits(viewer.pictures[0]!.data).map(({ start }) => viewer.pictures[0]!.data[start]! & 31)).toEqual([7, 8, 5]);
    await eventually(() => viewer.frames.filter((f) => f.type === WIRE_TYPE.pcm).length === 28, 'all sound');
    expect(viewer.states).toEqual(['starting null', 'streaming h264']);
    viewer.socket.send(JSON.stringify({ type: 'ping', id: 7 }));
    await eventually(() => viewer.messages.some((m) => m.type === 'pong' && m.id === 7), 'the answer to a ping');
    // The last one leaves: the camera is told to stop and loses its media connection.
    viewer.close();
    await eventually(() => device.controls.length === 1 && device.mediaClosed.length === 1, 'the end');
    expect(device.controls).toEqual([{ channel: CHANNEL, command: 0, close: 0, stream: 0 }]);
  });
});

describe('who may not watch', () => {
  it('is told so by the call', async () => {
    const camera = { deviceId: world.deviceId, channelId: CHANNEL } as const;
    expect(await codeOf(world.call(world.b.account)('video.live', camera))).toBe(ERROR_CODE.deviceNotFound);
    expect(await codeOf(world.call(world.a.account)('video.live', { ...camera, channelId: 5 }))).toBe(ERROR_CODE.modelNotSupported);
    expect(await codeOf(world.call(world.a.account)('video.live', { ...camera, deviceId: world.a.deviceId }))).toBe(
      ERROR_CODE.modelNotSupported,
    );
  });

  it('gets nothing with a ticket that was forged', async () => {
    const viewer = new MediaViewer(world.url, `/gps/media/live?ticket=${'x'.repeat(100)}.${'y'.repeat(43)}`);
    open.push(viewer);
    await eventually(() => viewer.closeCode !== null, 'the refusal');
    expect([viewer.closeCode, viewer.end]).toEqual([MEDIA_CLOSE.ticketRefused, 'permission']);
  });
});
