import { h264NalType, H264_NAL, h264Size, nalUnits, packetsOfFrame } from '@sightline/media';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChannelPictures, KEY_EVERY_PICTURES } from './channel-pictures.ts';
import { TurningHead } from './turning-head.ts';
import { MediaLink } from './media-link.ts';
import { CommandedCamera, DEVICE_ID, MediaPort } from './test/media-port.ts';
import type { CameraFaults } from './options.ts';
import { soundAt } from './sound.ts';

let port: MediaPort;
let device: CommandedCamera;
const camera = (faults: Partial<CameraFaults> = {}): CommandedCamera => (device = new CommandedCamera(2, faults));
beforeEach(async () => {
  port = await new MediaPort().open();
});
afterEach(() => {
  device.camera.close();
  port.close();
});

const live = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  address: '127.0.0.1',
  tcpPort: port.tcpPort,
  udpPort: 0,
  channel: 1,
  dataType: 1,
  stream: 1,
  ...more,
});
const control = (more: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  channel: 1,
  command: 0,
  close: 0,
  stream: 0,
  ...more,
});
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 10 });
const pictures = (count: number): Promise<void> => until(() => expect(port.pictures.length).toBeGreaterThanOrEqual(count));

describe('a live stream', () => {
  it('is what was encoded, from a key picture on, packet by packet as the standard has it', async () => {
    expect(camera().result(0x9101, live({ stream: 0 }))).toBe(0);
    await pictures(KEY_EVERY_PICTURES + 2);
    expect([port.assembler.lostPackets, port.assembler.droppedFrames, port.assembler.repeatedPackets]).toEqual([0, 0, 0]);
    const again = new ChannelPictures(DEVICE_ID, 1, 0, new TurningHead());
    for (const frame of port.pictures) {
      const { data, key } = again.next(frame.timestampMs);
      expect(frame.dataType).toBe(key ? 0 : 1);
      expect(Buffer.from(frame.data).equals(data)).toBe(true);
    }
    const key = port.packets.filter((p) => p.timestampMs === port.pictures[0]!.timestampMs);
    expect(key.map((p) => p.mark)).toEqual([1, ...Array.from({ length: key.length - 2 }, () => 3), 2]);
    expect(Math.max(...port.packets.map((p) => p.body.length))).toBe(950);
    expect(port.packets.map((p) => p.sequence)).toEqual(port.packets.map((_, i) => i));
    expect(port.packets.every((p) => p.sim === DEVICE_ID && p.channel === 1)).toBe(true);
    const second = port.pictures[1]!;
    expect(second.sinceFrameMs).toBe(second.timestampMs - port.pictures[0]!.timestampMs);
  });

  it.each([
    [0, { width: 704, height: 576 }],
    [1, { width: 352, height: 288 }],
  ])('of kind %s has its size', async (stream, size) => {
    camera().result(0x9101, live({ stream }));
    await pictures(1);
    const { data } = port.pictures[0]!;
    const units = nalUnits(data).map((u) => data.subarray(u.start, u.end));
    expect(units.map((u) => h264NalType(u[0]!))).toEqual([H264_NAL.sps, H264_NAL.pps, H264_NAL.idr]);
    expect(h264Size(units[0]!)).toEqual(size);
  });

  it('has sound when it is asked for, and only then', async () => {
    camera().result(0x9101, live({ dataType: 0 }));
    device.result(0x9101, live({ channel: 2 }));
    await until(() => expect(port.sounds.length).toBeGreaterThan(30));
    await pictures(10);
    for (const block of port.sounds) expect(block.data).toEqual(soundAt(1, block.timestampMs));
    expect(new Set(port.sounds.map((s) => s.channel))).toEqual(new Set([1]));
    expect(new Set(port.pictures.map((s) => s.channel))).toEqual(new Set([1, 2]));
  });

  it('goes over UDP when only that is named', async () => {
    camera().result(0x9101, live({ tcpPort: 0, udpPort: port.udpPort }));
    await pictures(5);
    expect(port.connections).toBe(0);
  });

  it('pauses, goes on with a key picture, changes its size and ends', async () => {
    camera().result(0x9101, live());
    await pictures(3);
    expect(device.result(0x9102, control({ command: 2 }))).toBe(0);
    const [session] = device.camera.running;
    const sent = session!.sentPackets;
    await until(() => expect(port.packets.length).toBe(sent));
    expect(device.result(0x9102, control({ command: 3 }))).toBe(0);
    await until(() => expect(port.packets.length).toBeGreaterThan(sent));
    expect(port.packets[sent]!.dataType).toBe(0);
    expect(device.result(0x9102, control({ command: 1, stream: 0 }))).toBe(0);
    await until(() => expect(port.pictures.some((f) => Buffer.from(f.data).includes(Buffer.from([0x67, 0x42, 0xc0, 30])))).toBe(true));
    expect(device.result(0x9102, control({ command: 0 }))).toBe(0);
    await until(() => expect(port.ended).toBe(1));
    expect(device.camera.running).toEqual([]);
    expect(device.result(0x9102, control({ command: 2 }))).toBe(1);
  });

  it('ends with the connection, and main and sub run beside each other', async () => {
    camera().result(0x9101, live({ stream: 0 }));
    device.result(0x9101, live({ stream: 1 }));
    device.result(0x9101, live({ stream: 1 }));
    await until(() => expect([port.connections, device.camera.running.length]).toEqual([3, 2]));
    for (const socket of port.sockets) socket.destroy();
    await until(() => expect(device.camera.running).toEqual([]));
  });

  it('that is taken back before it is connected does not begin', async () => {
    const opened = vi.fn();
    const link = new MediaLink({
      target: { address: '127.0.0.1', tcpPort: port.tcpPort, udpPort: 0 },
      deviceId: DEVICE_ID,
      channel: 1,
      faults: camera().camera.faults,
      onOpen: opened,
      onPacket: () => undefined,
      onClose: () => undefined,
    });
    link.close();
    await until(() => expect(port.ended).toBe(1));
    expect(opened).not.toHaveBeenCalled();
  });

  it('is refused where there is no camera, no address, no such kind', () => {
    camera();
    expect(device.result(0x9101, live({ channel: 3 }))).toBe(1);
    expect(device.result(0x9101, live({ tcpPort: 0 }))).toBe(2);
    expect(device.result(0x9101, live({ dataType: 5 }))).toBe(3);
    expect(device.camera.running).toEqual([]);
  });
});

it('the attributes say what comes', () => {
  const [answer] = camera().send(0x9003, {});
  expect(answer).toMatchObject({ id: 0x1003, fields: { audioCodec: 6, audioFrameLength: 320, videoCodec: 98, maxVideoChannels: 2 } });
});

describe('talk', () => {
  const voice = Buffer.from(Uint8Array.from({ length: 640 }, (_, i) => i & 0xff));
  it('gives back what it hears, and ends', async () => {
    expect(camera().result(0x9101, live({ dataType: 2 }))).toBe(0);
    await until(() => expect(port.sounds.length).toBeGreaterThan(0));
    let sequence = 0;
    for (const half of [voice.subarray(0, 320), voice.subarray(320)])
      for (const packet of packetsOfFrame(
        { payloadType: 6, sim: DEVICE_ID, channel: 1, dataType: 3, timestampMs: 0, body: half },
        () => sequence++,
      ))
        port.sockets[0]!.write(packet);
    const heard = (): Uint8Array[] => port.sounds.map((s) => s.data).filter((block) => block.some((octet) => octet !== 0xd5));
    await until(() => expect(Buffer.concat(heard())).toEqual(voice));
    expect(device.result(0x9102, control({ command: 4 }))).toBe(0);
    await until(() => expect([port.ended, device.camera.running.length]).toEqual([1, 0]));
  });
  it('has one microphone; listening hears the channel', async () => {
    camera().result(0x9101, live({ dataType: 2 }));
    device.result(0x9101, live({ dataType: 3 }));
    await until(() => expect(port.sounds.some((s) => s.data.some((octet) => octet !== 0xd5))).toBe(true));
    expect(device.camera.running).toHaveLength(1);
  });
});

describe('a camera that misbehaves', () => {
  it('loses packets', async () => {
    camera({ lossShare: 0.3 }).result(0x9101, live({ stream: 0 }));
    await until(() => expect(port.assembler.lostPackets).toBeGreaterThan(3));
    expect(port.packets.length).toBeGreaterThan(0);
  });
  it('falls silent and speaks again', async () => {
    camera().result(0x9101, live());
    await pictures(2);
    device.camera.faults.stall = { everyS: 1, forS: 1 };
    const [session] = device.camera.running;
    const sent = session!.sentPackets;
    await until(() => expect(port.packets.length).toBe(sent));
    expect(port.ended).toBe(0);
    device.camera.faults.stall = null;
    await until(() => expect(session!.sentPackets).toBeGreaterThan(sent));
  });
  it('names another number', async () => {
    camera({ wrongSim: '00000000009999999999' }).result(0x9101, live());
    await until(() => expect(port.packets[0]?.sim).toBe('00000000009999999999'));
  });
  it('has no key picture for long', async () => {
    camera({ lateKeyS: 3_600 }).result(0x9101, live());
    await pictures(KEY_EVERY_PICTURES + 5);
    expect(port.pictures.filter((f) => f.dataType === 0)).toEqual([]);
    device.camera.faults.lateKeyS = 0;
    await until(() => expect(port.pictures.some((f) => f.dataType === 0)).toBe(true));
  });
  it('refuses', () => {
    expect(camera({ refuses: true }).result(0x9101, live())).toBe(1);
    expect(device.camera.running).toEqual([]);
  });
  it('agrees and never connects', async () => {
    expect(camera({ neverConnects: true }).result(0x9101, live())).toBe(0);
    // One that behaves shows that there was time to connect.
    const other = new CommandedCamera(1);
    other.result(0x9101, live());
    await pictures(3);
    other.camera.close();
    expect([port.connections, device.camera.running.length]).toEqual([1, 1]);
  });
  it('connects and says nothing', async () => {
    camera({ connectsSilently: true }).result(0x9101, live());
    await until(() => expect(port.connections).toBe(1));
    const other = new CommandedCamera(1);
    other.result(0x9101, live({ channel: 1 }));
    await pictures(3);
    other.camera.close();
    expect(device.camera.running.map((s) => s.sentPackets)).toEqual([0]);
  });
});
