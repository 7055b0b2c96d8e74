import type { FieldValue } from '../protocol.ts';

type Values = Record<string, FieldValue>;

export const isValues = (value: FieldValue | undefined): value is Record<string, FieldValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: FieldValue | undefined): readonly FieldValue[] => (Array.isArray(value) ? (value as readonly FieldValue[]) : []);

/** `odometerDeciKm: 27695` as `odometerKm: 2769.5`. */
const inWholeUnits = ([key, value]: readonly [string, FieldValue]): readonly [string, FieldValue] =>
  key.includes('Deci') && typeof value === 'number' ? [key.replace('Deci', ''), value / 10] : [key, value];

/** What an additional item says; what nobody knows the meaning of stays octets under its number. */
function valuesOfItem(item: Values): readonly (readonly [string, FieldValue])[] {
  const { id, name, value, hex, attributes } = item;
  if (isValues(attributes)) return Object.entries(attributes);
  if (isValues(value)) return Object.entries(value).map(inWholeUnits);
  if (value !== undefined && typeof name === 'string') return [[name, value]];
  return hex === undefined || hex === '' ? [] : [[`x${Number(id).toString(16).padStart(2, '0')}`, hex]];
}

/**
 * A location record (JT/T 808 §8.18) as a person reads it: degrees, km/h, metres, the words for its bits, and its additional items beside them. `time` is
 * what the device's own clock shows.
 */
export function placeValues(location: Values): Values {
  const statuses = listOf(location['statuses']);
  const alarms = listOf(location['alarms']);
  const degrees = (raw: FieldValue | undefined, negative: string): FieldValue =>
    typeof raw !== 'number' ? null : (statuses.includes(negative) ? -Math.abs(raw) : raw) / 1e6;
  const speed = location['speedDeciKph'];
  const out: Values = {
    time: location['time'] ?? null,
    latitude: degrees(location['latitudeE6'], 'south'),
    longitude: degrees(location['longitudeE6'], 'west'),
    speedKph: typeof speed === 'number' ? speed / 10 : null,
    directionDeg: location['directionDeg'] ?? null,
    altitudeM: location['altitudeM'] ?? null,
    positioned: statuses.includes('positioned'),
    ignition: statuses.includes('acc'),
    ...(alarms.length > 0 && { alarms: alarms.join(', ') }),
  };
  for (const item of listOf(location['items'])) {
    if (!isValues(item)) continue;
    // An item may say again what stands in the record.
    for (const [key, value] of valuesOfItem(item))
      out[key in out && typeof item['name'] === 'string' ? `${item['name']}.${key}` : key] = value;
  }
  return out;
}
