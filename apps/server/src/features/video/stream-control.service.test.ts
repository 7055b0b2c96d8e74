import { summerTimeOf, type DeviceClockSetting } from '@sightline/domain';
import { EventBus } from '@sightline/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import type { StreamKey } from '../../services/media/ports.ts';
import { DeviceRequests } from '../devices/device-requests.service.ts';
import type { MediaAddress, MediaTransport } from './media-address.ts';
import { RecordingControl } from './recording-control.service.ts';
import { CameraControl } from './stream-control.service.ts';

const KEY: StreamKey = { deviceId: '1', channel: 3, kind: 'live', stream: 1, session: '' };
const CLOCK: DeviceClockSetting = {
  utcOffsetMinutes: 60,
  summerTime: summerTimeOf({ enabled: true, offsetMinutes: 60, start: '03-29 02:00', end: '10-25 03:00' }),
};
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A device that answers every question with `fields`, and what it was asked. */
function control(transport: MediaTransport, fields: Readonly<Record<string, unknown>> = {}, ok = true) {
  const bus = new EventBus((_topic, error) => {
    throw error;
  });
  const asked: Record<string, unknown>[] = [];
  bus.subscribe('device.ask', ({ id, command }) => {
    asked.push(command.params as Record<string, unknown>);
    bus.publish('device.answer', { id, step: 'taken', remote: '10.0.0.1' });
    bus.publish('device.answer', { id, step: 'answered', ok, text: null, fields });
  });
  const requests = new DeviceRequests(bus, false);
  ends.push(() => requests.close());
  const address = (): MediaAddress => ({ host: 'media.example', port: 5070, transport });
  const recordings = new RecordingControl(requests, address, () => Promise.resolve(CLOCK));
  return { cameras: new CameraControl(requests, address, recordings), recordings, asked };
}

describe('a camera', () => {
  it.each<[MediaTransport, number, number]>([
    ['tcp', 5070, 0],
    ['udp', 0, 5070],
    ['both', 5070, 5070],
  ])('is offered %s', async (transport, tcpPort, udpPort) => {
    const { cameras, asked } = control(transport);
    expect(await cameras.start(KEY)).toEqual({ remote: '10.0.0.1' });
    const fields = { address: 'media.example', tcpPort, udpPort, channel: 3, dataType: 0, stream: 1 };
    expect(asked).toEqual([{ messageId: 0x9101, fields }]);
  });

  it('is asked to talk and to hang up', async () => {
    const { cameras, asked } = control('tcp');
    const talk: StreamKey = { ...KEY, kind: 'talk', stream: 0 };
    await cameras.start(talk);
    await cameras.stop(talk);
    expect(asked.map(({ fields }) => fields)).toEqual([
      { address: 'media.example', tcpPort: 5070, udpPort: 0, channel: 3, dataType: 2, stream: 0 },
      { channel: 3, command: 4, close: 0, stream: 0 },
    ]);
  });

  it('says how it wants to be spoken to, or does not', async () => {
    const { cameras, asked } = control('tcp', { audioCodec: 7, audioFrameLength: 160 });
    expect(await cameras.soundOf(KEY)).toEqual({ payloadType: 7, hisilicon: false, blockBytes: 160 });
    expect(asked).toEqual([{ messageId: 0x9003, fields: {} }]);
    // AAC, and a device that answers with its general answer.
    expect(await control('tcp', { audioCodec: 19, audioFrameLength: 1024 }).cameras.soundOf(KEY)).toBeNull();
    expect(await control('tcp', {}, false).cameras.soundOf(KEY)).toBeNull();
  });
});

describe('recordings', () => {
  it('are asked for and read in the time that the device shows, summer time included', async () => {
    const item = { channel: 3, startTime: '2026-07-01 12:00:00', endTime: '2026-07-01 12:10:00', alarms: '0000000000000000' };
    const { recordings, asked } = control('tcp', { items: [{ ...item, stream: 1, storage: 1, sizeBytes: 7 }] });
    const [fromMs, toMs] = [Date.UTC(2026, 6, 1, 10), Date.UTC(2026, 6, 1, 11)];
    expect(await recordings.list('1', 3, fromMs, toMs)).toMatchObject([{ fromMs, toMs: fromMs + 600_000, bytes: 7 }]);
    expect(asked[0]).toMatchObject({ messageId: 0x9205, fields: { startTime: '2026-07-01 12:00:00', endTime: '2026-07-01 13:00:00' } });
    await recordings.play('1', 3, { fromMs: Date.UTC(2026, 0, 1), toMs, mode: 'normal', speed: 1 });
    expect(asked[1]).toMatchObject({ messageId: 0x9201, fields: { startTime: '2026-01-01 01:00:00', endTime: '2026-07-01 13:00:00' } });
    await recordings.control('1', 3, 'seek', 1, toMs);
    expect(asked[2]).toMatchObject({ messageId: 0x9202, fields: { position: '2026-07-01 13:00:00' } });
  });
});
