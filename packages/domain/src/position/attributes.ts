/**
 * The dictionary of what a device can say beside where it is. One vocabulary for all protocols, storage, reports and
 * the command line; the keys are the field's usual ones (those of the widely used open tracking servers).
 */
export type AttributeType = 'number' | 'boolean' | 'string';

export interface AttributeDefinition {
  readonly type: AttributeType;
  /** Unit of the stored number; absent for counts, flags and texts. */
  readonly unit?: string;
}

const define = <T extends Record<string, AttributeDefinition>>(table: T): T => table;

/**
 * Numbered families (`temp1`, `adc2`, `io21`, `fuel1`, `door1`, `in1`, `out1`, `tirePressure3` ...) are listed in
 * {@link NUMBERED_ATTRIBUTES}; everything else a protocol wants to keep goes under its own documented key.
 */
export const ATTRIBUTES = define({
  ignition: { type: 'boolean' },
  motion: { type: 'boolean' },
  power: { type: 'number', unit: 'V' },
  battery: { type: 'number', unit: 'V' },
  batteryLevel: { type: 'number', unit: '%' },
  charge: { type: 'boolean' },
  blocked: { type: 'boolean' },
  armed: { type: 'boolean' },
  lock: { type: 'boolean' },
  door: { type: 'boolean' },
  sat: { type: 'number' },
  hdop: { type: 'number' },
  pdop: { type: 'number' },
  rssi: { type: 'number' },
  odometer: { type: 'number', unit: 'm' },
  tripOdometer: { type: 'number', unit: 'm' },
  hours: { type: 'number', unit: 'ms' },
  fuel: { type: 'number', unit: 'l' },
  fuelLevel: { type: 'number', unit: '%' },
  fuelUsed: { type: 'number', unit: 'l' },
  fuelConsumption: { type: 'number', unit: 'l/h' },
  obdSpeed: { type: 'number', unit: 'km/h' },
  rpm: { type: 'number', unit: '1/min' },
  engineLoad: { type: 'number', unit: '%' },
  engineTemp: { type: 'number', unit: '°C' },
  throttle: { type: 'number', unit: '%' },
  dtcs: { type: 'string' },
  deviceTemp: { type: 'number', unit: '°C' },
  humidity: { type: 'number', unit: '%' },
  acceleration: { type: 'number', unit: 'g' },
  axisX: { type: 'number' },
  axisY: { type: 'number' },
  axisZ: { type: 'number' },
  alarm: { type: 'string' },
  event: { type: 'number' },
  status: { type: 'number' },
  input: { type: 'number' },
  output: { type: 'number' },
  driverUniqueId: { type: 'string' },
  card: { type: 'string' },
  vin: { type: 'string' },
  iccid: { type: 'string' },
  imei: { type: 'string' },
  imsi: { type: 'string' },
  operator: { type: 'string' },
  versionFw: { type: 'string' },
  model: { type: 'string' },
  result: { type: 'string' },
  networks: { type: 'string' },
} as const);

/** Attribute families that carry a running number. */
export const NUMBERED_ATTRIBUTES = [
  'temp',
  'humidity',
  'adc',
  'io',
  'in',
  'out',
  'door',
  'fuel',
  'fuelTemp',
  'tirePressure',
  'tireTemp',
  'load',
  'angle',
  'battery',
  'power',
  'alarm',
  'driver',
  'tag',
  'count',
] as const;

/** Units of the families in which all numbers have the same. */
const FAMILY_UNITS: ReadonlyMap<string, string> = new Map([
  ['temp', '°C'],
  ['fuel', 'l'],
  ['fuelTemp', '°C'],
  ['tireTemp', '°C'],
  ['humidity', '%'],
]);

/** The unit in which an attribute is stored (`obdSpeed`: km/h, `temp2`: °C); null for counts, flags, texts and what is not known. */
export const attributeUnit = (name: string): string | null => {
  const own: AttributeDefinition | undefined = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name as keyof typeof ATTRIBUTES] : undefined;
  return own === undefined ? (FAMILY_UNITS.get(name.replace(/\d+$/, '')) ?? null) : (own.unit ?? null);
};

export type AttributeValue = number | boolean | string;
export type Attributes = Readonly<Record<string, AttributeValue>>;
