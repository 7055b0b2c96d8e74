import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, InputNumber, Modal } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../app/parts/lazy-part.tsx';
import { Skeleton } from '../../view-state.tsx';
import type { ControlProps } from '../form-definition.ts';
import css from './map-point-field.module.css';

export interface MapPoint {
  readonly lat: number;
  readonly lon: number;
}
type Typed = { readonly lat: number | null; readonly lon: number | null };

// The map library is big and most people never open this dialog.
const PointMap = lazyPart(() => import('./point-map.tsx').then((module) => module.PointMap));

/** A place as typed coordinates (WGS-84 degrees) or picked on the map; null without one. */
export const MapPointField = ({ id, value = null, onChange, onBlur, disabled }: ControlProps<MapPoint | null>) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>({ lat: value?.lat ?? null, lon: value?.lon ?? null });
  const [seen, setSeen] = useState(value);
  const [picking, setPicking] = useState(false);
  if (value !== seen) {
    setSeen(value);
    if (value !== null) setTyped(value);
  }
  const type = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part };
    setTyped(next);
    onChange?.(next.lat !== null && next.lon !== null ? { lat: next.lat, lon: next.lon } : null);
  };
  const number = { disabled, precision: 6, controls: false, className: css.number } as const;
  return (
    <div className={css.line} onBlur={onBlur}>
      <InputNumber
        id={id}
        {...number}
        min={-90}
        max={90}
        value={typed.lat}
        prefix={t('ui.form.lat')}
        aria-label={t('ui.form.latitude')}
        onChange={(lat) => type({ lat })}
      />
      <InputNumber
        {...number}
        min={-180}
        max={180}
        value={typed.lon}
        prefix={t('ui.form.lon')}
        aria-label={t('ui.form.longitude')}
        onChange={(lon) => type({ lon })}
      />
      <Button icon={<EnvironmentOutlined aria-hidden />} disabled={disabled} onClick={() => setPicking(true)}>
        {t('ui.form.pickOnMap')}
      </Button>
      {picking && (
        <PickDialog
          start={value}
          onPick={(point) => {
            setTyped(point);
            onChange?.(point);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
};

const PickDialog = ({ start, onPick, onClose }: { start: MapPoint | null; onPick: (point: MapPoint) => void; onClose: () => void }) => {
  const { t } = useTranslation();
  const [point, setPoint] = useState(start);
  return (
    <Modal
      open
      title={t('ui.form.pickTitle')}
      width={900}
      okText={t('ui.form.pickOk')}
      cancelText={t('ui.cancel')}
      okButtonProps={{ disabled: point === null }}
      onOk={() => point !== null && onPick(point)}
      onCancel={onClose}
    >
      <p className={css.hint}>{t('ui.form.pickHint')}</p>
      <div className={css.map}>
        <Suspense fallback={<Skeleton />}>
          <PointMap start={start} point={point} onPoint={setPoint} />
        </Suspense>
      </div>
      <p className="tabular">
        <bdi dir="ltr">{point === null ? '–' : `${point.lat.toFixed(6)}, ${point.lon.toFixed(6)}`}</bdi>
      </p>
    </Modal>
  );
};
