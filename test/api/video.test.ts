import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { ERROR_CODE, MEDIA_CLOSE, SOCKET_PATH } from '@sightline/contract';
import { AccessUnits, DATA_TYPE, FrameAssembler, nalUnits, packetsOfFrame, PacketSplitter, WIRE_TYPE } from '@sightline/media';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf } from './harness.ts';
import { CAPTURE, CHANNEL, startVideoWorld, type VideoWorld } from './video-world.ts';

const PICTURES = 18;
const hash = (data: Uint8Array): string => createHash('sha1').update(data).digest('hex');

/** The pictures of a capture, joined by the parts below the media service. */
function picturesOf(bytes: Uint8Array): string[] {
  const [assembler, units] = [new FrameAssembler(), new AccessUnits()];
  const frames = new PacketSplitter().push(bytes).flatMap((packet) => assembler.add(packet));
  return [...frames, ...assembler.flush()]
    .filter((f) => f.dataType <= DATA_TYPE.b)
    .flatMap((f) => units.add(f) ?? [])
    .map((unit) => hash(unit.data));
}

/** Behind those of the capture. */
let sequence = 30_000;

/** Packets of a made-up picture: its number stands in its last octets. */
function picture(deviceId: string, n: number, key: boolean, size: number): Buffer {
  const head = key ? '0000000167640028ac2b0000000168ee3cb0000000016588' : '00000001419a';
  const body = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(size, 0x55), Buffer.from([n >> 8, n & 0xff, 0x80])]);
  const frame = { payloadType: 98, sim: deviceId.padStart(12, '0'), channel: CHANNEL, dataType: key ? 0 : 1, timestampMs: n * 40, body };
  return Buffer.concat(packetsOfFrame(frame as Parameters<typeof packetsOfFrame>[0], () => sequence++ & 0xffff));
}

let world: VideoWorld;
beforeAll(async () => void (world = await startVideoWorld()));
afterAll(async () => await world?.stop());
afterEach(async () => await world.clear());

describe('a camera', () => {
  it('is asked over its ordinary connection, sends to the media port, and its viewer gets exactly the pictures', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length === PICTURES, 'all pictures');
    expect(device.starts).toEqual([{ host: '127.0.0.1', tcpPort: world.mediaPort, udpPort: 0, channel: CHANNEL, dataType: 0, stream: 0 }]);
    expect(viewer.pictures.map((f) => hash(f.data))).toEqual(picturesOf(CAPTURE));
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

  it('is asked once for all who watch; who comes later begins with the last key picture', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const first = await world.watch();
    await eventually(() => first.pictures.length === PICTURES, 'all pictures');
    const second = await world.watch({}, world.demo);
    await eventually(() => second.frames.length === first.frames.length, 'the same frames');
    expect(second.pictures.map((f) => f.number)).toEqual(first.pictures.map((f) => f.number));
    expect(second.states).toEqual(['streaming h264']);
    expect([device.starts.length, device.media.length]).toEqual([1, 1]);
    first.close();
    // The other one goes on.
    device.media[0]!.write(picture(world.deviceId, 900, true, 100));
    await eventually(() => second.pictures.length === PICTURES + 1, 'the next picture');
    expect(device.controls).toEqual([]);
  });

  it('that connects anew before the old connection has ended goes on for its viewers', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length === PICTURES, 'the first connection');
    (await device.dial()).write(CAPTURE);
    await eventually(() => viewer.pictures.length === 2 * PICTURES, 'the second connection');
    await eventually(() => device.mediaClosed.length === 1, 'the old one is closed');
    expect(device.mediaClosed[0]).toBe(device.media[0]);
    device.media[1]!.write(picture(world.deviceId, 900, true, 100));
    await eventually(() => viewer.pictures.length === 2 * PICTURES + 1, 'it goes on');
    expect([viewer.end, device.starts.length]).toEqual([null, 1]);
  });

  it('that has lost its connection is asked again by the next one who looks', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.end(CAPTURE);
    const viewer = await world.watch();
    await eventually(() => viewer.closeCode !== null, 'the end');
    expect([viewer.end, viewer.closeCode, viewer.pictures.length]).toEqual(['lost', MEDIA_CLOSE.ended, PICTURES]);
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const next = await world.watch();
    await eventually(() => next.pictures.length === PICTURES, 'all pictures again');
    expect(device.starts).toHaveLength(2);
  });

  it('switches to its other stream for everybody, and who asks for that one joins them', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length === PICTURES, 'all pictures');
    const call = world.call(world.a.account);
    await call('video.live.control', { deviceId: world.deviceId, channelId: CHANNEL, bitstreamType: 1 });
    expect(device.controls).toEqual([{ channel: CHANNEL, command: 1, close: 0, stream: 1 }]);
    const other = await world.watch({ bitstreamType: 1 });
    await eventually(() => other.pictures.length === PICTURES, 'the same stream');
    expect(device.starts).toHaveLength(1);
    device.answer = 1;
    expect(await codeOf(call('video.live.switch', { deviceId: world.deviceId, channelId: CHANNEL, bitstreamType: 0 }))).toBe(
      ERROR_CODE.commandRefused,
    );
  });
});

describe('viewers', () => {
  it('that are slow are left out until a key picture, and hold up nobody', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(picture(world.deviceId, 0, true, 1000));
    const [slow, fast] = [await world.watch(), await world.watch()];
    await eventually(() => slow.pictures.length === 1 && fast.pictures.length === 1, 'the first picture');
    slow.socket.pause();
    let n = 0;
    await eventually(() => {
      // The buffers of the operating system take some megabytes first.
      if (fast.pictures.length < n + 1) return false;
      if ((world.streams()[0]?.status.droppedMessages ?? 0) > 0) return true;
      for (let i = 0; i < 5; i++) device.media[0]!.write(picture(world.deviceId, ++n, n % 5 === 0, 100_000));
      return false;
    }, 'something was left out, and everything came to the other one');
    expect(fast.frames.some((f) => f.afterGap)).toBe(false);
    slow.socket.resume();
    await eventually(() => {
      device.media[0]!.write(picture(world.deviceId, ++n, true, 1000));
      return slow.frames.some((f) => f.afterGap);
    }, 'the slow one goes on');
    const at = slow.frames.findIndex((f) => f.afterGap);
    expect(slow.frames[at]!.key).toBe(true);
    expect(slow.frames[at]!.number - slow.frames[at - 1]!.number).toBeGreaterThan(1);
    // Nothing is out of order, and nothing comes twice.
    const numbers = slow.frames.map((f) => f.number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect([slow.end, fast.end]).toEqual([null, null]);
  });

  it('that say anything else than the contract are closed', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const messages = [
      'hello',
      JSON.stringify({ type: 'ping', id: -1 }),
      Buffer.from([1]),
      JSON.stringify({ type: 'ping', id: 1, x: 'x'.repeat(300) }),
    ];
    for (const message of messages) {
      const viewer = await world.watch();
      await eventually(() => viewer.states.length > 0, 'it is in');
      viewer.socket.send(message);
      await eventually(() => viewer.closeCode !== null, 'closed');
      expect(viewer.closeCode).toBe(MEDIA_CLOSE.badMessage);
    }
  });

  it('outside get the same pictures as FLV, as often as they ask, until the link ends', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const link = await world.call(world.a.account)('video.live.address', {
      deviceId: world.deviceId,
      channelId: CHANNEL,
      bitstreamType: 0,
    });
    for (let round = 0; round < 2; round++) {
      const abort = new AbortController();
      const response = await fetch(world.url + link.url, { signal: abort.signal });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/x-flv']);
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body!) {
        chunks.push(chunk as Uint8Array);
        if (flvTags(Buffer.concat(chunks)).filter((tag) => tag.startsWith('9 ')).length === PICTURES + 1) break;
      }
      abort.abort();
      const tags = flvTags(Buffer.concat(chunks));
      // The decoder's configuration, a key picture, then the others.
      expect(tags.slice(0, 3)).toEqual(['9 1700', '9 1701', '9 2701']);
    }
    const refused = await world.api.raw(
      'GET',
      link.url.replace(/.$/, (c) => (c === 'A' ? 'E' : 'A')),
      null,
    );
    expect([refused.status, refused.code]).toEqual([401, ERROR_CODE.notLoggedIn]);
  });
});

/** Type and first two octets of each whole tag after the header. */
function flvTags(bytes: Buffer): string[] {
  const tags: string[] = [];
  if (bytes.length < 13) return tags;
  expect(bytes.toString('latin1', 0, 3)).toBe('FLV');
  for (let at = 13; at + 15 <= bytes.length;) {
    const size = bytes.readUIntBE(at + 1, 3);
    if (at + 15 + size > bytes.length) break;
    tags.push(`${bytes[at]} ${bytes.toString('hex', at + 11, at + 13)}`);
    expect(bytes.readUInt32BE(at + 11 + size)).toBe(11 + size);
    at += 15 + size;
  }
  return tags;
}

describe('the port of the API', () => {
  it('goes on with the live socket, and answers an upgrade that is nobody’s', async () => {
    const token = world.token(world.a.account);
    const socket = io(world.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'], reconnection: false });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    socket.close();
    const answer = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const raw = connect(Number(port), hostname);
      let text = '';
      raw.on('data', (chunk: Buffer) => void (text += chunk.toString())).on('close', () => resolve(text));
      raw.on('error', reject);
      raw.write('GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    expect(answer).toContain('404');
  });
});
