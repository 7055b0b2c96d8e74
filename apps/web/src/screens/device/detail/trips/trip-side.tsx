import type { OutputOf } from '@sightline/contract';
import { formatDuration } from '@sightline/domain';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '../../../../playback/parts/boundary-text.ts';
import { ZonedTime } from '../../../../ui/zoned-time.tsx';
import { useUnits } from '../../../../units/user-units.ts';
import { barOf, type Span } from './timeline-bars.ts';
import css from './trips.module.css';

type Side = OutputOf<'device.trip.preview'>['before'];
type Segment = Side['segments'][number];

interface TripSideProps {
  readonly title: string;
  readonly side: Side;
  readonly window: Span;
  /** Start of the segment under the pointer, on either side: both lists show it. */
  readonly marked: string | null;
  readonly onMark: (start: string | null) => void;
}

/** What one setting makes of the days: sums, a strip of time, and each trip and stop with why it began and ended. */
export const TripSide = ({ title, side, window, marked, onMark }: TripSideProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const { totals, settings, segments } = side;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-marked]:not(:hover)')?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);
  return (
    <section className={css.side} aria-label={title}>
      <h2>{title}</h2>
      <p className={css.muted}>
        {t('detail.settingsShort', {
          speed: units.text('speed', settings.minMovingSpeedKph, 1),
          stay: settings.minStayS,
          points: settings.locationPoints,
        })}
      </p>
      <p>
        {t('detail.tripTotals', { trips: totals.trips, stops: totals.stops })} · <bdi dir="ltr">{units.distance(totals.distance)}</bdi> ·{' '}
        {t('detail.movingFor', { duration: formatDuration(totals.movingS) })}
      </p>
      <div className={css.strip} aria-hidden>
        {segments.map((segment) => {
          const bar = barOf({ startMs: Date.parse(segment.startTime), endMs: Date.parse(segment.endTime) }, window);
          return (
            bar !== null && (
              <span
                key={`${segment.kind} ${segment.startTime}`}
                data-kind={segment.kind}
                data-changed={segment.changed || undefined}
                data-marked={marked === segment.startTime || undefined}
                style={{ insetInlineStart: `${bar.left}%`, inlineSize: `${bar.width}%` }}
                onPointerEnter={() => onMark(segment.startTime)}
                onPointerLeave={() => onMark(null)}
              />
            )
          );
        })}
      </div>
      <ol ref={list} className={css.segments} tabIndex={0} aria-label={t('detail.segmentsOf', { side: title })}>
        {segments.map((segment) => (
          <Row key={`${segment.kind} ${segment.startTime}`} segment={segment} isMarked={marked === segment.startTime} onMark={onMark} />
        ))}
      </ol>
    </section>
  );
};

const Row = ({ segment, isMarked, onMark }: { segment: Segment; isMarked: boolean; onMark: (start: string | null) => void }) => {
  const { t } = useTranslation();
  const units = useUnits();
  const reason = (boundary: Segment['startReason']): string => {
    const { key, ...values } = reasonText(boundary, units.near);
    return t(`playback.reason.${key}`, values);
  };
  return (
    <li
      data-kind={segment.kind}
      data-changed={segment.changed || undefined}
      data-marked={isMarked || undefined}
      onPointerEnter={() => onMark(segment.startTime)}
      onPointerLeave={() => onMark(null)}
    >
      <p>
        <strong>{t(segment.kind === 'trip' ? 'playback.trip' : 'playback.stop')}</strong>{' '}
        {segment.changed && <span className={css.changed}>{t('detail.changed')}</span>}{' '}
        <ZonedTime ms={Date.parse(segment.startTime)} style="minutes" /> · {formatDuration(segment.totalTime)}
        {segment.kind === 'trip' && (
          <>
            {' · '}
            <bdi dir="ltr">{units.distance(segment.totalMileage)}</bdi>
          </>
        )}
      </p>
      <p className={css.muted}>
        {t('playback.began')} {reason(segment.startReason)}
      </p>
      <p className={css.muted}>
        {segment.endReason === null ? t('playback.stillOpen') : `${t('playback.ended')} ${reason(segment.endReason)}`}
      </p>
    </li>
  );
};
