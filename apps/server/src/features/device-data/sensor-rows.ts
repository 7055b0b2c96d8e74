import type { PositionReader, SensorRecord } from '@sightline/db';
import { formatInstant, type AttributeValue, type CsvCell, type Position, type UserZone } from '@sightline/domain';
import { meant } from '../sensors/sensor-value.service.ts';

const PLACE = {
  en: ['Time', 'Time (UTC)', 'Latitude', 'Longitude', 'Speed (km/h)'],
  zh: ['时间', '时间 (UTC)', '纬度', '经度', '速度 (km/h)'],
} as const;
const AMOUNT = {
  en: ['Sensor', 'Value of the sensor', 'Amount', 'Unit'],
  zh: ['传感器', '传感器原始值', '数量', '单位'],
} as const;
export const CALIBRATION_HEADERS = {
  en: ['Sensor', 'Value of the sensor', 'Unit of the value', 'Amount', 'Unit'],
  zh: ['传感器', '传感器原始值', '原始值单位', '数量', '单位'],
} as const;

type Words = 'en' | 'zh';

export interface SensorQuery {
  readonly deviceKey: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly zone: UserZone;
  readonly sensors: readonly SensorRecord[];
}

/** When and where. A place that the device or its way contradicts stays empty; what its sensors say is true all the same. */
const placeCells = (zone: UserZone, p: Position): CsvCell[] => [
  formatInstant(zone, p.fixTimeMs),
  new Date(p.fixTimeMs).toISOString(),
  p.flags === 0 ? p.lat : null,
  p.flags === 0 ? p.lon : null,
  p.flags === 0 ? p.speedKph : null,
];

const cell = (value: AttributeValue | null): CsvCell => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);

const unitOf = (sensor: SensorRecord): string => (sensor.unit === '' ? '' : ` (${sensor.unit})`);

/** The columns of a table of values: one for each sensor. */
export const valueHeader = (words: Words, sensors: readonly SensorRecord[]): string[] => [
  ...PLACE[words],
  ...sensors.map((sensor) => `${sensor.name}${unitOf(sensor)}`),
];

/** A line for each position with which a sensor said something. */
export async function* valueRows(reader: PositionReader, { deviceKey, fromMs, toMs, zone, sensors }: SensorQuery) {
  for await (const batch of reader.stream(deviceKey, fromMs, toMs))
    yield batch
      .filter((p) => sensors.some((sensor) => p.attributes[sensor.item_code] !== undefined))
      .map((p): CsvCell[] => [
        ...placeCells(zone, p),
        ...sensors.map((sensor) => {
          const raw = p.attributes[sensor.item_code];
          return raw === undefined ? null : cell(meant(sensor, raw));
        }),
      ]);
}

/** The columns of a table of amounts: the sensor, what it said, and what that stands for. */
export const amountHeader = (words: Words): string[] => [...PLACE[words], ...AMOUNT[words]];

/** A line for each word of a sensor, with what its tank and its calibration make of it. */
export async function* amountRows(reader: PositionReader, { deviceKey, fromMs, toMs, zone, sensors }: SensorQuery) {
  for await (const batch of reader.stream(deviceKey, fromMs, toMs))
    yield batch.flatMap((p) =>
      sensors.flatMap((sensor): CsvCell[][] => {
        const raw = p.attributes[sensor.item_code];
        return raw === undefined ? [] : [[...placeCells(zone, p), sensor.name, cell(raw), cell(meant(sensor, raw)), sensor.unit]];
      }),
    );
}

/** The points of the calibrations; nothing of a sensor that has none. */
export const calibrationRows = (sensors: readonly SensorRecord[]): CsvCell[][] =>
  sensors.flatMap(
    ({ name, unit, calibration }) =>
      calibration?.rules.map(({ raw, value }): CsvCell[] => [name, raw, calibration.unit, value, unit]) ?? [],
  );
