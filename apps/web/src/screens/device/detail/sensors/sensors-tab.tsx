import type { Sensor } from '@sightline/contract';
import { PlusOutlined } from '@ant-design/icons';
import { CALIBRATED_TYPES } from '@sightline/domain';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/client.ts';
import { useCall } from '../../../../api/query.ts';
import { useMayCall } from '../../../../session/may-call.ts';
import type { ListAction, ListColumn } from '../../../../ui/list-page/list-definition.ts';
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx';
import { Empty } from '../../../../ui/view-state.tsx';
import { useUnits } from '../../../../units/user-units.ts';
import css from '../detail.module.css';
import { DetailList } from '../detail-list.tsx';
import { NEW_DRAFT } from './calibration-rows.ts';
import { addSensorForm, calibrationForm, editSensorForm } from './sensor-forms.tsx';
import { computedText, statedText } from './tank-shape.ts';
import { SensorReading } from './sensor-reading.tsx';

const REFRESH_MS = 10_000;

type Panel = { readonly name: 'add' } | { readonly name: 'edit' | 'calibrate'; readonly sensor: Sensor };

/** The sensors of a device with what they say now, their tanks and their calibrations. */
export const SensorsTab = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const mayEdit = useMayCall('device.sensor.save');
  const [panel, setPanel] = useState<Panel | null>(null);
  const values = useCall('device.sensor.values', { deviceId }, { refetchInterval: REFRESH_MS });
  const now = values.data;
  const columns = useMemo(
    (): readonly ListColumn<Sensor>[] => [
      { key: 'name', title: 'detail.sensorName', isName: true, width: 170 },
      { key: 'type', title: 'detail.sensorType', width: 120, render: (sensor) => t(`detail.sensorTypes.${sensor.type}`) },
      {
        key: 'value',
        title: 'detail.sensorNow',
        width: 170,
        render: (sensor) => <SensorReading value={now?.find((value) => value.sensorId === sensor.id)} />,
      },
      { key: 'itemCode', title: 'detail.itemCode', width: 130 },
      {
        key: 'tank',
        title: 'detail.tank',
        render: (sensor) =>
          sensor.tank === null
            ? null
            : t('detail.tankShort', {
                capacity: statedText(units, sensor.tank.capacityL),
                computed: computedText(units, sensor.computedVolumeL ?? 0),
              }),
      },
      {
        key: 'calibration',
        title: 'detail.calibration',
        render: (sensor) =>
          sensor.calibration === null
            ? null
            : t('detail.calibrationShort', { count: sensor.calibration.rules.length, unit: sensor.calibration.unit }),
      },
    ],
    [t, now, units],
  );
  const actions = useMemo(
    (): readonly ListAction<Sensor>[] => [
      {
        key: 'calibrate',
        label: 'detail.calibrate',
        needs: 'device.sensor.calibration.save',
        isFor: (sensor) => CALIBRATED_TYPES.has(sensor.type),
        run: ([sensor]) => sensor && setPanel({ name: 'calibrate', sensor }),
      },
      {
        key: 'edit',
        label: 'detail.edit',
        needs: 'device.sensor.save',
        run: ([sensor]) => sensor && setPanel({ name: 'edit', sensor }),
      },
      {
        key: 'dropCalibration',
        label: 'detail.dropCalibration',
        needs: 'device.sensor.calibration.save',
        danger: true,
        isFor: (sensor) => sensor.calibration !== null,
        confirm: ([sensor]) => ({
          title: t('detail.dropCalibrationTitle', { name: sensor?.name }),
          lines: [t('detail.dropCalibrationTakes', { count: sensor?.calibration?.rules.length ?? 0 })],
          ok: t('detail.dropCalibration'),
          danger: true,
        }),
        run: ([sensor]) => sensor && call('device.sensor.calibration.save', { sensorId: sensor.id, calibration: null }),
        done: 'detail.saved',
      },
      {
        key: 'delete',
        label: 'detail.removeSensor',
        needs: 'device.sensor.delete',
        danger: true,
        confirm: ([sensor]) => ({
          title: t('detail.removeSensorTitle', { name: sensor?.name }),
          lines: [t('detail.removeSensorTakes')],
          ok: t('detail.removeSensor'),
          danger: true,
        }),
        run: ([sensor]) => sensor && call('device.sensor.delete', { sensorId: sensor.id }),
        done: 'detail.saved',
      },
    ],
    [t],
  );
  return (
    <>
      <div className={css.line}>
        <p className={css.muted}>{t('detail.sensorIntro')}</p>
        <span className={css.grow} />
        {mayEdit && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setPanel({ name: 'add' })}>
            {t('detail.addSensor')}
          </Button>
        )}
      </div>
      <DetailList
        label={t('detail.tabs.sensors')}
        operation="device.sensor.page"
        input={{ deviceId }}
        columns={columns}
        rowKey={(sensor) => sensor.id}
        rowName={(sensor) => sensor.name}
        actions={actions}
        onOpen={mayEdit ? (sensor) => setPanel({ name: 'edit', sensor }) : undefined}
        empty={<Empty text={t('detail.sensorNone')} />}
      />
      {panel !== null && <SensorForm deviceId={deviceId} panel={panel} onClose={() => setPanel(null)} />}
    </>
  );
};

const SensorForm = ({ deviceId, panel, onClose }: { deviceId: string; panel: Panel; onClose: () => void }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const shadow = useCall('device.data.shadow', { deviceIds: deviceId });
  const attributes = useMemo(() => Object.keys(shadow.data?.[0]?.deviceData.attributes ?? {}).toSorted(), [shadow.data]);
  const forms = useMemo(
    () =>
      panel.name === 'add'
        ? { add: addSensorForm(deviceId, attributes, units) }
        : { edit: editSensorForm(panel.sensor, attributes, units), calibrate: calibrationForm(panel.sensor, units) },
    [deviceId, panel, attributes, units],
  );
  if (forms.add !== undefined) {
    return (
      <FormDialog
        objectId={deviceId}
        definition={forms.add}
        width={640}
        initial={{ type: 'fuel', tank: null }}
        title={t('detail.addSensor')}
        done={t('detail.saved')}
        onClose={onClose}
      />
    );
  }
  if (panel.name === 'add') return null;
  const { sensor } = panel;
  return panel.name === 'edit' ? (
    <FormDialog
      objectId={sensor.id}
      definition={forms.edit}
      width={640}
      initial={{ ...sensor }}
      title={t('detail.editSensor', { name: sensor.name })}
      done={t('detail.saved')}
      onClose={onClose}
    />
  ) : (
    <FormDialog
      objectId={sensor.id}
      definition={forms.calibrate}
      width={900}
      initial={{ calibration: sensor.calibration ?? NEW_DRAFT }}
      title={t('detail.calibrateSensor', { name: sensor.name })}
      done={t('detail.saved')}
      onClose={onClose}
    />
  );
};
