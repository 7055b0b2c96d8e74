import { createSocket } from 'node:dgram';
import { EventBus, createLogger, createMetrics, loadConfig } from '@sightline/runtime';
import { DEFAULT_DEVICE_SETTINGS } from '@sightline/domain';
import { jt808 } from '@sightline/protocols';
import { afterEach, describe, expect, test } from 'vitest';
import { DeviceSocket, eventually, sleep } from '../../../../../test/dev-env/gateway-client.ts';
import {
  Jt808Answers,
  jt808Frame,
  jt808Heartbeat,
  jt808Location,
  jt808MediaBody,
  jt808Packets,
  jt808Registration,
} from '../../../../../test/dev-env/gateway-frames.ts';
import type { AppContext } from '../../context.ts';
import { startGateway, type Gateway } from './gateway.ts';
import type { GatewayLimits } from './limits.ts';
import type { DeviceDirectory, KnownDevice, MediaSink, PositionSink, SubmittedFrame, SubmittedMedia, UnknownDeviceLog } from './ports.ts';

/** A sink under the test's control: nothing is committed until the test says so. */
class ManualSink implements PositionSink {
  readonly frames: SubmittedFrame[] = [];
  readonly contacts: number[] = [];
  capacity = Number.POSITIVE_INFINITY;
  private resumes: (() => void)[] = [];

  get hasRoom(): boolean {
    return this.frames.length < this.capacity;
  }
  whenRoom(resume: () => void): void {
    this.resumes.push(resume);
  }
  submit(frame: SubmittedFrame): void {
    this.frames.push(frame);
  }
  arrived(): void {}
  contact(device: KnownDevice): void {
    this.contacts.push(device.deviceKey);
  }
  commit(count = this.frames.length): SubmittedFrame[] {
    const done = this.frames.splice(0, count);
    for (const frame of done) frame.committed();
    if (this.hasRoom) for (const resume of this.resumes.splice(0)) resume();
    return done;
  }
}

class Registry implements DeviceDirectory {
  epoch = 0;
  readonly devices = new Map<string, KnownDevice>();
  /** While set, answers take until it resolves. */
  slow: Promise<void> | null = null;

  add(id: string, deviceKey: number): void {
    this.devices.set(id, { deviceKey, deviceId: id, settings: DEFAULT_DEVICE_SETTINGS, activatedAtMs: null });
  }
  find(_protocol: string, ids: readonly string[]): KnownDevice | null | Promise<KnownDevice | null> {
    const found = ids.map((id) => this.devices.get(id)).find((device) => device) ?? null;
    return this.slow ? this.slow.then(() => found) : found;
  }
}

class Strangers implements UnknownDeviceLog {
  readonly seen: string[] = [];
  count(_protocol: string, deviceId: string): void {
    this.seen.push(deviceId);
  }
}

const PHONE = '13800138000';
const place = (i = 0) => ({ timeMs: Date.now() - 60_000 + i * 1000, lat: 48.1 + i * 1e-4, lon: 11.5, speedKph: 40, course: 10 });

let open: { gateway: Gateway; sockets: DeviceSocket[] } | null = null;
afterEach(async () => {
  for (const socket of open?.sockets ?? []) socket.close();
  await open?.gateway.stop();
  open = null;
});

/** Stores nothing until the test says so. */
class ManualMedia implements MediaSink {
  readonly asked: (SubmittedMedia & { end(unfit: string | null): void; fail(): void })[] = [];
  store(submitted: SubmittedMedia): Promise<string | null> {
    return new Promise((resolve, reject) =>
      this.asked.push({ ...submitted, end: resolve, fail: () => reject(new Error('the disk is full')) }),
    );
  }
}

async function start(limits: Partial<GatewayLimits> = {}, maxConnections = 1000) {
  const { config } = loadConfig([], {
    SIGHTLINE_HOST: '127.0.0.1',
    SIGHTLINE_PORT_JT808: '0',
    SIGHTLINE_MAX_CONNECTIONS: String(maxConnections),
  });
  const logger = createLogger('silent');
  // No database here: the gateway must not need one.
  const context: Omit<AppContext, 'database'> = { config, logger, metrics: createMetrics(), bus: new EventBus(() => undefined) };
  const sink = new ManualSink();
  const directory = new Registry();
  const media = new ManualMedia();
  const unknownDevices = new Strangers();
  directory.add(PHONE, 1);
  const gateway = await startGateway(
    context,
    { sink, directory, unknownDevices, media },
    { protocols: [jt808], limits: { drainMs: 50, ...limits } },
  );
  const sockets: DeviceSocket[] = [];
  open = { gateway, sockets };
  const dial = async (): Promise<DeviceSocket> => {
    const socket = await DeviceSocket.open(gateway.ports['jt808']!.tcp!);
    sockets.push(socket);
    return socket;
  };
  return { gateway, sink, directory, unknownDevices, media, dial };
}

describe('pictures', () => {
  const picture = Buffer.alloc(5000, 7);
  picture.set([0xff, 0xd8, 0xff]);
  const body = jt808MediaBody({ mediaId: 9, channel: 2, place: place() }, picture);
  const send = (device: DeviceSocket, firstSerial: number): void =>
    device.send(Buffer.concat(jt808Packets(0x0801, PHONE, firstSerial, body)));
  const complete = (device: DeviceSocket): number => device.answers().filter((a) => a.id === 0x8800).length;

  test('are answered when they are kept, in the order of the frames', async () => {
    const { media, dial } = await start();
    const device = await dial();
    device.send(jt808Heartbeat(PHONE, 1));
    send(device, 10);
    device.send(jt808Heartbeat(PHONE, 50));
    const stored = await eventually(() => media.asked[0], 'the picture');
    expect(Buffer.from(stored.media.data).equals(picture)).toBe(true);
    expect(stored).toMatchObject({ device: { deviceId: PHONE }, media: { mediaId: 9, channel: 2 } });
    await sleep(30);
    expect([complete(device), device.answered()]).toEqual([0, [1]]);
    stored.end(null);
    await eventually(() => device.answered().length === 2, 'the answer behind it');
    expect(complete(device)).toBe(1);
    // One that can never be kept is not sent again either.
    send(device, 60);
    (await eventually(() => media.asked[1], 'the second picture')).end('not a picture');
    await eventually(() => complete(device) === 2, 'its answer');
  });

  test('that could not be kept are not answered; the device sends them again', async () => {
    const { media, dial } = await start();
    const device = await dial();
    send(device, 10);
    (await eventually(() => media.asked[0], 'the picture')).fail();
    device.send(jt808Heartbeat(PHONE, 50));
    await eventually(() => device.answered().includes(50), 'the answer behind it');
    expect(complete(device)).toBe(0);
    send(device, 60);
    (await eventually(() => media.asked[1], 'the same again')).end(null);
    await eventually(() => complete(device) === 1, 'its answer');
  });

  test('few of a connection are taken at a time; then it is not read', async () => {
    const { media, dial } = await start({ maxMediaInHand: 2 });
    const device = await dial();
    for (let i = 0; i < 6; i++) send(device, i * 100);
    device.send(jt808Heartbeat(PHONE, 999));
    await eventually(() => media.asked.length === 2, 'two pictures');
    await sleep(50);
    expect([media.asked.length, device.answered()]).toEqual([2, []]);
    for (let i = 0; i < 6; i++) (await eventually(() => media.asked[i], `picture ${i}`)).end(null);
    await eventually(() => device.answered().includes(999), 'the answer behind them');
    expect(complete(device)).toBe(6);
  });

  test('strangers can hold back next to nothing, all together no more than the limit, and what ends is given back', async () => {
    const { media, unknownDevices, dial } = await start({ maxHeldUnidentified: 2000, maxHeldBytes: 20_000, maxUnknownFrames: 1000 });
    const stranger = await dial();
    const pieces = jt808Packets(0x0801, '19999999999', 1, Buffer.alloc(9000, 1));
    stranger.send(Buffer.concat(pieces.slice(0, 8)));
    await eventually(() => unknownDevices.seen.length === 8, 'the frames of the stranger');
    // The first of a known device leaves too little for a second and a third.
    const half = jt808Packets(0x0801, PHONE, 1, Buffer.alloc(20_000, 1)).slice(0, 15);
    const first = await dial();
    first.send(Buffer.concat([jt808Heartbeat(PHONE, 500), ...half]));
    await eventually(() => first.answered().includes(500), 'online');
    first.send(Buffer.concat([...jt808Packets(0x0801, PHONE, 100, Buffer.alloc(20_000, 1)).slice(0, 6), jt808Heartbeat(PHONE, 501)]));
    await eventually(() => first.answered().includes(501), 'more than there is room for');
    send(first, 300);
    first.send(jt808Heartbeat(PHONE, 502));
    await eventually(() => first.answered().includes(502), 'still there');
    expect(media.asked).toHaveLength(0);
    first.close();
    stranger.close();
    const again = await dial();
    again.send(jt808Heartbeat(PHONE, 1));
    await eventually(() => again.answered().includes(1), 'online again');
    await eventually(() => {
      if (media.asked.length === 0) send(again, 10);
      return media.asked.length > 0;
    }, 'room for a picture');
    media.asked[0]!.end(null);
  });
});

describe('answers', () => {
  test('leave only after the commit, in the order of the frames', async () => {
    const { sink, dial } = await start();
    const device = await dial();
    device.send(Buffer.concat([jt808Location(PHONE, 1, place(0)), jt808Location(PHONE, 2, place(1)), jt808Heartbeat(PHONE, 3)]));
    await eventually(() => sink.frames.length === 2, 'two frames in the sink');
    await sleep(50);
    expect(device.bytes).toHaveLength(0);
    // The second is durable first: its answer waits for the first one's.
    sink.frames[1]!.committed();
    await sleep(30);
    expect(device.bytes).toHaveLength(0);
    sink.frames[0]!.committed();
    await eventually(() => device.answered().length === 3, 'three answers');
    expect(device.answered()).toEqual([1, 2, 3]);
  });

  test('a frame without facts is answered at once and moves the last contact', async () => {
    const { sink, dial } = await start();
    const device = await dial();
    device.send(jt808Heartbeat(PHONE, 7));
    await eventually(() => device.answered().length === 1, 'the answer to the heartbeat');
    expect(sink.contacts).toEqual([1]);
    expect(sink.frames).toHaveLength(0);
  });

  test('a refused frame gets none, those behind it do', async () => {
    const { sink, dial } = await start();
    const device = await dial();
    device.send(Buffer.concat([jt808Location(PHONE, 1, place(0)), jt808Location(PHONE, 2, place(1))]));
    await eventually(() => sink.frames.length === 2, 'two frames in the sink');
    sink.frames[0]!.refused('cannot be stored');
    sink.frames[1]!.committed();
    await eventually(() => device.answered().length === 1, 'one answer');
    expect(device.answered()).toEqual([2]);
  });

  test('frames that came while the registry was asked keep their order', async () => {
    const { sink, directory, dial } = await start();
    let answer = (): void => undefined;
    directory.slow = new Promise((resolve) => {
      answer = resolve;
    });
    const device = await dial();
    device.send(Buffer.concat([1, 2, 3].map((n) => jt808Location(PHONE, n, place(n)))));
    await sleep(50);
    expect(sink.frames).toHaveLength(0);
    directory.slow = null;
    answer();
    await eventually(() => sink.frames.length === 3, 'three frames in the sink');
    sink.commit();
    await eventually(() => device.answered().length === 3, 'three answers');
    expect(device.answered()).toEqual([1, 2, 3]);
  });
});

describe('strangers', () => {
  test('are counted, refused and never stored', async () => {
    const { sink, unknownDevices, dial } = await start();
    const device = await dial();
    device.send(jt808Registration('19900000000', 1));
    device.send(jt808Location('19900000000', 2, place()));
    await eventually(() => unknownDevices.seen.length === 2, 'two frames counted');
    await eventually(() => device.answers().length === 1, 'the refusal');
    const [refusal] = device.answers();
    expect(refusal?.id).toBe(0x8100);
    expect(refusal?.body[2]).toBe(4); // terminal not in database
    expect(sink.frames).toHaveLength(0);
    expect(sink.contacts).toHaveLength(0);
  });

  test('are let in as soon as they are registered, on the same connection', async () => {
    const { sink, directory, unknownDevices, dial } = await start();
    const device = await dial();
    device.send(jt808Location('19900000000', 1, place()));
    await eventually(() => unknownDevices.seen.length === 1, 'counted');
    directory.add('19900000000', 9);
    device.send(jt808Location('19900000000', 2, place()));
    await eventually(() => sink.frames.length === 1, 'taken');
    expect(sink.frames[0]!.device.deviceKey).toBe(9);
  });

  test('that go on and on are cut off', async () => {
    const { dial } = await start({ maxUnknownFrames: 5 });
    const device = await dial();
    for (let i = 0; i < 10; i++) device.send(jt808Location('19900000000', i, place()));
    await eventually(() => device.closed, 'closed');
  });
});

describe('back-pressure', () => {
  test('too many owed answers pause the connection; nothing is dropped', async () => {
    const { sink, dial } = await start({ maxOutstandingFrames: 10 });
    const device = await dial();
    const total = 1500;
    for (let i = 0; i < total; i++) device.send(jt808Location(PHONE, i, place(i)));
    await eventually(() => sink.frames.length === 10, 'ten in the sink');
    await sleep(100);
    expect(sink.frames).toHaveLength(10);
    await eventually(
      () => {
        sink.commit();
        return device.answered().length === total;
      },
      'all answered',
      60_000,
    );
    expect(device.answered()).toEqual(Array.from({ length: total }, (_, i) => i));
  });

  test('a full sink pauses all; nothing is dropped', async () => {
    const { sink, directory, dial } = await start();
    sink.capacity = 3;
    const devices = await Promise.all(
      ['13800000001', '13800000002', '13800000003', '13800000004', '13800000005'].map(async (phone, i) => {
        directory.add(phone, 10 + i);
        return { phone, socket: await dial() };
      }),
    );
    for (const { phone, socket } of devices) for (let i = 0; i < 100; i++) socket.send(jt808Location(phone, i, place(i)));
    await sleep(100);
    // One frame each may have been on its way when the sink became full.
    expect(sink.frames.length).toBeLessThanOrEqual(3 + devices.length);
    await eventually(
      () => {
        sink.commit();
        return devices.every(({ socket }) => socket.answered().length === 100);
      },
      'all answered',
      60_000,
    );
  });
});

describe('connections', () => {
  test('frames in pieces of one byte', async () => {
    const { sink, dial } = await start();
    const device = await dial();
    for (const byte of jt808Location(PHONE, 1, place())) {
      device.send(Uint8Array.of(byte));
      await sleep(1);
    }
    await eventually(() => sink.frames.length === 1, 'the frame');
  });

  test('a new connection of the same device takes the place of the old one', async () => {
    const { sink, gateway, dial } = await start();
    const before = await dial();
    before.send(jt808Location(PHONE, 1, place(0)));
    await eventually(() => sink.frames.length === 1, 'first frame');
    const after = await dial();
    after.send(jt808Location(PHONE, 1, place(1)));
    await eventually(() => before.closed, 'the old connection closed');
    await eventually(() => sink.frames.length === 2, 'second frame');
    expect(gateway.commands.isConnected(PHONE)).toBe(true);
    sink.commit();
    await eventually(() => after.answered().length === 1, 'the answer on the new connection');
    expect(gateway.connectionCount()).toBe(1);
  });

  test('a relay that carries several devices is not cut when one of them connects by itself', async () => {
    const { sink, directory, dial } = await start();
    directory.add('13800000002', 2);
    const relay = await dial();
    relay.send(Buffer.concat([jt808Location(PHONE, 1, place(0)), jt808Location('13800000002', 1, place(0))]));
    await eventually(() => sink.frames.length === 2, 'both devices');
    const own = await dial();
    own.send(jt808Location('13800000002', 2, place(1)));
    await eventually(() => sink.frames.length === 3, 'by itself');
    expect(relay.closed).toBe(false);
  });

  test('garbage ends the connection, and not the gateway', async () => {
    const { sink, dial } = await start();
    const noise = Buffer.alloc(200_000, 'GET / HTTP/1.1\r\n');
    const [bad, good] = [await dial(), await dial()];
    bad.send(noise);
    await eventually(() => bad.closed, 'closed');
    good.send(jt808Location(PHONE, 1, place()));
    await eventually(() => sink.frames.length === 1, 'the good one goes on');
  });

  test('unreadable frames in a row end the connection', async () => {
    const { dial } = await start();
    const device = await dial();
    for (let i = 0; i < 40; i++) {
      const frame = jt808Location(PHONE, i, place());
      frame[frame.length - 2]! ^= 0x11;
      device.send(frame);
    }
    await eventually(() => device.closed, 'closed');
  });

  test('who does not say its name in time, or never completes a frame, is cut off', async () => {
    const { dial } = await start({ identifyWithinMs: 300, partialFrameMs: 300 });
    const [silent, slow] = [await dial(), await dial()];
    slow.send(jt808Heartbeat(PHONE, 1));
    await eventually(() => slow.answered().length === 1, 'identified');
    const frame = jt808Location(PHONE, 2, place());
    slow.send(frame.subarray(0, 10));
    const trickle = setInterval(() => slow.send(Uint8Array.of(0x31)), 100);
    await eventually(() => silent.closed && slow.closed, 'both closed', 6000).finally(() => clearInterval(trickle));
  });

  test('a partial frame that grows without end does not grow in memory', async () => {
    const { dial } = await start();
    const device = await dial();
    device.send(Uint8Array.of(0x7e));
    for (let i = 0; i < 100; i++) device.send(Buffer.alloc(10_000, 0x30));
    await eventually(() => device.closed, 'closed');
  });

  test('the connection limit refuses, and lets in again when there is room', async () => {
    const { gateway, dial } = await start({}, 2);
    const [first] = [await dial(), await dial()];
    await eventually(() => gateway.connectionCount() === 2, 'two');
    const third = await dial();
    await eventually(() => third.closed, 'refused');
    first.close();
    await eventually(() => gateway.connectionCount() === 1, 'one left');
    const fourth = await dial();
    await eventually(() => gateway.connectionCount() === 2, 'two again');
    expect(fourth.closed).toBe(false);
  });

  test('strangers from one address are limited, devices are not', async () => {
    const { directory, dial } = await start({ maxUnidentifiedPerAddress: 3 });
    for (let i = 0; i < 10; i++) {
      directory.add(`1390000000${i}`, 100 + i);
      const device = await dial();
      device.send(jt808Heartbeat(`1390000000${i}`, 1));
      await eventually(() => device.answered().length === 1, 'identified');
    }
    const strangers = [await dial(), await dial(), await dial(), await dial()];
    await eventually(() => strangers.filter((s) => s.closed).length === 1, 'the fourth refused');
  });

  test('a client that never reads its answers is cut off', async () => {
    const { gateway, dial } = await start({ maxUnreadBytes: 1024 });
    const device = await dial();
    device.socket.pause();
    const heartbeats = Buffer.concat(Array.from({ length: 2000 }, (_, i) => jt808Heartbeat(PHONE, i)));
    const flood = setInterval(() => device.send(heartbeats), 5);
    await eventually(() => gateway.connectionCount() === 0, 'cut off', 20_000).finally(() => clearInterval(flood));
  });
});

describe('datagrams', () => {
  test('are answered to their sender after the commit', async () => {
    const { gateway, sink } = await start();
    const socket = createSocket('udp4');
    const answers = new Jt808Answers();
    const got: number[] = [];
    socket.on('message', (message) => got.push(...answers.push(message).map((answer) => answer.answered)));
    try {
      socket.send(jt808Location(PHONE, 5, place()), gateway.ports['jt808']!.udp!, '127.0.0.1');
      await eventually(() => sink.frames.length === 1, 'the datagram');
      await sleep(30);
      expect(got).toEqual([]);
      sink.commit();
      await eventually(() => got.length === 1, 'the answer');
      expect(got).toEqual([5]);
    } finally {
      socket.close();
    }
  });

  test('do not end the TCP connection of the same device', async () => {
    const { gateway, sink, dial } = await start();
    const tcp = await dial();
    tcp.send(jt808Location(PHONE, 1, place()));
    await eventually(() => sink.frames.length === 1, 'by TCP');
    const socket = createSocket('udp4');
    try {
      socket.send(jt808Location(PHONE, 2, place(1)), gateway.ports['jt808']!.udp!, '127.0.0.1');
      await eventually(() => sink.frames.length === 2, 'by UDP');
      await sleep(30);
      expect(tcp.closed).toBe(false);
    } finally {
      socket.close();
    }
  });
});

describe('commands', () => {
  test('are sent over the live connection and resolve with the answer of the device', async () => {
    const { gateway, dial } = await start();
    await expect(gateway.commands.send(PHONE, { name: 'text', params: { text: 'STATUS#' } })).rejects.toMatchObject({ reason: 'offline' });
    const device = await dial();
    device.send(jt808Heartbeat(PHONE, 1));
    await eventually(() => device.answered().length === 1, 'online');
    const [first, second] = [1, 2].map(() => gateway.commands.send(PHONE, { name: 'reboot', params: {} }));
    const asked = await eventually(() => device.answers().find((answer) => answer.id === 0x8105), 'the first command');
    await sleep(30);
    // One at a time.
    expect(device.answers().filter((answer) => answer.id === 0x8105)).toHaveLength(1);
    const reply = (to: number): Buffer => jt808Frame(0x0001, PHONE, 9, Buffer.from([to >> 8, to & 0xff, 0x81, 0x05, 0]));
    device.send(reply(asked.serial));
    await expect(first).resolves.toMatchObject({ ok: true });
    const next = await eventually(() => device.answers().filter((answer) => answer.id === 0x8105)[1], 'the second command');
    device.send(reply(next.serial));
    await expect(second).resolves.toMatchObject({ ok: true });
  });

  test('fail by time-out, by an unknown name and by the end of the connection', async () => {
    const { gateway, dial } = await start();
    const device = await dial();
    device.send(jt808Heartbeat(PHONE, 1));
    await eventually(() => device.answered().length === 1, 'online');
    await expect(gateway.commands.send(PHONE, { name: 'no such command', params: {} })).rejects.toMatchObject({ reason: 'unsupported' });
    await expect(gateway.commands.send(PHONE, { name: 'queryPosition', params: {} }, { timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'timeout',
    });
    const lost = gateway.commands.send(PHONE, { name: 'queryPosition', params: {} });
    const check = expect(lost).rejects.toMatchObject({ reason: 'connectionLost' });
    device.close();
    await check;
    await eventually(() => !gateway.commands.isConnected(PHONE), 'offline');
  });
});

test('the last raw frames can be looked at', async () => {
  const { gateway, dial } = await start();
  const device = await dial();
  device.send(jt808Heartbeat(PHONE, 1));
  device.send(jt808Heartbeat(PHONE, 2));
  await eventually(() => device.answered().length === 2, 'answers');
  const frames = gateway.recentFrames({ deviceId: PHONE });
  expect(frames).toHaveLength(2);
  expect(frames[0]?.atMs).toBeGreaterThanOrEqual(frames[1]!.atMs);
  expect(gateway.recentFrames({ deviceId: 'other' })).toEqual([]);
});
