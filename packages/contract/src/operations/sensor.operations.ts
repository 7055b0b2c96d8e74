import { SENSOR_LIMITS, SENSOR_TYPE_IDS } from '@sightline/domain';
import { z } from 'zod';
import { CalibrationInput, FuelTankInput, Sensor, SensorValue } from '../entities/sensor.entities.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { idOf, instant, searchText } from '../schema/primitives.ts';

const fields = {
  name: z.string().trim().min(1).max(SENSOR_LIMITS.nameChars),
  type: z.enum(SENSOR_TYPE_IDS),
  itemCode: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
    .max(SENSOR_LIMITS.itemCodeChars)
    .meta({ examples: ['fuel1'] }),
  /** Default: that of the type. */
  unit: z.string().trim().max(12).optional(),
  peripheralId: z.string().trim().max(32).nullable().default(null),
  /** Of fuel sensors. */
  tank: FuelTankInput.nullable().default(null),
};

export const sensorOperations = defineOperations({
  'device.sensor.page': {
    method: 'POST',
    path: '/v2/device/sensor/page',
    summary: { en: 'Sensors of a device or of all devices', zh: '传感器分页查询' },
    input: pageInput({
      deviceId: idOf('device').optional(),
      customerId: idOf('customer').optional(),
      type: z.enum(SENSOR_TYPE_IDS).optional(),
      name: searchText().optional(),
      ...sorting(['name', 'deviceName', 'type', 'changeTime']),
    }),
    output: pageOf(Sensor),
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    writes: false,
  },
  'device.sensor.info': {
    method: 'POST',
    path: '/v2/device/sensor/info',
    summary: { en: 'A sensor with its tank and calibration', zh: '传感器详情' },
    input: z.object({ sensorId: idOf('sensor') }),
    output: Sensor,
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    writes: false,
  },
  'device.data.more': {
    method: 'POST',
    path: '/v2/device/data/more',
    summary: { en: 'Everything that a device said last: all its values, and what its sensors make of them', zh: '设备更多实时数据' },
    input: z.object({ deviceId: idOf('device') }),
    output: z.object({
      deviceId: idOf('device'),
      deviceName: z.string(),
      /** Of the newest position; null before the first. */
      deviceTime: instant().nullable(),
      /** Of the newest contact. */
      reportTime: instant().nullable(),
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      sensors: z.array(SensorValue),
    }),
    permission: ['3000', '4000'],
    feature: 'tracking',
    scope: 'tenant',
    writes: false,
  },
  'device.sensor.values': {
    method: 'POST',
    path: '/v2/device/sensor/values',
    summary: { en: 'What the sensors of a device say now, calibrated', zh: '设备传感器当前值' },
    input: z.object({ deviceId: idOf('device') }),
    output: z.array(SensorValue),
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
  },
  'device.sensor.add': {
    method: 'POST',
    path: '/v2/device/sensor/add',
    summary: { en: 'Add a sensor to a device', zh: '新增传感器' },
    input: z.object({ deviceId: idOf('device'), ...fields }),
    output: Sensor,
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Added a sensor', zh: '新增传感器' },
  },
  'device.sensor.save': {
    method: 'PUT',
    path: '/v2/device/sensor/save',
    summary: { en: 'Change a sensor; a field that is left out stays', zh: '修改传感器' },
    input: z.object({
      sensorId: idOf('sensor'),
      name: fields.name.optional(),
      type: fields.type.optional(),
      itemCode: fields.itemCode.optional(),
      unit: fields.unit,
      peripheralId: z.string().trim().max(32).nullable().optional(),
      tank: FuelTankInput.nullable().optional(),
    }),
    output: Sensor,
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed a sensor', zh: '修改传感器' },
  },
  'device.sensor.calibration.save': {
    method: 'PUT',
    path: '/v2/device/sensor/calibration/save',
    summary: {
      en: 'Save the calibration of a fuel or load sensor: at least two rows, none empty, both columns rising (else 55002); null removes it',
      zh: '保存油量或载重标定：至少两条，不能为空，且数值递增',
    },
    input: z.object({ sensorId: idOf('sensor'), calibration: CalibrationInput.nullable() }),
    output: Sensor,
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Calibrated a sensor', zh: '标定传感器' },
  },
  'device.sensor.delete': {
    method: 'DELETE',
    path: '/v2/device/sensor/delete',
    summary: { en: 'Remove a sensor', zh: '删除传感器' },
    input: z.object({ sensorId: idOf('sensor') }),
    output: z.null(),
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Removed a sensor', zh: '删除传感器' },
  },
});
