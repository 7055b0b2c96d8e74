import { jt808, type Fact } from '@sightline/protocols';
import { wallTextOf } from '@sightline/protocols/jt808/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { factoryMemory } from '../devices/device-memory.ts';
import { jt808Driver } from '../devices/jt808.ts';
import { Camera } from './camera.ts';
import { ChannelPictures } from './channel-pictures.ts';
import { CommandedCamera, DEVICE_ID, MediaPort } from './test/media-port.ts';

const GMT8_MINUTES = 480;
const ANY = '0000000000000000';
const OPEN = '2000-00-00 00:00:00';
const text = (ms: number): string => wallTextOf(ms, GMT8_MINUTES);

let port: MediaPort;
let device: CommandedCamera;
beforeEach(async () => {
  port = await new MediaPort().open();
  device = new CommandedCamera(2);
});
afterEach(() => {
  device.camera.close();
  port.close();
});
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const query = (more: Readonly<Record<string, string | number>> = {}): Record<string, string | number> => ({
  channel: 0,
  startTime: OPEN,
  endTime: OPEN,
  alarms: ANY,
  mediaType: 0,
  stream: 0,
  storage: 0,
  ...more,
});
/** A file that stays on the disk for the time of a test. */
const fileMs = (): number => device.camera.recordings({ channel: 1, fromMs: null, toMs: null, alarms: 0n })[10]!.startMs;
const playback = (fromMs: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  address: '127.0.0.1',
  tcpPort: port.tcpPort,
  udpPort: 0,
  channel: 1,
  mediaType: 2,
  stream: 0,
  storage: 0,
  mode: 0,
  speed: 1,
  startTime: text(fromMs),
  endTime: text(fromMs + 60_000),
  ...more,
});
const control = (command: number, more: Readonly<Record<string, unknown>> = {}): unknown =>
  device.result(0x9202, { channel: 1, command, speed: 0, position: OPEN, ...more });
const times = (): number[] => port.pictures.map((p) => p.timestampMs);

describe('the list of recordings', () => {
  it('is that of the disk, as asked', () => {
    const [answer] = device.send(0x9205, query({ channel: 2 }));
    const stored = device.camera.recordings({ channel: 2, fromMs: null, toMs: null, alarms: 0n });
    expect(answer).toMatchObject({ id: 0x1205, fields: { answeredSerial: 1, total: stored.length } });
    const items = answer!.fields['items'] as Record<string, unknown>[];
    expect(items[0]).toEqual({
      channel: 2,
      startTime: text(stored[0]!.startMs),
      endTime: text(stored[0]!.endMs),
      alarms: stored[0]!.alarms.toString(16).padStart(16, '0'),
      mediaType: 0,
      stream: 1,
      storage: 1,
      sizeBytes: stored[0]!.sizeBytes,
    });
    const alarmed = device.send(0x9205, query({ alarms: '0000000200000001' }))[0]!.fields['items'] as { alarms: string }[];
    expect(new Set(alarmed.map((i) => i.alarms))).toEqual(new Set(['0000000200000000', '0000000000000001']));
    for (const [key, value] of Object.entries({ mediaType: 1, stream: 2, storage: 2, channel: 7 }))
      expect(device.send(0x9205, query({ [key]: value }))[0]!.fields).toMatchObject({ total: 0, items: [] });
  });

  it('of many channels comes in several packets, which the platform joins', () => {
    const camera = new Camera(DEVICE_ID, { channels: 8 });
    const driver = jt808Driver(DEVICE_ID, { memory: factoryMemory(), camera, now: () => null });
    const session = jt808.createSession();
    const framer = jt808.createFramer();
    const facts: Fact[] = [];
    const take = (bytes: Uint8Array): void => {
      for (const event of framer.push(bytes)) if (event.kind === 'frame') facts.push(...session.receive(event.frame, Date.now()).facts);
    };
    take(driver.nextLogin()!.bytes);
    const command = session.encodeCommand({ name: 'message', params: { messageId: 0x9205, fields: query() } });
    const replies = command.frames.flatMap((frame) => driver.receive(frame).replies);
    expect(replies.length).toBeGreaterThan(100);
    replies.forEach(take);
    const fields = facts.flatMap((f) => (f.kind === 'commandAnswer' ? [f.fields] : []))[0]!;
    expect(fields['items']).toHaveLength(Number(fields['total']));
    expect(fields['total']).toBeGreaterThan(4_000);
  });
});

describe('playback', () => {
  it('shows the recorded time, at the usual pace, and ends where it shall', async () => {
    const fromMs = fileMs();
    const [answer] = device.send(0x9201, playback(fromMs, { endTime: text(fromMs + 1_000) }));
    expect(answer).toMatchObject({ id: 0x1205, fields: { total: 1, items: [{ startTime: text(fromMs) }] } });
    await until(() => expect(port.ended).toBe(1));
    expect(device.camera.running).toEqual([]);
    expect(times()).toEqual(Array.from({ length: 15 }, (_, i) => Math.round(fromMs + (i * 1000) / 15)));
    const again = new ChannelPictures(DEVICE_ID, 1, 0);
    for (const frame of port.pictures) expect(Buffer.from(frame.data).equals(again.next(frame.timestampMs).data)).toBe(true);
  });

  it('pauses, seeks, hurries, goes back and stops', async () => {
    const fromMs = fileMs();
    device.send(0x9201, playback(fromMs, { mediaType: 0, endTime: text(fromMs + 280_000) }));
    await until(() => expect([port.pictures.length, port.sounds.length].every((n) => n > 4)).toBe(true));
    expect(control(1)).toBe(0);
    const [session] = device.camera.running;
    await until(() => expect(port.packets.length).toBe(session!.sentPackets));
    const seeking = port.pictures.length;
    expect(control(5, { position: text(fromMs + 30_000) })).toBe(0);
    await until(() => expect(times()[seeking]).toBe(fromMs + 30_000));
    expect(port.pictures[seeking]!.dataType).toBe(0);
    expect(control(3, { speed: 4 })).toBe(0);
    await until(() => expect(times().some((t, i) => i > seeking && Math.round(t - times()[i - 1]!) >= 533)).toBe(true));
    expect(control(4, { speed: 2 })).toBe(0);
    await until(() => expect(times().some((t, i) => t - (times()[i - 1] ?? t) === -2_000)).toBe(true));
    expect(control(6)).toBe(0);
    await until(() => expect(times().some((t, i) => t - (times()[i - 1] ?? t) === 2_000)).toBe(true));
    expect(control(0)).toBe(0);
    expect(control(2)).toBe(0);
    await until(() => expect(port.ended).toBe(1));
    expect(control(0)).toBe(1);
  });

  it('of one picture is one key picture', async () => {
    const fromMs = fileMs() + 7_000;
    device.send(0x9201, playback(fromMs, { mode: 4, speed: 0 }));
    await until(() => expect(times()).toEqual([fromMs]));
    expect(port.pictures[0]!.dataType).toBe(0);
    expect(device.camera.running).toHaveLength(1);
  });

  it('is refused where nothing is recorded, and by a camera that refuses', () => {
    const fromMs = fileMs();
    expect(device.result(0x9201, playback(fromMs - 30 * 86_400_000))).toBe(1);
    expect(device.result(0x9201, playback(fromMs, { stream: 2 }))).toBe(1);
    expect(device.result(0x9201, playback(fromMs, { channel: 3 }))).toBe(1);
    expect(device.result(0x9201, playback(fromMs, { mode: 9 }))).toBe(2);
    const server = { address: '127.0.0.1', port: 21, user: 'u', password: 'p', path: '/', conditions: 7 };
    const { startTime, endTime } = playback(fromMs - 30 * 86_400_000);
    expect(device.result(0x9206, { ...query({ channel: 1 }), ...server, startTime, endTime })).toBe(1);
    expect(device.result(0x9206, { ...query({ channel: 1 }), ...server })).toBe(2);
    device.camera.faults.refuses = true;
    expect(device.result(0x9201, playback(fromMs))).toBe(1);
    expect(device.camera.running).toEqual([]);
  });
});
