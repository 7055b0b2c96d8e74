import type { Sensor } from '@sightline/contract';
import { capacityFits, fullVolumeL, SENSOR_TYPE_IDS, SENSOR_TYPES, type FuelTank, type SensorType } from '@sightline/domain';
import { AutoComplete } from 'antd';
import { i18n } from '../../../../i18n/i18n.ts';
import type { ControlProps, FieldDefinition, FormDefinition, FormValues } from '../../../../ui/form-dialog/form-definition.ts';
import type { UserUnits } from '../../../../units/user-units.ts';
import { calibrationProblem, type CalibrationDraft } from './calibration-rows.ts';
import { CalibrationEditor } from './calibration-editor.tsx';
import { TankField } from './tank-field.tsx';
import { computedText } from './tank-shape.ts';

const tankProblem = (value: unknown, units: UserUnits): string | null => {
  const tank = value as FuelTank | null | undefined;
  if (!tank || capacityFits(tank)) return null;
  return i18n.t('detail.capacityOff', { volume: computedText(units, fullVolumeL(tank)) });
};

/** `attributes`: what the device has sent so far, offered for the value. */
const sensorFields = (attributes: readonly string[], units: UserUnits): readonly FieldDefinition[] => [
  { kind: 'text', name: 'name', label: 'detail.sensorName' },
  {
    kind: 'select',
    name: 'type',
    label: 'detail.sensorType',
    options: SENSOR_TYPE_IDS.map((value) => ({ value, label: i18n.t(`detail.sensorTypes.${value}`) })),
  },
  {
    kind: 'custom',
    name: 'itemCode',
    label: 'detail.itemCode',
    hint: 'detail.itemCodeHint',
    allowed: 'detail.itemCodeCharacters',
    render: (control) => (
      <AutoComplete
        {...(control as ControlProps<string>)}
        options={attributes.map((value) => ({ value }))}
        showSearch={{ filterOption: (text, option) => option?.value.toLowerCase().includes(text.toLowerCase()) === true }}
      />
    ),
  },
  { kind: 'text', name: 'unit', label: 'detail.sensorUnit', hint: 'detail.sensorUnitHint' },
  { kind: 'text', name: 'peripheralId', label: 'detail.peripheralId', hint: 'detail.peripheralIdHint' },
  {
    kind: 'custom',
    name: 'tank',
    label: 'detail.tank',
    isFor: (values) => values['type'] === 'fuel',
    check: (value) => tankProblem(value, units),
    render: (control) => <TankField {...(control as ControlProps<FuelTank | null>)} />,
  },
];

export const addSensorForm = (deviceId: string, attributes: readonly string[], units: UserUnits): FormDefinition<'device.sensor.add'> => ({
  id: 'device.sensor.add',
  operation: 'device.sensor.add',
  fixed: { deviceId },
  groups: [{ fields: sensorFields(attributes, units) }],
  errorFields: { nameExists: 'name', sensorCalibrationInvalid: 'tank' },
});

export const editSensorForm = (sensor: Sensor, attributes: readonly string[], units: UserUnits): FormDefinition<'device.sensor.save'> => ({
  id: 'device.sensor.edit',
  operation: 'device.sensor.save',
  fixed: { sensorId: sensor.id },
  groups: [
    {
      fields: sensorFields(attributes, units).map((field) =>
        field.name === 'name' || field.name === 'itemCode' ? { ...field, required: true as const } : field,
      ),
    },
  ],
  toInput: (values) => changedSensor(sensor, values),
  errorFields: { nameExists: 'name', sensorCalibrationInvalid: 'tank' },
});

/** A unit that was the former type's own goes with that type: the server then takes the new type's. */
export const changedSensor = (sensor: Pick<Sensor, 'type' | 'unit'>, values: FormValues): FormValues => {
  const { unit, ...rest } = values;
  const type = values['type'] as SensorType;
  const isInherited = type !== sensor.type && unit === SENSOR_TYPES[sensor.type].unit;
  return isInherited ? { ...rest, unit: SENSOR_TYPES[type].unit } : values;
};

export const calibrationForm = (sensor: Sensor, units: UserUnits): FormDefinition<'device.sensor.calibration.save'> => ({
  id: 'device.sensor.calibration',
  operation: 'device.sensor.calibration.save',
  fixed: { sensorId: sensor.id },
  groups: [
    {
      fields: [
        {
          kind: 'custom',
          name: 'calibration',
          label: 'detail.calibration',
          required: true,
          check: (value) => calibrationProblem(value as CalibrationDraft, sensor.tank?.capacityL ?? null, units),
          render: (control) => (
            <CalibrationEditor
              {...(control as ControlProps<CalibrationDraft>)}
              capacity={sensor.tank?.capacityL ?? null}
              amountUnit={sensor.unit}
            />
          ),
        },
      ],
    },
  ],
  errorFields: { sensorCalibrationInvalid: 'calibration' },
});
