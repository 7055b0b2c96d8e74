import type { InputOf, OperationId, UserSettings } from '@sightline/contract';
import { DISTANCE_OF_SPEED, UNITS, unitSymbol, type Quantity } from '@sightline/domain';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useMayCall } from '../../session/may-call.ts';
import { changeSettings, useSession } from '../../session/session.ts';
import { useUnits } from '../../units/user-units.ts';
import { Section } from '../../ui/detail/section.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { currencyOptions } from './currencies.ts';
import { SettingRow } from './setting-row.tsx';

interface UnitSetting {
  readonly quantity: Quantity;
  readonly field: keyof UserSettings;
  readonly operation: OperationId;
  /** A stored number that shows what a unit looks like. */
  readonly example: number;
}

/** Every unit that a person chooses. Units themselves stand in the table of the domain. */
export const UNIT_SETTINGS: readonly UnitSetting[] = [
  { quantity: 'speed', field: 'speedUnit', operation: 'user.setting.speedunit', example: 88 },
  { quantity: 'distance', field: 'distanceUnit', operation: 'user.setting.distanceunit', example: 123_400 },
  { quantity: 'temperature', field: 'temperatureUnit', operation: 'user.setting.temperatureunit', example: 21.5 },
  { quantity: 'volume', field: 'oilQuantityUnit', operation: 'user.setting.oilquantity', example: 250 },
  { quantity: 'consumption', field: 'oilConsumptionUnit', operation: 'user.setting.oilconsumption', example: 28.4 },
];

/** Distance that goes with the speed: no option of a select may be null. */
const WITH_SPEED = 'withSpeed';

const useOptions = (quantity: Quantity): { value: string; label: string }[] => {
  const { t } = useTranslation();
  const { settings } = useSession();
  const symbols: Readonly<Record<string, { readonly symbol: string }>> = UNITS[quantity];
  const units = Object.entries(symbols).map(([name, { symbol }]) => ({
    value: name,
    label: `${t(`personal.units.name.${name}`)} (${symbol})`,
  }));
  if (quantity !== 'distance') return units;
  const symbol = unitSymbol('distance', DISTANCE_OF_SPEED[settings.speedUnit]);
  return [{ value: WITH_SPEED, label: t('personal.units.withSpeed', { symbol }) }, ...units];
};

/** Units of every number of the product. */
export const Page = () => {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('routes.unitSettings.title')} about={t('personal.units.about')}>
      <Section title={t('personal.units.measures')}>
        {UNIT_SETTINGS.map((setting) => (
          <UnitRow key={setting.field} setting={setting} />
        ))}
      </Section>
      <Section title={t('personal.units.money')}>
        <CurrencyRow />
      </Section>
    </SettingsPage>
  );
};

const UnitRow = ({ setting: { quantity, field, operation, example } }: { setting: UnitSetting }) => {
  const { t } = useTranslation();
  const { settings } = useSession();
  const units = useUnits();
  const options = useOptions(quantity);
  const may = useMayCall(operation);
  const save = async (chosen: string): Promise<void> => {
    const change = { [field]: chosen === WITH_SPEED ? null : chosen };
    await call(operation, change as InputOf<typeof operation>);
    changeSettings(change);
  };
  return (
    <SettingRow
      label={t(`personal.units.${quantity}`)}
      hint={t('personal.units.example', { value: `${units.number(quantity, example)} ${units.symbol(quantity)}` })}
      value={String(settings[field] ?? WITH_SPEED)}
      save={save}
      disabled={!may}
    >
      {(control) => <Select<string> {...control} options={options} />}
    </SettingRow>
  );
};

const CurrencyRow = () => {
  const { t, i18n } = useTranslation();
  const { settings } = useSession();
  const may = useMayCall('user.setting.currencyunit');
  const save = async (currencyUnit: string): Promise<void> => {
    await call('user.setting.currencyunit', { currencyUnit });
    changeSettings({ currencyUnit });
  };
  return (
    <SettingRow label={t('personal.units.currency')} value={settings.currencyUnit} save={save} disabled={!may}>
      {(control) => <Select<string> {...control} options={currencyOptions(i18n.language)} showSearch={{ optionFilterProp: 'label' }} />}
    </SettingRow>
  );
};
