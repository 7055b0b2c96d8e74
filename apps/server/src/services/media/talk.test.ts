import { connect, type Socket } from 'node:net';
import { createSocket } from 'node:dgram';
import {
  decodeAlaw,
  decodeUlaw,
  DATA_TYPE,
  packetsOfFrame,
  PacketSplitter,
  parsePacket,
  PAYLOAD,
  type MediaPacket,
} from '@sightline/media';
import { createLogger } from '@sightline/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { MediaListener } from './media-listener.ts';
import type { StreamControl, StreamFailure, StreamKey, Viewer } from './ports.ts';
import type { SoundHabit } from './sound.ts';
import { PLAIN_HABIT } from './sound-encoder.ts';
import { StreamHub, type HubOptions, type Seat } from './stream-hub.ts';
import { TALK_BACK, TalkBack } from './talk-back.ts';

const SIM = '013912345678';
const LONG_SIM = '00000000013912345678';
const talk: StreamKey = { deviceId: '13912345678', channel: 1, kind: 'talk', stream: 0, session: '' };

async function eventually(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

class Talker implements Viewer {
  unsentBytes = 0;
  received = 0;
  failure: StreamFailure | null = null;
  readonly states: string[] = [];
  send(): void {
    this.received++;
  }
  state(state: 'starting' | 'streaming'): void {
    this.states.push(state);
  }
  end(failure: StreamFailure): void {
    this.failure = failure;
  }
}

const running: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

/** The media service, with a device that agrees to everything. */
async function service(limits: HubOptions['limits'] = {}, sound: SoundHabit | null = null) {
  const started: StreamKey[] = [];
  const stopped: StreamKey[] = [];
  const control: StreamControl = {
    start: (key) => {
      started.push(key);
      return Promise.resolve({ remote: null });
    },
    stop: (key) => {
      stopped.push(key);
      return Promise.resolve();
    },
    soundOf: () => Promise.resolve(sound),
  };
  let sent = 0;
  const hub = new StreamHub(control, { limits, onSent: (_device, bytes) => void (sent += bytes) });
  const listener = new MediaListener(hub, ['live', 'talk'], createLogger('silent'));
  const port = await listener.listen(0, '127.0.0.1');
  running.push(async () => {
    await hub.stop();
    await listener.stop();
  });
  return { hub, port, started, stopped, sent: () => sent };
}

/** A device's end of a media connection; what it is sent is read packet by packet. */
async function dial(port: number): Promise<{ socket: Socket; packets: MediaPacket[] }> {
  const packets: MediaPacket[] = [];
  const splitter = new PacketSplitter();
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ port, host: '127.0.0.1' }, () => resolve(opened));
    opened.on('error', reject);
  });
  socket.on('data', (bytes) => packets.push(...splitter.push(new Uint8Array(bytes))));
  running.push(() => void socket.destroy());
  return { socket, packets };
}

let sequence = 0;
const sound = (payloadType: number, body: Uint8Array, sim = SIM): Uint8Array =>
  packetsOfFrame({ payloadType, sim, channel: 1, dataType: DATA_TYPE.audio, timestampMs: sequence * 40, body }, () => sequence++)[0]!;
const silence = (sim = SIM): Uint8Array => sound(PAYLOAD.g711a, new Uint8Array(320).fill(0xd5), sim);
const picture = (): Uint8Array =>
  packetsOfFrame(
    {
      payloadType: PAYLOAD.h264,
      sim: SIM,
      channel: 1,
      dataType: 0,
      timestampMs: 0,
      body: Buffer.from('0000000167640028ac2b0000000168ee3cb0000000016588', 'hex'),
    },
    () => sequence++,
  )[0]!;

/** Speaks until something holds: a tone of 8000 at the middle of each block, every 20 ms. */
async function speak(seat: Seat, until: () => boolean, what: string): Promise<void> {
  const timer = setInterval(() => seat.say(new Int16Array(160).fill(8000)), 20);
  await eventually(until, what).finally(() => clearInterval(timer));
}

describe('a talk', () => {
  it('begins with the device’s sound, and is answered in its own form over its own connection', async () => {
    const { hub, port, started, stopped, sent } = await service();
    const talker = new Talker();
    const seat = hub.watch(talk, talker);
    const { socket, packets } = await dial(port);
    socket.write(silence(LONG_SIM));
    await speak(seat, () => packets.length >= 5, 'packets of the talker');
    expect(talker.states).toEqual(['starting', 'streaming']);
    expect(started).toEqual([talk]);
    packets.forEach((packet, i) => {
      const { payloadType, sim, channel, dataType, mark, marker } = packet;
      const like = { payloadType: PAYLOAD.g711a, sim: LONG_SIM, channel: 1, dataType: DATA_TYPE.audio, mark: 0, marker: true };
      expect({ payloadType, sim, channel, dataType, mark, marker }).toEqual(like);
      expect([packet.sequence, packet.body.length]).toEqual([i, 320]);
      expect(Math.abs(decodeAlaw(packet.body)[160]! - 8000)).toBeLessThan(300);
    });
    const times = packets.map(({ timestampMs }) => timestampMs!);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(sent()).toBe(packets.reduce((sum, { body }) => sum + body.length + 30, 0));
    seat.leave();
    await eventually(() => stopped.length === 1 && hub.list().length === 0, 'the device is told at once');
  });

  it('follows the device when it changes its form, and asks it when its own cannot be made', async () => {
    const { hub, port } = await service({}, { payloadType: PAYLOAD.g711u, hisilicon: true, blockBytes: 160 });
    const seat = hub.watch(talk, new Talker());
    const { socket, packets } = await dial(port);
    // AAC of a device: nothing here makes that.
    socket.write(sound(PAYLOAD.aac, Buffer.from('fff16c40013ffc0102', 'hex')));
    await speak(seat, () => packets.length >= 2, 'packets as it asked for');
    expect(packets[0]!.payloadType).toBe(PAYLOAD.g711u);
    expect([...packets[0]!.body.subarray(0, 4)]).toEqual([0, 1, 80, 0]);
    expect(Math.abs(decodeUlaw(packets[0]!.body.subarray(4))[80]! - 8000)).toBeLessThan(300);
    socket.write(silence());
    await speak(seat, () => packets.at(-1)!.payloadType === PAYLOAD.g711a, 'the new form');
  });

  it('is answered in the plain form when the device does not say, and goes over datagrams', async () => {
    const { hub, port } = await service();
    const seat = hub.watch(talk, new Talker());
    const socket = createSocket('udp4');
    running.push(() => void socket.close());
    const packets: MediaPacket[] = [];
    socket.on('message', (bytes) => void packets.push(parsePacket(bytes)));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const timer = setInterval(() => socket.send(sound(PAYLOAD.aac, Buffer.from('fff16c40013ffc0102', 'hex')), port, '127.0.0.1'), 40);
    running.push(() => clearInterval(timer));
    await speak(seat, () => packets.length >= 3, 'datagrams of the talker');
    expect(packets.every((p) => p.payloadType === PAYLOAD.g711a && p.body.length === 320)).toBe(true);
  });

  it('does not take the pictures that somebody else waits for, nor end when they come over its connection', async () => {
    const { hub, port } = await service();
    const [talker, screen] = [new Talker(), new Talker()];
    const seat = hub.watch(talk, talker);
    hub.watch({ ...talk, kind: 'live' }, screen);
    // The connection of the pictures begins with a block of sound.
    const { socket } = await dial(port);
    socket.write(Buffer.concat([silence(), picture()]));
    await eventually(() => screen.states.includes('streaming') && screen.received > 0, 'the pictures are seen');
    const own = await dial(port);
    own.socket.write(silence());
    await speak(seat, () => own.packets.length > 2, 'the talk over its own connection');
    expect([talker.failure, screen.failure]).toEqual([null, null]);
    const received = screen.received;
    own.socket.write(picture());
    own.socket.write(silence());
    await eventually(() => talker.received >= 3, 'it goes on');
    expect(screen.received).toBe(received);
  });

  it('says that the device never connected', async () => {
    const { hub } = await service({ connectTimeoutMs: 30 });
    const talker = new Talker();
    hub.watch(talk, talker);
    await eventually(() => talker.failure === 'noConnection', 'the end');
  });
});

describe('what a talker says', () => {
  it('never piles up: what came in one heap is dropped, the newest is kept', async () => {
    let written = 0;
    const source = { remote: '', sim: SIM, unsentBytes: 0, write: (packet: Uint8Array) => void (written += packet.length - 26) };
    const back = new TalkBack({
      channel: 1,
      source: () => source,
      habit: () => PLAIN_HABIT,
      ask: () => Promise.resolve(null),
      onSent: () => undefined,
    });
    running.push(() => back.stop());
    for (let i = 0; i < 500; i++) back.hear(new Int16Array(160));
    // Ten seconds came; no more than what may wait is left of them.
    expect(back.dropped).toBeGreaterThanOrEqual(500 * 160 - (TALK_BACK.maxQueueMs * 8 + 160));
    await eventually(() => written > 0, 'the newest goes out');
    expect(written).toBeLessThanOrEqual(TALK_BACK.maxQueueMs * 8);
  });

  it('is left out while the device does not take it', async () => {
    let written = 0;
    const source = { remote: '', sim: SIM, unsentBytes: TALK_BACK.maxUnsentBytes + 1, write: () => void written++ };
    const back = new TalkBack({
      channel: 1,
      source: () => source,
      habit: () => PLAIN_HABIT,
      ask: () => Promise.resolve(null),
      onSent: () => undefined,
    });
    running.push(() => back.stop());
    const timer = setInterval(() => back.hear(new Int16Array(160)), 5);
    running.push(() => clearInterval(timer));
    await eventually(() => back.dropped > 0, 'it comes faster than it could go');
    expect(written).toBe(0);
    source.unsentBytes = 0;
    await eventually(() => written > 0, 'it goes on');
  });
});
