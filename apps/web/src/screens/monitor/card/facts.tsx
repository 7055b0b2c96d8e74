import type { DeviceShadow } from '@sightline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../ui/ago.tsx';
import { ZonedTime } from '../../../ui/zoned-time.tsx';
import { attributeText } from '../../../units/attribute-text.ts';
import { useUnits } from '../../../units/user-units.ts';
import { Address } from './address.tsx';
import css from './card.module.css';

export interface LiveValues {
  readonly lat: number;
  readonly lon: number;
  readonly course: number;
  readonly fixTimeMs: number;
  readonly lastContactMs: number;
}

/** A term with its value; nothing at all when there is none. */
const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children === null || children === undefined || children === '' ? null : (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );

const Since = ({ iso }: { iso: string | null }) =>
  iso === null ? null : (
    <span className={css.muted}>
      {' '}
      · <Ago ms={Date.parse(iso)} />
    </span>
  );

/** Everything that is known of the device now: live values first, then what the server keeps beside them. */
export const Facts = ({ live, shadow }: { live: LiveValues | null; shadow: DeviceShadow | undefined }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const data = shadow?.deviceData;
  const onOff = (value: 0 | 1 | null | undefined): string | null =>
    value === null || value === undefined ? null : t(value === 1 ? 'monitor.on' : 'monitor.off');
  const unit = (value: number | null | undefined, symbol: string): ReactNode =>
    value === null || value === undefined ? null : <bdi dir="ltr">{`${value} ${symbol}`}</bdi>;
  const hasPlace = live !== null && !Number.isNaN(live.lat);
  return (
    <dl className={css.facts}>
      {live !== null && !Number.isNaN(live.fixTimeMs) && (
        <Fact term={t('monitor.fixTime')}>
          <ZonedTime ms={live.fixTimeMs} />
          <span className={css.age}>
            <Ago ms={live.fixTimeMs} />
          </span>
        </Fact>
      )}
      {live !== null && !Number.isNaN(live.lastContactMs) && (
        <Fact term={t('monitor.lastContact')}>
          <ZonedTime ms={live.lastContactMs} />
          <span className={css.age}>
            <Ago ms={live.lastContactMs} />
          </span>
        </Fact>
      )}
      {hasPlace && (
        <>
          <Fact term={t('monitor.place')}>
            <bdi dir="ltr" className="tabular">
              {live.lat.toFixed(6)}, {live.lon.toFixed(6)}
            </bdi>
          </Fact>
          <Fact term={t('monitor.address')}>
            <Address lat={live.lat} lon={live.lon} />
          </Fact>
        </>
      )}
      {live !== null && !Number.isNaN(live.course) && <Fact term={t('monitor.course')}>{`${Math.round(live.course)}°`}</Fact>}
      {data && (
        <>
          <Fact term={t('monitor.ignition')}>
            {onOff(data.acc) && (
              <>
                {onOff(data.acc)}
                <Since iso={data.accUpdateTime} />
              </>
            )}
          </Fact>
          <Fact term={t('monitor.locationType')}>{data.type === null ? null : t(`monitor.locationTypes.${data.type}`)}</Fact>
          <Fact term={t('monitor.odometer')}>
            <bdi dir="ltr">{units.distance(data.odometer)}</bdi>
          </Fact>
          <Fact term={t('monitor.altitude')}>{data.altitude === null ? null : <bdi dir="ltr">{units.altitude(data.altitude)}</bdi>}</Fact>
          <Fact term={t('monitor.satellites')}>{data.num}</Fact>
          <Fact term={t('monitor.signal')}>{data.signal ?? data.rssi}</Fact>
          <Fact term={t('monitor.battery')}>{unit(data.quantity, '%') ?? unit(data.elec, 'V')}</Fact>
          <Fact term={t('monitor.charging')}>{onOff(data.chargeStatus)}</Fact>
          <Fact term={t('monitor.voltage')}>{unit(data.voltage, 'V')}</Fact>
          <Fact term={t('monitor.blocked')}>
            {data.blockedStatus === null ? null : t(data.blockedStatus === 1 ? 'monitor.cut' : 'monitor.notCut')}
          </Fact>
          <Fact term={t('monitor.armed')}>{onOff(data.disarmingStatus)}</Fact>
        </>
      )}
    </dl>
  );
};

/** Every attribute that the device sent, for whoever needs to look closer. */
export const AllValues = ({ shadow }: { shadow: DeviceShadow }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const entries = Object.entries(shadow.deviceData.attributes).toSorted(([a], [b]) => a.localeCompare(b));
  if (entries.length === 0) return null;
  return (
    <details className={css.all}>
      <summary>{t('monitor.allValues', { count: entries.length })}</summary>
      <dl className={css.facts}>
        {entries.map(([key, value]) => (
          <Fact key={key} term={key}>
            <bdi>{attributeText(units, key, value)}</bdi>
          </Fact>
        ))}
      </dl>
    </details>
  );
};
