import { EventBus } from '@sightline/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import type { StreamKey } from '../../services/media/ports.ts';
import { DeviceRequests } from '../devices/device-requests.service.ts';
import type { MediaAddress, MediaTransport } from './media-address.ts';
import { RecordingControl } from './recording-control.service.ts';
import { CameraControl } from './stream-control.service.ts';

const KEY: StreamKey = { deviceId: '1', channel: 3, kind: 'live', stream: 1, session: '' };
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
  return { cameras: new CameraControl(requests, address, new RecordingControl(requests, address)), asked };
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
