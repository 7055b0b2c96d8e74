import type { DeviceInfo, DeviceRow, DeviceType } from '@sightline/contract';
import type { DeviceRecord, DeviceTypeRecord } from '@sightline/db';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { visibleToSuperior } from './device.service.ts';
import { statusNumber } from './online.service.ts';

/** Trips are found by speed and stay. */
const TRIP_BY_SPEED = 1;

export const deviceRow = (principal: Principal, d: DeviceRecord): DeviceRow => ({
  id: d.id,
  deviceName: d.name,
  deviceType: d.type_code,
  deviceTypeName: d.type_name,
  deviceBasicType: d.basic_type,
  customerId: d.customer_id,
  customerName: d.customer_name,
  labelNames: d.label_names,
  icon: d.icon,
  camCount: d.cam_count,
  iccid: d.iccid,
  sim: d.sim,
  plate: d.plate,
  timezone: d.timezone,
  tripType: TRIP_BY_SPEED,
  tripValue: d.min_moving_speed_kph,
  activeTime: isoOrNull(d.activated_at),
  expirationTime: isoOrNull(d.expires_at),
  createTime: isoTime(d.created_at),
  deviceStatus: d.expires_at !== null && d.expires_at.getTime() <= Date.now() ? 2 : 1,
  locked: d.locked_at !== null,
  tracked: d.tracked,
  parentDealerVisibility: visibleToSuperior(principal, d),
});

export const tripSettings = (d: DeviceRecord): DeviceInfo['settings'] => ({
  minMovingSpeedKph: d.min_moving_speed_kph,
  minStayS: d.min_stay_s,
  locationPoints: d.location_points,
  positionIntervalS: d.position_interval_s,
  utcOffsetMinutes: d.utc_offset_minutes,
});

/** Names of the channels; a channel without one is called CH and its number. */
export const channelNames = (d: DeviceRecord): { id: number; name: string }[] =>
  Array.from({ length: Math.max(d.cam_count, d.channel_names.length) }, (_, i) => ({
    id: i + 1,
    name: d.channel_names.find((c) => c.id === i + 1)?.name ?? `CH${i + 1}`,
  }));

export const deviceInfo = (principal: Principal, d: DeviceRecord, onlineSinceMs: number): DeviceInfo => ({
  ...deviceRow(principal, d),
  protocol: d.protocol,
  vin: d.vin,
  remark: d.remark,
  channelNames: channelNames(d),
  ioNames: [...d.io_names],
  camView: d.cam_view === null ? null : [...d.cam_view],
  labelIds: [...d.label_ids],
  settings: tripSettings(d),
  status: statusNumber(d.last_contact_ms, onlineSinceMs),
  lastContactTime: isoOrNull(d.last_contact_ms),
});

export const deviceType = (t: DeviceTypeRecord, nickName: string | null): DeviceType => ({
  typeCode: t.code,
  typeName: t.name,
  nickName,
  typeVersion: t.version,
  protocol: t.protocol,
  deviceBasicType: t.basic_type,
  tripType: TRIP_BY_SPEED,
  accType: t.has_acc ? 1 : 0,
  chargeType: 0,
  extendType: t.peripheral_count > 0 ? 1 : 0,
  extendCount: t.peripheral_count,
  camCount: t.cam_count,
});
