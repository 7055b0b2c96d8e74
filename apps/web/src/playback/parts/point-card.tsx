import { CloseOutlined } from '@ant-design/icons';
import { formatInstant, formatPoint, type UserZone } from '@sightline/domain';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneLabel } from '../../time/zone.ts';
import { attributeText } from '../../units/attribute-text.ts';
import type { UserUnits } from '../../units/user-units.ts';
import type { PlaybackPort, PointInfo } from '../port.ts';
import { rejections } from '../track/rejections.ts';
import type { PlayedDevice } from '../use-tracks.ts';

interface Props {
  readonly device: PlayedDevice;
  readonly index: number;
  readonly port: PlaybackPort;
  readonly zone: UserZone;
  readonly units: UserUnits;
  readonly onClose: () => void;
}

type Answer<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly value: T };

/** The values of one point; address and attributes come on demand. */
export const PointCard = ({ device, index, port, zone, units, onClose }: Props): ReactElement => {
  const { t } = useTranslation();
  const { track } = device;
  const timeMs = track.timeMs[index] as number;
  const lat = track.lat[index] as number;
  const lon = track.lon[index] as number;
  const [address, setAddress] = useState<Answer<string>>({ kind: 'idle' });
  const [info, setInfo] = useState<Answer<PointInfo>>({ kind: 'loading' });

  useEffect(() => {
    const abort = new AbortController();
    setAddress({ kind: 'idle' });
    setInfo({ kind: 'loading' });
    port.point(device.deviceId, timeMs, abort.signal).then(
      (value) => setInfo({ kind: 'ready', value }),
      () => !abort.signal.aborted && setInfo({ kind: 'failed' }),
    );
    return () => abort.abort();
  }, [port, device.deviceId, timeMs]);

  const resolve = (): void => {
    setAddress({ kind: 'loading' });
    port.address(lat, lon).then(
      (value) => setAddress(value === '' ? { kind: 'failed' } : { kind: 'ready', value }),
      () => setAddress({ kind: 'failed' }),
    );
  };
  const course = track.course[index] as number;
  const speed = track.speedKph[index] as number;
  const rows: [string, string][] = [
    [t('playback.time'), `${formatInstant(zone, timeMs)} ${zoneLabel(zone, timeMs)}`],
    [t('playback.speedValue'), Number.isNaN(speed) ? '–' : units.speed(speed)],
    [t('playback.course'), Number.isNaN(course) ? '–' : `${Math.round(course)}°`],
    [t('playback.ignition'), t(`playback.acc.${track.acc[index] === 1 ? 'on' : track.acc[index] === 0 ? 'off' : 'unknown'}`)],
    [t('playback.coordinates'), Number.isNaN(lat) ? '–' : formatPoint(lat, lon)],
  ];
  const reasons = rejections(track.flags[index] as number);
  return (
    <section className="sl-playback-point" aria-label={t('playback.point')}>
      <header>
        <strong>{device.name}</strong>
        <button type="button" aria-label={t('playback.close')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      {reasons.length > 0 ? (
        <p className="sl-playback-rejected">
          {t('playback.rejected')} {reasons.map((reason) => t(`playback.flags.${reason}`)).join(', ')}
        </p>
      ) : null}
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">
              <bdi dir="ltr">{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('playback.address')}</dt>
          <dd aria-live="polite">
            {address.kind === 'ready' ? (
              address.value
            ) : (
              <button
                type="button"
                className="sl-playback-link"
                disabled={address.kind === 'loading' || Number.isNaN(lat)}
                onClick={resolve}
              >
                {t(
                  address.kind === 'failed'
                    ? 'playback.addressFailed'
                    : address.kind === 'loading'
                      ? 'playback.addressLoading'
                      : 'playback.addressShow',
                )}
              </button>
            )}
          </dd>
        </div>
        {info.kind === 'ready'
          ? Object.entries(info.value.attributes).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="tabular">
                  <bdi dir="ltr">{attributeText(units, name, value)}</bdi>
                </dd>
              </div>
            ))
          : null}
      </dl>
      {info.kind === 'failed' ? <p className="sl-playback-muted">{t('playback.moreFailed')}</p> : null}
    </section>
  );
};
