import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { decodeWireFrame, nalUnits, packetsOfFrame, PacketSplitter, WIRE_TYPE, type WireFrame } from '@sightline/media';
import { createLogger } from '@sightline/runtime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MediaListener } from './media-listener.ts';
import { StreamError, type StreamControl, type StreamFailure, type StreamGrant, type StreamKey, type Viewer } from './ports.ts';
import type { SoundHabit } from './sound.ts';
import { StreamHub, type HubOptions } from './stream-hub.ts';

const capture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../packages/media/corpus/captures/${name}.bin`, import.meta.url));
const ADPCM = { bytes: capture('xtream-sim6-h264-adpcm'), deviceId: '13800138999', channel: 2 };
const G711 = { bytes: capture('xtream-sim10-h264-g711a-head'), deviceId: '20232609559', channel: 1 };

/** Each packet by itself. */
function datagramsOf(bytes: Buffer): Buffer[] {
  let from = 0;
  return new PacketSplitter().push(bytes).map((packet) => {
    const end = packet.body.byteOffset - bytes.byteOffset + packet.body.length;
    const datagram = bytes.subarray(from, end);
    from = end;
    return datagram;
  });
}

const live = (deviceId: string, channel: number): StreamKey => ({ deviceId, channel, kind: 'live', stream: 0, session: '' });

async function eventually(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

class Screen implements Viewer {
  unsentBytes = 0;
  readonly frames: WireFrame[] = [];
  failure: StreamFailure | null = null;
  send(message: Uint8Array): void {
    expect(this.failure).toBeNull();
    this.frames.push(decodeWireFrame(message));
  }
  readonly states: string[] = [];
  state(state: 'starting' | 'streaming', codec: string | null): void {
    this.states.push(`${state} ${codec}`);
  }
  end(failure: StreamFailure): void {
    this.failure = failure;
  }
  get pictures(): WireFrame[] {
    return this.frames.filter((f) => f.type === WIRE_TYPE.h264);
  }
}

class Device implements StreamControl {
  readonly started: StreamKey[] = [];
  readonly stopped: StreamKey[] = [];
  answer: () => Promise<StreamGrant> = () => Promise.resolve({ remote: null });
  start(key: StreamKey): Promise<StreamGrant> {
    this.started.push(key);
    return this.answer();
  }
  stop(key: StreamKey): Promise<void> {
    this.stopped.push(key);
    return Promise.resolve();
  }
  sound: SoundHabit | null = null;
  soundOf(): Promise<SoundHabit | null> {
    return Promise.resolve(this.sound);
  }
}

const running: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

async function service(
  limits: HubOptions['limits'] = {},
): Promise<{ hub: StreamHub; device: Device; port: number; dial: () => Promise<Socket>; warned: () => unknown[] }> {
  const device = new Device();
  const hub = new StreamHub(device, { limits: { lingerMs: 20, ...limits } });
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const listener = new MediaListener(hub, ['live', 'talk'], logger);
  const port = await listener.listen(0, '127.0.0.1');
  running.push(async () => {
    await hub.stop();
    await listener.stop();
  });
  const dial = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket));
      socket.on('error', reject);
      running.push(() => void socket.destroy());
    });
  return { hub, device, port, dial, warned: () => warn.mock.calls.map(([what]: unknown[]) => what) };
}

describe('a stream', () => {
  it('is asked for once, shared by all, warm for who joins later, and stopped after the last one left', async () => {
    const { hub, device, dial } = await service();
    const key = live(ADPCM.deviceId, ADPCM.channel);
    const [a, b, late] = [new Screen(), new Screen(), new Screen()];
    const seats = [hub.watch(key, a), hub.watch(key, b)];
    expect(device.started).toEqual([key]);
    (await dial()).write(ADPCM.bytes);
    await eventually(() => a.pictures.length === 18 && b.frames.length === a.frames.length, 'all pictures of the capture');
    // The capture begins with its only key picture: who joins now gets everything since then.
    seats.push(hub.watch(key, late));
    expect(late.frames.length).toBe(a.frames.length);
    expect(late.frames[0]).toMatchObject({ key: true, type: WIRE_TYPE.h264 });
    expect(nalUnits(late.frames[0]!.data).map(({ start }) => late.frames[0]!.data[start]! & 31)).toEqual([7, 8, 5]);
    expect([a.states, late.states]).toEqual([['starting null', 'streaming h264'], ['streaming h264']]);
    const sound = a.frames.filter((f) => f.type === WIRE_TYPE.pcm);
    expect([sound.length, sound[0]!.data.length]).toEqual([28, 640]);
    for (const seat of seats) seat.leave();
    await eventually(() => device.stopped.length === 1, 'the device is told');
    expect(hub.list()).toEqual([]);
  });

  it('of a device that writes its number otherwise is found; one that begins inside a group of pictures waits for its key', async () => {
    const { hub, dial } = await service();
    const screen = new Screen();
    hub.watch(live('356520232609559', 1), screen);
    (await dial()).write(G711.bytes);
    await eventually(() => screen.pictures.length === 14, 'the pictures from the key on');
    expect(screen.pictures[0]!.key).toBe(true);
    expect(hub.list()[0]!.status).toMatchObject({ state: 'streaming', skippedPictures: 1, codec: 'h264' });
  });

  it('goes over datagrams in any order', async () => {
    const { hub, port } = await service();
    const screen = new Screen();
    hub.watch(live(ADPCM.deviceId, ADPCM.channel), screen);
    const datagrams = datagramsOf(ADPCM.bytes);
    for (let i = 2; i + 1 < datagrams.length; i += 4) [datagrams[i], datagrams[i + 1]] = [datagrams[i + 1]!, datagrams[i]!];
    datagrams.splice(5, 0, datagrams[4]!);
    const socket = createSocket('udp4');
    running.push(() => void socket.close());
    for (const datagram of datagrams) await new Promise<void>((resolve) => socket.send(datagram, port, '127.0.0.1', () => resolve()));
    await eventually(() => screen.pictures.length === 18, 'all pictures');
  });

  it('leaves a slow viewer out until the next key picture, and nobody else', async () => {
    const { hub, dial } = await service({ maxUnsentBytes: 1000, resumeBytes: 10 });
    const key = live('013912345678', 1);
    const [slow, fast] = [new Screen(), new Screen()];
    hub.watch(key, slow);
    hub.watch(key, fast);
    const socket = await dial();
    let sequence = 0;
    const picture = (i: number, isKey: boolean): void => {
      const units = isKey ? '0000000167640028ac2b0000000168ee3cb0000000016588' : '00000001419a';
      const body = Buffer.from(`${units}${i.toString(16).padStart(2, '0')}ff`, 'hex');
      const frame = { payloadType: 98, sim: '013912345678', channel: 1, dataType: isKey ? 0 : 1, timestampMs: i * 40, body } as const;
      for (const bytes of packetsOfFrame(frame, () => sequence++)) socket.write(bytes);
    };
    picture(0, true);
    picture(1, false);
    await eventually(() => fast.frames.length === 2, 'the first two');
    slow.unsentBytes = 5000;
    picture(2, false);
    picture(3, true);
    await eventually(() => fast.frames.length === 4, 'four');
    slow.unsentBytes = 0;
    picture(4, false);
    picture(5, true);
    picture(6, false);
    await eventually(() => fast.frames.length === 7, 'seven');
    expect(slow.frames.map((f) => [f.number, f.afterGap])).toEqual([
      [0, false],
      [1, false],
      [5, true],
      [6, false],
    ]);
    expect(fast.frames.some((f) => f.afterGap)).toBe(false);
  });
});

describe('a stream that fails says at which step', () => {
  it.each(['deviceOffline', 'noAnswer', 'refused'] as const)('%s', async (failure) => {
    const { hub, device } = await service();
    device.answer = () => Promise.reject(new StreamError(failure));
    const screen = new Screen();
    hub.watch(live('1', 1), screen);
    await eventually(() => screen.failure !== null, 'the end');
    expect(screen.failure).toBe(failure);
    // The next one who looks asks again.
    hub.watch(live('1', 1), new Screen());
    expect(device.started).toHaveLength(2);
  });
  it('the device does not connect', async () => {
    const { hub } = await service({ connectTimeoutMs: 30 });
    const screen = new Screen();
    hub.watch(live('1', 1), screen);
    await eventually(() => screen.failure === 'noConnection', 'the end');
  });
  it('it connects and sends nothing to begin with', async () => {
    const { hub, dial } = await service({ keyFrameTimeoutMs: 50 });
    const screen = new Screen();
    hub.watch(live('013912345678', 1), screen);
    const body = Buffer.from('00000001419a', 'hex');
    const [bytes] = packetsOfFrame({ payloadType: 98, sim: '013912345678', channel: 1, dataType: 1, timestampMs: 1, body }, () => 1);
    (await dial()).write(bytes!);
    await eventually(() => screen.failure === 'noKeyFrame', 'the end');
  });
  it('its connection ends', async () => {
    const { hub, dial } = await service();
    const screen = new Screen();
    hub.watch(live(ADPCM.deviceId, ADPCM.channel), screen);
    (await dial()).end(ADPCM.bytes);
    await eventually(() => screen.failure === 'lost', 'the end');
    expect(screen.pictures).toHaveLength(18);
  });
});

describe('connections', () => {
  it('that are nobody’s are closed, and the others go on', async () => {
    const { hub, dial } = await service({ strangerMs: 50, strangerBytes: 20_000 });
    const screen = new Screen();
    hub.watch(live(ADPCM.deviceId, ADPCM.channel), screen);
    const closed: string[] = [];
    const strangers = { silent: await dial(), unasked: await dial(), garbage: await dial() };
    for (const [name, socket] of Object.entries(strangers)) {
      socket.removeAllListeners('error');
      socket.on('error', () => undefined);
      socket.on('close', () => closed.push(name));
      socket.resume();
    }
    strangers.unasked.write(G711.bytes);
    strangers.garbage.write(Buffer.alloc(200_000, 0x30));
    (await dial()).write(ADPCM.bytes);
    await eventually(() => closed.length === 3, 'three closed');
    expect(screen.pictures).toHaveLength(18);
    expect(hub.list()).toHaveLength(1);
  });
  it('that flood are cut off', async () => {
    const { hub, dial, warned } = await service({ maxBytesPerSecond: 5_000 });
    const screen = new Screen();
    hub.watch(live('013800138000', 1), screen);
    const socket = await dial();
    socket.removeAllListeners('error');
    socket.on('error', () => undefined);
    socket.write(capture('glaciall-tcpdump-174s'));
    await eventually(() => screen.failure === 'lost' || screen.failure === 'noPackets', 'the end of the stream');
    expect(warned()).toEqual([expect.objectContaining({ reason: 'flood', sim: '013800138000', deviceId: '013800138000' })]);
  });

  const sender = (port: number): ((bytes: Uint8Array) => Promise<void>) => {
    const socket = createSocket('udp4');
    running.push(() => void socket.close());
    // A datagram may be out at once, and nothing be heard of it before the next round of this process.
    return async (bytes) => {
      socket.send(bytes, port, '127.0.0.1');
      await new Promise((resolve) => setImmediate(resolve));
    };
  };

  it('that flood with datagrams are cut off and named, and stay so while they go on', async () => {
    const { hub, port, warned } = await service({ maxBytesPerSecond: 5_000 });
    const screen = new Screen();
    hub.watch(live(ADPCM.deviceId, ADPCM.channel), screen);
    const send = sender(port);
    const datagrams = datagramsOf(ADPCM.bytes);
    for (let i = 0; warned().length === 0 && i < 10_000; i++) await send(datagrams[i % datagrams.length]!);
    expect(warned()).toEqual([expect.objectContaining({ reason: 'flood', deviceId: ADPCM.deviceId })]);
    // It is looked at anew, and goes on for longer than a round of the listener takes: it does not come back.
    const next = new Screen();
    hub.watch(live(ADPCM.deviceId, ADPCM.channel), next);
    for (let i = 0; i < 300; i++) {
      await send(datagrams[i % datagrams.length]!);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([warned().length, next.frames.length]).toEqual([1, 0]);
  });

  it('that send datagrams of nothing are cut off as well', async () => {
    const { port, warned } = await service({ strangerBytes: 20_000 });
    const send = sender(port);
    for (let i = 0; warned().length === 0 && i < 2_000; i++) await send(Buffer.alloc(1_000, 0x30));
    expect(warned()).toEqual([expect.objectContaining({ reason: 'stranger', sim: null, deviceId: null })]);
  });
});
