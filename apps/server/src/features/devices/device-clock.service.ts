import type { Database } from '@sightline/db';
import { summerTimeOf, type DeviceClockSetting, type SummerTimeRule } from '@sightline/domain';
import { protocolById } from '@sightline/protocols';

/** What of a device says how its clock is set. */
export interface ClockFields {
  readonly protocol: string;
  readonly utc_offset_minutes: number | null;
  readonly summer_time: SummerTimeRule | null;
}

/** How the clock of a device is set: as people say, else as its protocol has it. */
export const deviceClockSetting = (device: ClockFields): DeviceClockSetting => ({
  utcOffsetMinutes: device.utc_offset_minutes ?? protocolById(device.protocol)?.defaultUtcOffsetMinutes ?? 0,
  summerTime: summerTimeOf(device.summer_time),
});

/** The same for the server itself; a device that is gone has a clock at UTC. */
export async function deviceClockById(database: Database, deviceId: string): Promise<DeviceClockSetting> {
  const device = await database.system
    .selectFrom('device as d')
    .innerJoin('device_type as t', 't.code', 'd.type_code')
    .select(['t.protocol', 'd.utc_offset_minutes', 'd.summer_time'])
    .where('d.id', '=', deviceId)
    .executeTakeFirst();
  return device ? deviceClockSetting(device) : { utcOffsetMinutes: 0, summerTime: null };
}
