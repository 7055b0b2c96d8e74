import { capacityFits, FUEL_TYPES, fullVolumeL, SENSOR_LIMITS, type FuelTank } from '@sightline/domain';
import { InputNumber, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../ui/form-dialog/form-definition.ts';
import { UnitNumber } from '../../../../units/unit-number.tsx';
import { useUnits } from '../../../../units/user-units.ts';
import css from './sensors.module.css';
import { TankDrawing } from './tank-drawing.tsx';
import { computedText, sizesOf, tankKind, tankOfKind, type TankKind } from './tank-shape.ts';

const KINDS: readonly TankKind[] = ['none', 'cuboid', 'lying', 'standing'];

/** A fuel tank: its shape, its inner sizes, what its plate says, and a drawing that follows. */
export const TankField = ({ value = null, onChange }: ControlProps<FuelTank | null>) => {
  const { t } = useTranslation();
  return (
    <div>
      <Segmented<TankKind>
        aria-label={t('detail.tankShape')}
        value={tankKind(value)}
        options={KINDS.map((kind) => ({ value: kind, label: t(`detail.tankKinds.${kind}`) }))}
        onChange={(kind) => onChange?.(tankOfKind(kind, value))}
      />
      {value !== null && <Sizes tank={value} onChange={(tank) => onChange?.(tank)} />}
    </div>
  );
};

const Sizes = ({ tank, onChange }: { tank: FuelTank; onChange: (tank: FuelTank) => void }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const computed = fullVolumeL(tank);
  const sizes: Readonly<Record<string, unknown>> = { ...tank };
  return (
    <div className={css.tank}>
      <div className={css.sizes}>
        {sizesOf(tank).map((size) => (
          <label key={size}>
            {t(`detail.tankSizes.${size}`)}
            <InputNumber<number>
              value={Number(sizes[size])}
              min={1}
              max={SENSOR_LIMITS.maxSizeMm}
              suffix="mm"
              style={{ inlineSize: '100%' }}
              onChange={(number) => number !== null && onChange({ ...tank, [size]: number })}
            />
          </label>
        ))}
        <label>
          {t('detail.capacity')}
          <UnitNumber
            value={tank.capacityL}
            unit="l"
            min={1}
            max={SENSOR_LIMITS.maxCapacityL}
            onChange={(number) => number !== null && onChange({ ...tank, capacityL: number })}
          />
        </label>
        <label>
          {t('detail.fuelType')}
          <Select
            value={tank.fuelType}
            options={FUEL_TYPES.map((fuel) => ({ value: fuel, label: t(`detail.fuelTypes.${fuel}`) }))}
            onChange={(fuelType) => onChange({ ...tank, fuelType })}
          />
        </label>
      </div>
      <div>
        <TankDrawing tank={tank} />
        <p className={capacityFits(tank) ? css.muted : css.danger} role="status">
          {t('detail.computedVolume', { volume: computedText(units, computed) })}
        </p>
      </div>
    </div>
  );
};
