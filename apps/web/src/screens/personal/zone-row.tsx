import { formatZone, parseZone, UTC_ZONE, type UserZone } from '@sightline/domain';
import { Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useMayCall } from '../../session/may-call.ts';
import { changeUser, useSession } from '../../session/session.ts';
import { namedZones } from '../../time/named-zones.ts';
import { writeInstant, zoneLabel } from '../../time/zone.ts';
import { useNow } from '../../ui/clock.ts';
import { hasNoMinutes, hoursWith, offsetOf, partsOf } from './offset-parts.ts';
import css from './personal.module.css';
import { SettingRow, type RowControl } from './setting-row.tsx';

const QUARTERS = [0, 15, 30, 45];

/** The zone of everything that shows or groups by time. */
export const ZoneRow = () => {
  const { t } = useTranslation();
  const { user } = useSession();
  const may = useMayCall('user.setting.timezone');
  const save = async (timezone: string): Promise<void> => {
    await call('user.setting.timezone', { timezone });
    changeUser({ timezone });
  };
  return (
    <SettingRow
      label={t('personal.basic.zone')}
      hint={<ZoneClock zone={user.timezone} />}
      value={user.timezone}
      save={save}
      disabled={!may}
    >
      {(control) => <ZoneControl {...control} />}
    </SettingRow>
  );
};

/** What time it is there. Not announced: it would never fall silent. */
const ZoneClock = ({ zone }: { zone: string }) => {
  const { t } = useTranslation();
  const now = useNow();
  const known = parseZone(zone) ?? UTC_ZONE;
  return (
    <span className="tabular">
      {t('personal.basic.clockThere')} <bdi dir="ltr">{`${writeInstant(known, now, 'seconds')} ${zoneLabel(known, now)}`}</bdi>
    </span>
  );
};

const ZoneControl = ({ value, onChange, loading, ...rest }: RowControl<string>) => {
  const { t } = useTranslation();
  const zone: UserZone = parseZone(value) ?? UTC_ZONE;
  const [kind, setKind] = useState<UserZone['kind']>(zone.kind);
  return (
    <>
      <Segmented
        aria-label={t('personal.basic.zoneKind')}
        value={kind}
        disabled={rest.disabled}
        options={[
          { value: 'iana', label: t('personal.basic.named') },
          { value: 'fixed', label: t('personal.basic.fixed') },
        ]}
        onChange={setKind}
      />
      {kind === 'iana' ? (
        <NamedZone {...rest} loading={loading} value={zone.kind === 'iana' ? zone.name : null} onChange={onChange} />
      ) : (
        <FixedZone {...rest} loading={loading} offset={zone.kind === 'fixed' ? zone.offsetMinutes : null} onChange={onChange} />
      )}
    </>
  );
};

type PartProps = Omit<RowControl<string>, 'value'>;

/** Names with daylight saving, found by their name or by the offset that they have at present. */
const NamedZone = ({ value, ...control }: PartProps & { value: string | null }) => {
  const { t } = useTranslation();
  const [now] = useState(() => Date.now());
  const options = useMemo(() => [...namedZones(now)], [now]);
  return (
    <Select<string>
      {...control}
      value={value}
      placeholder={t('personal.basic.pickZone')}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};

const FixedZone = ({ offset, onChange, id, ...control }: PartProps & { offset: number | null }) => {
  const { t } = useTranslation();
  const parts = offset === null ? null : partsOf(offset);
  const choose = (hour: string, minute: number): void => onChange(formatZone({ kind: 'fixed', offsetMinutes: offsetOf(hour, minute) }));
  return (
    <div className={`${css.pair} ${css.offset}`} dir="ltr">
      <Select<string>
        {...control}
        id={id}
        aria-label={t('personal.basic.hour')}
        value={parts?.hour ?? null}
        placeholder="UTC"
        options={hoursWith(parts?.hour ?? null).map((hour) => ({ value: hour, label: `UTC${hour}` }))}
        onChange={(hour) => choose(hour, parts?.minute ?? 0)}
      />
      <Select<number>
        {...control}
        aria-label={t('personal.basic.minute')}
        value={parts?.minute ?? null}
        placeholder="00"
        disabled={control.disabled || parts === null || hasNoMinutes(parts.hour)}
        options={QUARTERS.map((each) => ({ value: each, label: String(each).padStart(2, '0') }))}
        onChange={(minute) => choose(parts?.hour ?? '+00', minute)}
      />
    </div>
  );
};
