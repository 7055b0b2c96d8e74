import { formatInstant, type UserZone } from '@sightline/domain';
import { memo, useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { drawMark } from './event-marks.ts';
import { eventText } from './event-text.ts';
import { EVENT_KINDS, type EventKind, type TrackEvent } from './track-events.ts';

/** A month has thousands: so many are listed at first and with each wish for more. */
const PAGE = 100;
const SIDE_PX = 14;

/** The mark of the timeline beside its words. */
const Mark = ({ kind, theme }: { readonly kind: EventKind; readonly theme: 'light' | 'dark' }): ReactElement => {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    element.width = SIDE_PX * devicePixelRatio;
    element.height = SIDE_PX * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    drawMark(context, kind, theme, SIDE_PX / 2, SIDE_PX / 2);
  }, [kind, theme]);
  return <canvas ref={canvas} aria-hidden="true" style={{ inlineSize: SIDE_PX, blockSize: SIDE_PX }} />;
};

interface Props {
  readonly events: readonly TrackEvent[];
  readonly zone: UserZone;
  readonly theme: 'light' | 'dark';
  readonly onSeek: (atMs: number) => void;
}

/** What happened, in the order of time; each entry puts the cursor there. Kinds can be left out. */
export const EventList = memo(({ events, zone, theme, onSeek }: Props): ReactElement => {
  const { t } = useTranslation();
  const [only, setOnly] = useState<EventKind | 'all'>('all');
  const [shown, setShown] = useState(PAGE);
  const present = EVENT_KINDS.filter((kind) => events.some((event) => event.kind === kind));
  const kind = present.find((one) => one === only) ?? 'all';
  const wanted = kind === 'all' ? events : events.filter((event) => event.kind === kind);
  if (events.length === 0) return <p className="sl-playback-muted">{t('playback.noEvents')}</p>;
  return (
    <>
      <label className="sl-playback-kinds">
        <span className="visually-hidden">{t('playback.eventKind')}</span>
        <select
          value={kind}
          onChange={(change) => {
            setOnly(EVENT_KINDS.find((one) => one === change.target.value) ?? 'all');
            setShown(PAGE);
          }}
        >
          <option value="all">{t('playback.allEvents')}</option>
          {present.map((one) => (
            <option key={one} value={one}>
              {t(`playback.eventKinds.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <ol className="sl-playback-events">
        {wanted.slice(0, shown).map((event, i) => (
          <li key={`${event.atMs}-${event.kind}-${event.detail}-${i}`}>
            <button type="button" onClick={() => onSeek(event.atMs)}>
              <Mark kind={event.kind} theme={theme} />
              <bdi dir="ltr" className="tabular">
                {formatInstant(zone, event.atMs, 'MM-dd HH:mm:ss')}
              </bdi>
              <span>{eventText(t, event)}</span>
            </button>
          </li>
        ))}
      </ol>
      {wanted.length > shown ? (
        <button type="button" className="sl-playback-link sl-playback-more" onClick={() => setShown(shown + PAGE)}>
          {t('playback.more', { count: wanted.length - shown })}
        </button>
      ) : null}
    </>
  );
});
