import { DEVICE_LIMITS } from '../device/limits.ts';
import type { MotionStatus } from '../engine/facts.ts';
import { ALARM_KINDS } from '../position/alarm-kinds.ts';
import { SENSOR_LIMITS } from '../sensors/sensor.ts';

/** How a value is compared: over, at least, under, at most; is, is not. */
export const COMPARISONS = ['gt', 'ge', 'lt', 'le', 'eq', 'ne'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/**
 * Where the value comes from: the position itself, the motion and the odometer that the engine has worked out, an attribute of the dictionary, the
 * alarms that are on, how long nothing came, how long there was no fix.
 */
export type ConditionReading = 'speed' | 'motion' | 'odometer' | 'attribute' | 'alarm' | 'silence' | 'noFix';

interface SourceBase {
  readonly reads: ConditionReading;
  /** Of the dictionary, without its number; for `attribute` alone. */
  readonly attribute?: string;
  /** A device may have several: which ones can be named. 0 is the one without a number. */
  readonly numbers?: { readonly from: 0 | 1; readonly to: number };
  readonly comparisons: readonly [Comparison, ...Comparison[]];
}

/** A number, stored in `unit` (as docs/subsystems/units.md has them). */
export interface NumberSource extends SourceBase {
  readonly kind: 'number';
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Only multiples of it are taken; absent: any number. */
  readonly step?: number;
}

/** One of several words. */
export interface ChoiceSource extends SourceBase {
  readonly kind: 'choice';
  readonly options: readonly [string, ...string[]];
}

export type SourceDefinition = NumberSource | ChoiceSource;

const AMOUNT = ['gt', 'ge', 'lt', 'le'] as const;
const MOTION = ['moving', 'idle', 'stopped'] as const satisfies readonly MotionStatus[];
const ON_OFF = ['on', 'off'] as const;
/** A month. */
const MAX_MINUTES = 43_200;
const MAX_TANKS = 8;
const MAX_PROBES = 8;
const MAX_DOORS = 8;

const define = <const T extends Record<string, SourceDefinition>>(table: T): T => table;

/** Everything that a condition may ask of a device; the order is that of choices on the screen. Keys are stored: they never change their meaning. */
export const CONDITION_SOURCES = define({
  speed: { kind: 'number', reads: 'speed', unit: 'km/h', min: 0, max: 400, comparisons: AMOUNT },
  ignition: { kind: 'choice', reads: 'attribute', attribute: 'ignition', options: ON_OFF, comparisons: ['eq'] },
  motion: { kind: 'choice', reads: 'motion', options: MOTION, comparisons: ['eq', 'ne'] },
  power: { kind: 'number', reads: 'attribute', attribute: 'power', unit: 'V', min: 0, max: 100, step: 0.1, comparisons: AMOUNT },
  batteryLevel: {
    kind: 'number',
    reads: 'attribute',
    attribute: 'batteryLevel',
    unit: '%',
    min: 0,
    max: 100,
    step: 1,
    comparisons: AMOUNT,
  },
  fuelLevel: { kind: 'number', reads: 'attribute', attribute: 'fuelLevel', unit: '%', min: 0, max: 100, step: 1, comparisons: AMOUNT },
  fuel: {
    kind: 'number',
    reads: 'attribute',
    attribute: 'fuel',
    numbers: { from: 0, to: MAX_TANKS },
    unit: 'l',
    min: 0,
    max: SENSOR_LIMITS.maxCapacityL,
    comparisons: AMOUNT,
  },
  temperature: {
    kind: 'number',
    reads: 'attribute',
    attribute: 'temp',
    numbers: { from: 1, to: MAX_PROBES },
    unit: '°C',
    min: -100,
    max: 300,
    comparisons: AMOUNT,
  },
  humidity: {
    kind: 'number',
    reads: 'attribute',
    attribute: 'humidity',
    numbers: { from: 0, to: MAX_PROBES },
    unit: '%',
    min: 0,
    max: 100,
    step: 1,
    comparisons: AMOUNT,
  },
  door: {
    kind: 'choice',
    reads: 'attribute',
    attribute: 'door',
    numbers: { from: 0, to: MAX_DOORS },
    options: ['open', 'closed'],
    comparisons: ['eq'],
  },
  input: {
    kind: 'choice',
    reads: 'attribute',
    attribute: 'in',
    numbers: { from: 1, to: DEVICE_LIMITS.channels },
    options: ON_OFF,
    comparisons: ['eq'],
  },
  mileage: { kind: 'number', reads: 'odometer', unit: 'km', min: 0, max: 10_000_000, comparisons: AMOUNT },
  alarm: { kind: 'choice', reads: 'alarm', options: ALARM_KINDS as [string, ...string[]], comparisons: ['eq', 'ne'] },
  noContact: { kind: 'number', reads: 'silence', unit: 'min', min: 1, max: MAX_MINUTES, step: 1, comparisons: ['ge'] },
  noFix: { kind: 'number', reads: 'noFix', unit: 'min', min: 1, max: MAX_MINUTES, step: 1, comparisons: ['ge'] },
});

export type ConditionSource = keyof typeof CONDITION_SOURCES;
export const CONDITION_SOURCE_IDS = Object.keys(CONDITION_SOURCES) as [ConditionSource, ...ConditionSource[]];

/** The definition of a source, as one of the two kinds. */
export const sourceOf = (source: ConditionSource): SourceDefinition => CONDITION_SOURCES[source];
