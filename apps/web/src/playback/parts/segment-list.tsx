import { CarOutlined, PauseCircleOutlined } from '@ant-design/icons';
import { formatDuration, formatInstant, type UserZone } from '@sightline/domain';
import type { TripSegment } from '@sightline/contract';
import { memo, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserUnits } from '../../units/user-units.ts';
import type { PlaybackPort } from '../port.ts';
import { reasonText } from './boundary-text.ts';
import { TripFuel } from './trip-fuel.tsx';

/** A month has hundreds: so many are listed at first and with each wish for more. */
const PAGE = 60;

interface Formats {
  readonly zone: UserZone;
  readonly units: UserUnits;
}

interface Props extends Formats {
  readonly port: Pick<PlaybackPort, 'point'>;
  readonly segments: readonly TripSegment[];
  readonly onSeek: (atMs: number) => void;
  readonly onShow: (segment: TripSegment) => void;
}

const Reason = ({
  reason,
  label,
  zone,
  units,
  onSeek,
}: Formats & {
  readonly reason: TripSegment['startReason'];
  readonly label: string;
  readonly onSeek: (atMs: number) => void;
}): ReactElement => {
  const { t } = useTranslation();
  const { key, threshold, value } = reasonText(reason, units.near);
  const decidedMs = Date.parse(reason.decidedTime);
  return (
    <p>
      <b>{label}</b> {t(`playback.reason.${key}`, { threshold, value })}{' '}
      <button type="button" className="sl-playback-link tabular" onClick={() => onSeek(decidedMs)} title={t('playback.decidedAt')}>
        <bdi dir="ltr">{formatInstant(zone, decidedMs, 'HH:mm:ss')}</bdi>
      </button>
    </p>
  );
};

/** Trips and stops of a device, drawn again only when they change (positions arrive in parts), each with the reasons for its beginning and its end. */
export const SegmentList = memo(({ segments, port, onSeek, onShow, ...formats }: Props): ReactElement => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const [shown, setShown] = useState(PAGE);
  const { zone, units } = formats;
  const clock = (text: string): string => formatInstant(zone, Date.parse(text), 'MM-dd HH:mm');
  return (
    <>
      <ol className="sl-playback-segments">
        {segments.slice(0, shown).map((segment) => {
          const id = `${segment.deviceId}-${segment.tripId}`;
          const expanded = open === id;
          const trip = segment.kind === 'trip';
          return (
            <li key={id}>
              <button
                type="button"
                aria-expanded={expanded}
                onClick={() => {
                  setOpen(expanded ? null : id);
                  onSeek(Date.parse(segment.startTime));
                  if (!expanded) onShow(segment);
                }}
              >
                {trip ? <CarOutlined aria-hidden /> : <PauseCircleOutlined aria-hidden />}
                <span className="sl-playback-kind">{t(trip ? 'playback.trip' : 'playback.stop')}</span>
                <bdi dir="ltr" className="tabular">
                  {clock(segment.startTime)} – {segment.open ? '…' : clock(segment.endTime)}
                </bdi>
                <span className="sl-playback-figures tabular">
                  <bdi dir="ltr">{formatDuration(segment.totalTime)}</bdi>
                  {trip ? <bdi dir="ltr">{units.distance(segment.totalMileage)}</bdi> : null}
                </span>
              </button>
              {expanded ? (
                <div className="sl-playback-why">
                  {trip ? (
                    <p className="tabular">
                      {t('playback.tripFigures', {
                        average: units.speed(segment.avgSpeed),
                        most: units.speed(segment.maxSpeed),
                        idle: formatDuration(segment.idleS),
                        points: segment.pointCount,
                      })}
                    </p>
                  ) : null}
                  {trip ? <TripFuel trip={segment} port={port} units={units} /> : null}
                  <Reason reason={segment.startReason} label={t('playback.began')} onSeek={onSeek} {...formats} />
                  {segment.endReason === null ? (
                    <p>{t('playback.stillOpen')}</p>
                  ) : (
                    <Reason reason={segment.endReason} label={t('playback.ended')} onSeek={onSeek} {...formats} />
                  )}
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {segments.length > shown ? (
        <button type="button" className="sl-playback-link sl-playback-more" onClick={() => setShown(shown + PAGE)}>
          {t('playback.more', { count: segments.length - shown })}
        </button>
      ) : null}
    </>
  );
});
