import { devicesWithSameEnd, findCustomer, listDeviceTypes, type PositionStore } from '@sightline/db';
import { findingsOf, findingText, summerTimeOf } from '@sightline/domain';
import { watchedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { observed, rawFrame } from './frame-decoder.ts';
import { deviceClock, exchangesOf } from './inspector.service.ts';

/** Raw frames of a device, and what they say about it. */
export const inspectorHandlers = (positions: PositionStore) =>
  defineHandlers({
    'device.raw.page': async ({ input, principal, trx, context }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const exchanges = await exchangesOf(trx, context, device.key);
      const from = (input.pageIndex - 1) * input.pageSize;
      const records = exchanges
        .slice(from, from + input.pageSize)
        .map(({ frame, answers }) => ({ ...rawFrame(frame), answers: answers.map(rawFrame) }));
      return pageOfRows(input, records, exchanges.length);
    },

    'device.raw.findings': async ({ input, principal, trx, context, language }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const frames = (await exchangesOf(trx, context, device.key)).map(({ frame }) => frame).filter(({ frame }) => frame.direction === 1);
      const oldestFirst = frames.toReversed();
      const clock = await deviceClock(trx, positions.reader(trx), device, frames);
      const type = (await listDeviceTypes(trx)).find((t) => t.code === device.type_code);
      const customer = await findCustomer(trx, device.customer_id);
      const settings = { utcOffsetMinutes: device.utc_offset_minutes, summerTime: summerTimeOf(device.summer_time) };
      const others = await devicesWithSameEnd(trx, device);
      const found = findingsOf(
        oldestFirst.map((frame) => observed(frame, settings)),
        {
          protocolId: device.protocol,
          hasAcc: type?.has_acc ?? false,
          positionIntervalS: device.position_interval_s,
          clockOffsetMs: clock.offsetS === null ? null : clock.offsetS * 1000,
          summerMinutes: clock.summerMinutes,
          sameIdElsewhere: others.map((d) => ({ deviceId: d.id, customerName: d.customer_name, recycled: d.recycled })),
          home:
            customer?.default_lat != null && customer.default_lon != null ? { lat: customer.default_lat, lon: customer.default_lon } : null,
        },
      );
      const oldest = oldestFirst[0];
      return {
        deviceId: device.id,
        frameCount: frames.length,
        since: oldest ? isoTime(Number(oldest.frame.at_ms)) : null,
        clock,
        findings: found.map((f) => ({ ...f, params: { ...f.params }, text: findingText(f, language.startsWith('zh') ? 'zh' : 'en') })),
      };
    },
  });
