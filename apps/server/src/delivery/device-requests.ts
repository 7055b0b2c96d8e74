import { deflateSync } from 'node:zlib';
import type { DeviceAnswer, DeviceAsk, EventBus, Service } from '@sightline/runtime';
import type { DeviceCommand } from '@sightline/protocols';
import { CommandError } from '../services/gateway/command-queue.ts';
import type { CommandChannel } from '../services/gateway/gateway.ts';
import type { UploadDesk } from '../services/gateway/ports.ts';

/** Longest time that a device may be given for an answer. */
const MAX_TIMEOUT_MS = 60_000;
/** A longer answer is deflated and cut: a notice between processes has room for 8 kB. */
const MAX_WHOLE_CHARS = 4_000;
const PIECE_CHARS = 6_000;

type Said = Pick<Extract<DeviceAnswer, { step: 'answered' }>, 'ok' | 'text' | 'fields'>;

/** What is told of an answer: itself, or the pieces of it. */
function answersOf(
  said: Said,
): (Omit<Extract<DeviceAnswer, { step: 'answered' }>, 'id'> | Omit<Extract<DeviceAnswer, { step: 'part' }>, 'id'>)[] {
  const json = JSON.stringify(said);
  if (json.length <= MAX_WHOLE_CHARS) return [{ step: 'answered', ...said }];
  const text = deflateSync(json).toString('base64');
  const count = Math.ceil(text.length / PIECE_CHARS);
  return Array.from({ length: count }, (_, index) => ({
    step: 'part' as const,
    index,
    count,
    data: text.slice(index * PIECE_CHARS, (index + 1) * PIECE_CHARS),
  }));
}

/** Tells every process how a device's upload has ended: the one that waits for it knows by the number. */
export const uploadEnds = (bus: EventBus): UploadDesk => ({
  ended: ({ deviceId }, { commandSerial, ok }) => bus.publish('device.uploaded', { deviceId, commandSerial, ok }),
});

/** Takes questions for which somebody waits to the connections of this process, and their answers back. Nothing of them is kept. */
export function serveDeviceRequests(bus: EventBus, devices: CommandChannel): Service {
  const take = async ({ id, deviceId, command, timeoutMs }: DeviceAsk): Promise<void> => {
    const remote = devices.remoteOf(deviceId);
    if (remote === null) return;
    // What is told while a notice of another process is heard would not be carried back to it.
    await Promise.resolve();
    bus.publish('device.answer', { id, step: 'taken', remote });
    try {
      const { ok, text, fields } = await devices.send(deviceId, command as DeviceCommand, {
        timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
      });
      for (const answer of answersOf({ ok, text, fields })) bus.publish('device.answer', { id, ...answer });
    } catch (error) {
      bus.publish('device.answer', { id, step: 'failed', reason: error instanceof CommandError ? error.reason : 'unsupported' });
    }
  };
  const unsubscribe = bus.subscribe('device.ask', (ask) => void take(ask));
  return {
    name: 'device requests',
    stop: () => {
      unsubscribe();
      return Promise.resolve();
    },
  };
}
