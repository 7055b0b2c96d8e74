import { formatInstant, type UserZone } from '@sightline/domain';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordedSpan } from './recorded.ts';
import css from './replay.module.css';

const HOUR_MS = 3_600_000;
/** Widths that are chosen between, hours. */
export const TIMELINE_HOURS = [24, 6, 1] as const;
export type TimelineHours = (typeof TIMELINE_HOURS)[number];
/** Distance of two marks by the width, ms. */
const TICK_MS: Record<TimelineHours, number> = { 24: 2 * HOUR_MS, 6: HOUR_MS / 2, 1: HOUR_MS / 12 };

export interface TimelineRow {
  readonly channel: number;
  readonly name: string;
  readonly spans: readonly RecordedSpan[];
}

interface Props {
  readonly rows: readonly TimelineRow[];
  readonly dayFromMs: number;
  readonly dayToMs: number;
  readonly positionMs: number;
  readonly hours: TimelineHours;
  readonly zone: UserZone;
  readonly onSeek: (ms: number) => void;
}

/** The part of the day that is shown: the one around the position. */
export const timelineWindow = (fromMs: number, toMs: number, hours: TimelineHours, positionMs: number): readonly [number, number] => {
  const width = Math.min(toMs - fromMs, hours * HOUR_MS);
  const page = Math.floor((Math.min(toMs - 1, Math.max(fromMs, positionMs)) - fromMs) / width);
  return [fromMs + page * width, Math.min(toMs, fromMs + (page + 1) * width)];
};

/** What was recorded of each channel, coloured, and the position on it. A click goes there. */
export const ReplayTimeline = ({ rows, dayFromMs, dayToMs, positionMs, hours, zone, onSeek }: Props) => {
  const { t } = useTranslation();
  const track = useRef<HTMLDivElement>(null);
  const [fromMs, toMs] = timelineWindow(dayFromMs, dayToMs, hours, positionMs);
  const share = (ms: number): number => Math.max(0, Math.min(1, (ms - fromMs) / (toMs - fromMs)));
  const percent = (ms: number): string => `${share(ms) * 100}%`;
  const ticks = Array.from({ length: Math.ceil((toMs - fromMs) / TICK_MS[hours]) }, (_, i) => fromMs + i * TICK_MS[hours]);
  const to = (event: PointerEvent): void => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    onSeek(fromMs + Math.max(0, Math.min(1, (event.clientX - box.x) / box.width)) * (toMs - fromMs));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const stepMs = event.shiftKey ? 60_000 : 10_000;
    const moves: Readonly<Record<string, number>> = { ArrowRight: stepMs, ArrowLeft: -stepMs, PageUp: -10 * 60_000, PageDown: 10 * 60_000 };
    const move = event.key === 'Home' ? dayFromMs - positionMs : event.key === 'End' ? dayToMs - 60_000 - positionMs : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.max(dayFromMs, Math.min(dayToMs - 1_000, positionMs + move)));
  };
  return (
    <div className={css.timeline}>
      <div className={css.rowNames} aria-hidden>
        {rows.map(({ channel, name }) => (
          <span key={channel} title={name}>
            {name}
          </span>
        ))}
      </div>
      <div
        ref={track}
        className={css.tracks}
        // Time runs to the right everywhere, as in every player.
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t('video.replay.position')}
        aria-valuemin={dayFromMs}
        aria-valuemax={dayToMs}
        aria-valuenow={Math.round(positionMs)}
        aria-valuetext={formatInstant(zone, positionMs, 'HH:mm:ss')}
        onPointerDown={to}
        onKeyDown={onKeyDown}
      >
        {rows.map(({ channel, spans }) => (
          <div key={channel} className={css.row} data-channel={channel}>
            {spans
              .filter((span) => span.toMs > fromMs && span.fromMs < toMs)
              .map((span) => (
                <i
                  key={span.fromMs}
                  data-alarm={span.alarm || undefined}
                  style={{ insetInlineStart: percent(span.fromMs), inlineSize: `${(share(span.toMs) - share(span.fromMs)) * 100}%` }}
                />
              ))}
          </div>
        ))}
        <div className={`${css.ticks} tabular`} aria-hidden>
          {ticks.map((ms) => (
            <span key={ms} style={{ insetInlineStart: percent(ms) }}>
              {formatInstant(zone, ms, 'HH:mm')}
            </span>
          ))}
        </div>
        <b className={css.cursor} style={{ insetInlineStart: percent(positionMs) }} aria-hidden />
      </div>
    </div>
  );
};
