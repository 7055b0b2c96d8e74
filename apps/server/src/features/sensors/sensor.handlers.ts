import { apiError, type ParsedInputOf } from '@sightline/contract';
import {
  countSensorsLocked,
  deleteSensor,
  findSensor,
  insertSensor,
  pageSensors,
  sensorsOfDevice,
  updateSensor,
  type PositionStore,
  type ScopedTransaction,
  type SensorFields,
  type SensorRecord,
} from '@sightline/db';
import {
  CALIBRATED_TYPES,
  calibrationFault,
  capacityFits,
  fullVolumeL,
  SENSOR_LIMITS,
  SENSOR_TYPES,
  type CalibrationRule,
} from '@sightline/domain';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { namedDevice, watchedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { isoOrNull } from '../times.ts';
import { sensorValue } from './sensor-value.service.ts';
import { sensorView } from './sensor-view.ts';

/** @throws 55001 */
async function namedSensor(trx: ScopedTransaction, id: string): Promise<SensorRecord> {
  const sensor = await findSensor(trx, id);
  if (!sensor) throw apiError('sensorNotFound', { sensorId: id });
  return sensor;
}

/** A tank belongs to a fuel sensor, a calibration to one whose values are amounts, and both must add up. @throws 400, 55002 */
function checkFields({ type, tank, calibration }: SensorFields): void {
  if (tank !== null && type !== 'fuel') throw apiError('invalidParameters', [{ path: 'tank', message: 'only a fuel sensor has a tank' }]);
  if (tank !== null && !capacityFits(tank))
    throw apiError('sensorCalibrationInvalid', { fault: 'capacityVolume', capacityL: tank.capacityL, computedVolumeL: fullVolumeL(tank) });
  if (calibration === null) return;
  if (!CALIBRATED_TYPES.has(type)) throw apiError('sensorCalibrationInvalid', { fault: 'typeNotCalibrated', type });
  const fault = calibrationFault(calibration.rules, tank?.capacityL ?? null);
  if (fault) throw apiError('sensorCalibrationInvalid', fault);
}

const UNIQUE_VIOLATION = '23505';

/** @throws 25002 when the device has another sensor of this name. */
async function named<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw apiError('nameExists', { name });
    throw error;
  }
}

/** The table of a request; empty cells are a fault of it. @throws 55002 */
function rulesOf(input: NonNullable<ParsedInputOf<'device.sensor.calibration.save'>['calibration']>): CalibrationRule[] {
  const fault = calibrationFault(input.rules);
  if (fault) throw apiError('sensorCalibrationInvalid', fault);
  return input.rules.map(({ raw, value }) => ({ raw: raw!, value: value! }));
}

/** Sensors, tanks and calibrations. */
export const sensorHandlers = (positions: PositionStore) => {
  /** The newest state of a device, and its sensors on it. @throws 20007 */
  const lastSaid = async (trx: ScopedTransaction, principal: Principal, deviceId: string) => {
    const device = await watchedDevice(trx, principal, deviceId);
    const state = (await positions.reader(trx).states([Number(device.key)])).get(Number(device.key));
    const sensors = (await sensorsOfDevice(trx, device.key)).map((sensor) => sensorValue(sensor, state?.attributes ?? {}));
    return { device, state, sensors };
  };

  return defineHandlers({
    'device.sensor.page': async ({ input, principal, trx }) => {
      const device = input.deviceId === undefined ? undefined : await namedDevice(trx, input.deviceId);
      const path = input.customerId === undefined ? undefined : await namedCustomerPath(trx, principal, input.customerId);
      const { rows, total } = await pageSensors(trx, {
        deviceKey: device?.key,
        path,
        type: input.type,
        name: input.name,
        orderBy: input.orderBy ?? 'name',
        descending: input.orderDirection === 'desc',
        ...limitOf(input),
      });
      return pageOfRows(input, rows.map(sensorView), total);
    },

    'device.sensor.info': async ({ input, trx }) => sensorView(await namedSensor(trx, input.sensorId)),

    'device.sensor.values': async ({ input, principal, trx }) => (await lastSaid(trx, principal, input.deviceId)).sensors,

    'device.data.more': async ({ input, principal, trx }) => {
      const { device, state, sensors } = await lastSaid(trx, principal, input.deviceId);
      return {
        deviceId: device.id,
        deviceName: device.name,
        deviceTime: isoOrNull(state?.fix?.fixTimeMs),
        reportTime: isoOrNull(state?.lastContactMs),
        attributes: { ...state?.attributes },
        sensors,
      };
    },

    'device.sensor.add': async ({ input, trx, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const fields: SensorFields = {
        name: input.name,
        type: input.type,
        item_code: input.itemCode,
        unit: input.unit ?? SENSOR_TYPES[input.type].unit,
        peripheral_id: input.peripheralId,
        tank: input.tank,
        calibration: null,
      };
      checkFields(fields);
      if ((await countSensorsLocked(trx, device.key)) >= SENSOR_LIMITS.perDevice)
        throw apiError('peripheralCountExceeded', { max: SENSOR_LIMITS.perDevice });
      const id = await named(fields.name, insertSensor(trx, device.key, fields));
      audit({ sensorId: id, name: fields.name, type: fields.type });
      return sensorView(await namedSensor(trx, id));
    },

    'device.sensor.save': async ({ input, trx, audit }) => {
      const before = await namedSensor(trx, input.sensorId);
      const type = input.type ?? before.type;
      const retyped = type !== before.type;
      const fields: SensorFields = {
        name: input.name ?? before.name,
        type,
        item_code: input.itemCode ?? before.item_code,
        unit: input.unit ?? (retyped ? SENSOR_TYPES[type].unit : before.unit),
        peripheral_id: input.peripheralId === undefined ? before.peripheral_id : input.peripheralId,
        // What another type cannot have goes with the change.
        tank: input.tank === undefined ? (type === 'fuel' ? before.tank : null) : input.tank,
        calibration: retyped ? null : before.calibration,
      };
      checkFields(fields);
      await named(fields.name, updateSensor(trx, before.id, fields));
      audit({ deviceId: before.device_id, name: fields.name, type });
      return sensorView(await namedSensor(trx, before.id));
    },

    'device.sensor.delete': async ({ input, trx, audit }) => {
      const sensor = await namedSensor(trx, input.sensorId);
      await deleteSensor(trx, sensor.id);
      audit({ deviceId: sensor.device_id, name: sensor.name });
      return null;
    },

    'device.sensor.calibration.save': async ({ input, trx, audit }) => {
      const sensor = await namedSensor(trx, input.sensorId);
      const calibration = input.calibration && { unit: input.calibration.unit, rules: rulesOf(input.calibration) };
      const fields: SensorFields = { ...sensor, calibration };
      checkFields(fields);
      await updateSensor(trx, sensor.id, fields);
      audit({ deviceId: sensor.device_id, name: sensor.name, rules: calibration?.rules.length ?? 0 });
      return sensorView(await namedSensor(trx, sensor.id));
    },
  });
};
