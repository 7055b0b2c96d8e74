import { CALIBRATION_UNITS, FUEL_TYPES, MAX_RULES, SENSOR_LIMITS, SENSOR_TYPE_IDS, type CalibrationUnit } from '@sightline/domain';
import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

const sizeMm = () => z.number().positive().max(SENSOR_LIMITS.maxSizeMm);
const filling = { capacityL: z.number().positive().max(SENSOR_LIMITS.maxCapacityL), fuelType: z.enum(FUEL_TYPES) };

/** A fuel tank; inner sizes in mm. */
export const FuelTankInput = z
  .discriminatedUnion('shape', [
    z.object({ shape: z.literal('cuboid'), lengthMm: sizeMm(), widthMm: sizeMm(), heightMm: sizeMm(), ...filling }),
    z.object({ shape: z.literal('cylinder'), diameterMm: sizeMm(), lengthMm: sizeMm(), lying: z.boolean(), ...filling }),
  ])
  .meta({ id: 'FuelTank' });

export const CalibrationUnitInput = z.enum(Object.keys(CALIBRATION_UNITS) as [CalibrationUnit, ...CalibrationUnit[]]);

/** As a person types it: empty cells are refused with 55002 and not before, so that the answer names the row. */
export const CalibrationInput = z.object({
  unit: CalibrationUnitInput,
  rules: z.array(z.object({ raw: z.number().nullable(), value: z.number().nullable() })).max(MAX_RULES),
});

export const SensorCalibration = z
  .object({ unit: CalibrationUnitInput, rules: z.array(z.object({ raw: z.number(), value: z.number() })) })
  .meta({ id: 'SensorCalibration' });

export const Sensor = z
  .object({
    id: idOf('sensor'),
    deviceId: idOf('device'),
    deviceName: z.string(),
    name: z.string(),
    type: z.enum(SENSOR_TYPE_IDS),
    /** The attribute of the device that carries its value. */
    itemCode: z.string(),
    /** Of the value that is shown. */
    unit: z.string(),
    /** Of what it is read from: its own number on the device's bus. */
    peripheralId: z.string().nullable(),
    tank: FuelTankInput.nullable(),
    /** Of the tank's geometry, l. */
    computedVolumeL: z.number().nullable(),
    calibration: SensorCalibration.nullable(),
    createTime: instant(),
    changeTime: instant(),
  })
  .meta({ id: 'Sensor' });
export type Sensor = z.output<typeof Sensor>;

export const SensorValue = z
  .object({
    sensorId: idOf('sensor'),
    name: z.string(),
    type: z.enum(SENSOR_TYPE_IDS),
    peripheralId: z.string().nullable(),
    itemCode: z.string(),
    /** As the device sends it; null: it has not sent any. */
    rawValue: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    /** In `unit`, calibrated; null when it cannot be told. */
    itemValue: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    unit: z.string(),
  })
  .meta({ id: 'SensorValue' });
export type SensorValue = z.output<typeof SensorValue>;
