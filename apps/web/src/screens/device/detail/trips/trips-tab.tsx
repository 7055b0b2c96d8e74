import type { DeviceInfo, InputOf } from '@sightline/contract';
import { DEFAULT_DEVICE_SETTINGS, DEVICE_SETTING_LIMITS, RECOMPUTE_DAYS } from '@sightline/domain';
import { Alert, App, Button, Select } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/client.ts';
import { useCall } from '../../../../api/query.ts';
import { useMayCall } from '../../../../session/may-call.ts';
import { useConfirm } from '../../../../ui/confirm/use-confirm.tsx';
import { useUnsaved } from '../../../../ui/use-unsaved.tsx';
import { Empty, QueryView } from '../../../../ui/view-state.tsx';
import { UnitNumber } from '../../../../units/unit-number.tsx';
import { useUnits, type UserUnits } from '../../../../units/user-units.ts';
import { readDetail } from '../detail-url.ts';
import detailCss from '../detail.module.css';
import { TripSide } from './trip-side.tsx';
import css from './trips.module.css';

const FIELDS = ['minMovingSpeedKph', 'minStayS', 'locationPoints'] as const;
type TripChoice = Pick<DeviceInfo['settings'], (typeof FIELDS)[number]>;

const UNITS: Readonly<Record<keyof TripChoice, string>> = { minMovingSpeedKph: 'km/h', minStayS: 's', locationPoints: '' };
/** A value with its unit: such speeds are slow, and differ in their decimals. */
const textOf =
  ({ text, named }: UserUnits) =>
  (field: keyof TripChoice, value: number): string =>
    field === 'minMovingSpeedKph' ? text('speed', value, 1) : named(value, UNITS[field]);
const DAYS = [1, 3, 7] as const;

const choiceOf = (settings: TripChoice): TripChoice => ({
  minMovingSpeedKph: settings.minMovingSpeedKph,
  minStayS: settings.minStayS,
  locationPoints: settings.locationPoints,
});
const isTripsTabOf = (deviceId: string, query: URLSearchParams): boolean => {
  const shown = readDetail(query);
  return shown?.deviceId === deviceId && shown.tab === 'trips';
};
const isSame = (a: TripChoice, b: TripChoice): boolean => FIELDS.every((field) => a[field] === b[field]);

/** How trips are told apart, and what other settings would have made of the device's own last days. */
export const TripsTab = ({ deviceId }: { deviceId: string }) => {
  const info = useCall('device.info', { deviceId });
  return (
    <QueryView query={info} rows={8}>
      {(device) => <TripSettingsView device={device} />}
    </QueryView>
  );
};

const TripSettingsView = ({ device }: { device: DeviceInfo }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const text = textOf(useUnits());
  const queries = useQueryClient();
  const maySave = useMayCall('device.saveTrip');
  const present = choiceOf(device.settings);
  // Only what was typed: the rest follows what is saved, by whomever.
  const [typed, setTyped] = useState<Partial<TripChoice>>({});
  const choice = { ...present, ...typed };
  const unsaved = useUnsaved({ isLeft: (next) => !isTripsTabOf(device.id, next) });
  const type = (change: Partial<TripChoice>): void => {
    setTyped({ ...typed, ...change });
    // Who cannot save may try numbers out; nothing of that is lost.
    unsaved.mark(maySave && !isSame({ ...choice, ...change }, present));
  };
  const [days, setDays] = useState<number>(DAYS[1]);
  const [asked, setAsked] = useState<InputOf<'device.trip.preview'> | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const [dialog, ask] = useConfirm();
  const preview = useCall('device.trip.preview', asked ?? { deviceId: device.id }, {
    enabled: asked !== null,
    staleTime: 60_000,
    keepPrevious: true,
  });
  const question = { deviceId: device.id, days, ...choice };
  const isShown = asked !== null && JSON.stringify(asked) === JSON.stringify(question);
  const isChanged = !isSame(choice, present);
  const apply = (): void =>
    ask(
      {
        title: t('detail.applyTitle', { name: device.deviceName }),
        lines: [
          ...FIELDS.filter((field) => choice[field] !== present[field]).map((field) =>
            t('detail.applyChange', {
              name: t(`detail.tripFields.${field}`),
              from: text(field, present[field]),
              to: text(field, choice[field]),
            }),
          ),
          t('detail.applyTakes', { count: RECOMPUTE_DAYS }),
          t('detail.applyKeeps'),
        ],
        ok: t('detail.apply'),
      },
      async () => {
        await call('device.saveTrip', { deviceId: device.id, ...choice });
        message.success(t('detail.applied'));
        unsaved.mark(false);
        await queries.invalidateQueries();
        setTyped({});
      },
    );
  return (
    <>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(question);
        }}
      >
        {FIELDS.map((field) => (
          <label key={field}>
            {t(`detail.tripFields.${field}`)}
            <UnitNumber
              value={choice[field]}
              unit={UNITS[field]}
              min={DEVICE_SETTING_LIMITS[field].min}
              max={DEVICE_SETTING_LIMITS[field].max}
              precision={field === 'minMovingSpeedKph' ? 1 : 0}
              onChange={(value) => value !== null && type({ [field]: value })}
            />
            <span className={css.muted}>{t('detail.usually', { value: text(field, DEFAULT_DEVICE_SETTINGS[field]) })}</span>
          </label>
        ))}
        <label>
          {t('detail.previewDays')}
          <Select
            value={days}
            aria-label={t('detail.previewDays')}
            options={DAYS.map((value) => ({ value, label: <bdi>{t('detail.days', { count: value })}</bdi> }))}
            onChange={setDays}
          />
        </label>
        <span className={css.buttons}>
          <Button htmlType="submit" loading={preview.isFetching}>
            {t('detail.preview')}
          </Button>
          {maySave && (
            <Button type="primary" disabled={!isChanged} onClick={apply}>
              {t('detail.apply')}
            </Button>
          )}
        </span>
      </form>
      <p className={detailCss.muted}>{t('detail.tripHint')}</p>
      {asked === null ? (
        <Empty text={t('detail.previewNotAsked')} />
      ) : (
        <QueryView query={preview} rows={10}>
          {(answer) => {
            const window = { startMs: Date.parse(answer.startTime), endMs: Date.parse(answer.endTime) };
            return (
              <div className={css.preview} data-old={!isShown || undefined}>
                {!isShown && <Alert type="info" showIcon title={t('detail.previewOld')} />}
                {!answer.complete && <Alert type="warning" showIcon title={t('detail.previewCut')} />}
                <p className={detailCss.muted}>{t('detail.previewOf', { count: answer.positions })}</p>
                <div className={css.sides}>
                  <TripSide title={t('detail.before')} side={answer.before} window={window} marked={marked} onMark={setMarked} />
                  <TripSide title={t('detail.after')} side={answer.after} window={window} marked={marked} onMark={setMarked} />
                </div>
              </div>
            );
          }}
        </QueryView>
      )}
      {dialog}
      {unsaved.question}
    </>
  );
};
