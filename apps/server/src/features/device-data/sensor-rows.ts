import type { PositionReader, SensorRecord } from '@sightline/db';
import { formatInstant, roundTo, type AttributeValue, type CsvCell, type Measures, type Position, type UserZone } from '@sightline/domain';
import { meant } from '../sensors/sensor-value.service.ts';

const PLACE = {
  en: ['Time', 'Time (UTC)', 'Latitude', 'Longitude', 'Speed'],
  zh: ['时间', '时间 (UTC)', '纬度', '经度', '速度'],
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
  readonly measures: Measures;
}

const placeHeader = (words: Words, { symbol }: Measures): string[] => [
  ...PLACE[words].slice(0, -1),
  `${PLACE[words].at(-1)} (${symbol('speed')})`,
];

/** When and where. A place that the device or its way contradicts stays empty; what its sensors say is true all the same. */
const placeCells = (zone: UserZone, { cell }: Measures, p: Position): CsvCell[] => [
  formatInstant(zone, p.fixTimeMs),
  new Date(p.fixTimeMs).toISOString(),
  p.flags === 0 ? p.lat : null,
  p.flags === 0 ? p.lon : null,
  p.flags === 0 ? cell('speed', p.speedKph) : null,
];

const rounded = (value: AttributeValue | null): CsvCell => (typeof value === 'number' ? roundTo(value, 3) : value);

/** A value of a sensor and its unit, as the person has chosen where somebody chooses. */
const unitOf = ({ unit }: SensorRecord, { conversion }: Measures): string => conversion(unit)?.symbol ?? unit;
const cellOf = ({ unit }: SensorRecord, { conversion }: Measures, value: AttributeValue | null): CsvCell =>
  rounded(typeof value === 'number' ? (conversion(unit)?.convert(value) ?? value) : value);

/** The columns of a table of values: one for each sensor. */
export const valueHeader = (words: Words, measures: Measures, sensors: readonly SensorRecord[]): string[] => [
  ...placeHeader(words, measures),
  ...sensors
    .map((sensor) => [sensor.name, unitOf(sensor, measures)])
    .map(([name, unit]) => (unit === '' ? `${name}` : `${name} (${unit})`)),
];

/** A line for each position with which a sensor said something. */
export async function* valueRows(reader: PositionReader, { deviceKey, fromMs, toMs, zone, sensors, measures }: SensorQuery) {
  for await (const batch of reader.stream(deviceKey, fromMs, toMs))
    yield batch
      .filter((p) => sensors.some((sensor) => p.attributes[sensor.item_code] !== undefined))
      .map((p): CsvCell[] => [
        ...placeCells(zone, measures, p),
        ...sensors.map((sensor) => {
          const raw = p.attributes[sensor.item_code];
          return raw === undefined ? null : cellOf(sensor, measures, meant(sensor, raw));
        }),
      ]);
}

/** The columns of a table of amounts: the sensor, what it said, and what that stands for. */
export const amountHeader = (words: Words, measures: Measures): string[] => [...placeHeader(words, measures), ...AMOUNT[words]];

/** A line for each word of a sensor, with what its tank and its calibration make of it. */
export async function* amountRows(reader: PositionReader, { deviceKey, fromMs, toMs, zone, sensors, measures }: SensorQuery) {
  for await (const batch of reader.stream(deviceKey, fromMs, toMs))
    yield batch.flatMap((p) =>
      sensors.flatMap((sensor): CsvCell[][] => {
        const raw = p.attributes[sensor.item_code];
        if (raw === undefined) return [];
        const amount = cellOf(sensor, measures, meant(sensor, raw));
        return [[...placeCells(zone, measures, p), sensor.name, rounded(raw), amount, unitOf(sensor, measures)]];
      }),
    );
}

/** The points of the calibrations; nothing of a sensor that has none. */
export const calibrationRows = (sensors: readonly SensorRecord[], measures: Measures): CsvCell[][] =>
  sensors.flatMap(
    (sensor) =>
      sensor.calibration?.rules.map(({ raw, value }): CsvCell[] => [
        sensor.name,
        raw,
        sensor.calibration!.unit,
        cellOf(sensor, measures, value),
        unitOf(sensor, measures),
      ]) ?? [],
  );
