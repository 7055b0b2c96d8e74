import type { DeviceAsk, EventBus, Service } from '@sightline/runtime';
import type { DeviceCommand } from '@sightline/protocols';
import { CommandError } from '../services/gateway/command-queue.ts';
import type { CommandChannel } from '../services/gateway/gateway.ts';

/** Longest time that a device may be given for an answer. */
const MAX_TIMEOUT_MS = 60_000;

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
      bus.publish('device.answer', { id, step: 'answered', ok, text, fields });
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
