import { detailCounts, type PositionStore } from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { deviceClock, exchangesOf } from '../inspector/inspector.service.ts';
import { isoOrNull } from '../times.ts';
import { trafficToday } from '../traffic/traffic.service.ts';
import { namedDevice } from './device.service.ts';
import { onlineSinceMs } from './online.service.ts';
import { deviceShadow } from './shadow-view.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What is known of a device beside its registration. */
export const deviceDetailHandlers = (positions: PositionStore) =>
  defineHandlers({
    'device.info.extend': async ({ input, principal, trx, context }) => {
      const device = await namedDevice(trx, input.deviceId);
      const key = Number(device.key);
      const reader = positions.reader(trx);
      const state = (await reader.states([key])).get(key) ?? null;
      const attributes = state?.attributes ?? {};
      const frames = (await exchangesOf(trx, context, device.key)).map((e) => e.frame).filter(({ frame }) => frame.direction === 1);
      const counts = await detailCounts(trx, device.key);
      const [newest] = frames;
      return {
        id: device.id,
        state: deviceShadow(device, state, null, onlineSinceMs(context)),
        protocol: device.protocol,
        spokenProtocol: newest?.frame.protocol ?? null,
        remote: newest?.frame.remote ?? null,
        firmwareVersion: textOf(attributes['versionFw']),
        model: textOf(attributes['model']),
        imei: textOf(attributes['imei']),
        iccid: textOf(attributes['iccid']) ?? device.iccid,
        sim: device.sim,
        timezone: device.timezone,
        clock: await deviceClock(trx, reader, device, frames),
        frames: {
          count: frames.length,
          errors: frames.filter(({ frame }) => frame.error_code !== null).length,
          lastTime: isoOrNull(newest && Number(newest.frame.at_ms)),
        },
        traffic: await trafficToday(trx, principal, device.key),
        sensorCount: counts.sensors,
        activeShareCount: counts.shares,
      };
    },
  });
