import type { Sensor } from '@sightline/contract';
import type { SensorRecord } from '@sightline/db';
import { fullVolumeL } from '@sightline/domain';
import { isoTime } from '../times.ts';

export const sensorView = (s: SensorRecord): Sensor => ({
  id: s.id,
  deviceId: s.device_id,
  deviceName: s.device_name,
  name: s.name,
  type: s.type,
  itemCode: s.item_code,
  unit: s.unit,
  peripheralId: s.peripheral_id,
  tank: s.tank,
  computedVolumeL: s.tank === null ? null : fullVolumeL(s.tank),
  calibration: s.calibration && { unit: s.calibration.unit, rules: s.calibration.rules.map((rule) => ({ ...rule })) },
  createTime: isoTime(s.created_at),
  changeTime: isoTime(s.changed_at),
});
