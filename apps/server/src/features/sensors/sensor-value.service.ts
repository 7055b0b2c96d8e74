import type { SensorValue } from '@sightline/contract';
import type { SensorRecord } from '@sightline/db';
import { calibrated, CALIBRATED_TYPES, litresOf, type Attributes, type AttributeValue } from '@sightline/domain';

/** What attributes give when nothing but a tank is known: a percentage of it. */
const PERCENT_ITEMS = /^(?:fuelLevel|level)\d*$/;
/** Attributes that are litres already. */
const LITRE_ITEMS = /^fuel\d*$/;

/** The value of a sensor from what the device sent last: calibrated where there is a table, by the tank where that can tell. */
export function sensorValue(s: SensorRecord, attributes: Attributes): SensorValue {
  const raw = attributes[s.item_code] ?? null;
  return {
    sensorId: s.id,
    name: s.name,
    type: s.type,
    peripheralId: s.peripheral_id,
    itemCode: s.item_code,
    rawValue: raw,
    itemValue: raw === null ? null : meant(s, raw),
    unit: s.unit,
  };
}

/** What a sensor's own word stands for: litres, kilograms, or the word itself; null where nothing can tell. */
export function meant(s: Pick<SensorRecord, 'type' | 'item_code' | 'tank' | 'calibration'>, raw: AttributeValue): AttributeValue | null {
  if (!CALIBRATED_TYPES.has(s.type)) return raw;
  if (typeof raw !== 'number') return null;
  if (s.type === 'load') return s.calibration ? calibrated(s.calibration.rules, raw) : raw;
  if (s.calibration) return litresOf(s.tank, s.calibration, raw, s.calibration.unit);
  if (LITRE_ITEMS.test(s.item_code)) return raw;
  return PERCENT_ITEMS.test(s.item_code) ? litresOf(s.tank, null, raw, '%') : null;
}
