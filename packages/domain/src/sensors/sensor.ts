/** Kinds of sensors and the unit that their values are shown in. */
export const SENSOR_TYPES = {
  fuel: { unit: 'l' },
  temperature: { unit: '°C' },
  humidity: { unit: '%' },
  load: { unit: 'kg' },
  angle: { unit: '°' },
  voltage: { unit: 'V' },
  pressure: { unit: 'kPa' },
  switch: { unit: '' },
  counter: { unit: '' },
  other: { unit: '' },
} as const;
export type SensorType = keyof typeof SENSOR_TYPES;
export const SENSOR_TYPE_IDS = Object.keys(SENSOR_TYPES) as [SensorType, ...SensorType[]];

/** Sensors whose raw value is turned into an amount by a table. */
export const CALIBRATED_TYPES: ReadonlySet<SensorType> = new Set(['fuel', 'load']);

export const SENSOR_LIMITS = { perDevice: 32, nameChars: 50, itemCodeChars: 40, maxSizeMm: 20_000, maxCapacityL: 100_000 } as const;
