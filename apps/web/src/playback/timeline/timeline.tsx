import { formatInstant, type UserZone } from '@sightline/domain';
import { useEffect, useMemo, useRef, useState, type PointerEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaybackCursor } from '../cursor.ts';
import { eventText } from '../events/event-text.ts';
import { nearestEvent, type TrackEvent } from '../events/track-events.ts';
import { stepTime } from '../track/lookup.ts';
import type { UserUnits } from '../../units/user-units.ts';
import type { PlayedDevice } from '../use-tracks.ts';
import { drawTimeline, eventRowAt, timelineHeight, timeOf, topSpeed, xOf, zoomWindow, type TimelineWindow } from './draw-timeline.ts';

const COLOURS = {
  light: { theme: 'light', text: '#545d69', line: '#e3e7eb', trip: '#3f73b7', stop: '#c9d0d8', accOn: '#1f9d55', accOff: '#d7dce2' },
  dark: { theme: 'dark', text: '#a6afba', line: '#2c343d', trip: '#5d92d8', stop: '#46515d', accOn: '#2fb56b', accOff: '#333c46' },
} as const;
const JUMP_MS = 60_000;
/** A mark is caught from so far, px. */
const MARK_REACH_PX = 7;
const WHEEL_FACTOR = 1.0015;

interface Props {
  readonly devices: readonly PlayedDevice[];
  /** By device. */
  readonly events: readonly (readonly TrackEvent[])[];
  readonly cursor: PlaybackCursor;
  readonly zone: UserZone;
  readonly theme: 'light' | 'dark';
  readonly units: UserUnits;
}

/** Speed, trips, ignition and events of every device over time, with the cursor of the map. A slider for the keyboard. */
export const Timeline = ({ devices, events, cursor, zone, theme, units }: Props): ReactElement => {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<HTMLCanvasElement>(null);
  const hand = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const { fromMs, toMs } = cursor.state;
  const [zoomed, setZoomed] = useState<{ readonly fromMs: number; readonly toMs: number } | null>(null);
  const window = useMemo<TimelineWindow>(
    () => ({ fromMs: zoomed?.fromMs ?? fromMs, toMs: zoomed?.toMs ?? toMs, width }),
    [zoomed, fromMs, toMs, width],
  );
  const height = timelineHeight(devices.length);
  const topKph = useMemo(() => topSpeed(devices, units.choice.speed), [devices, units]);
  useEffect(() => setZoomed(null), [fromMs, toMs]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const canvas = chart.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || width === 0) return;
    const ratio = devicePixelRatio;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawTimeline(context, devices, events, window, zone, COLOURS[theme], topKph, units.speed(topKph));
  }, [devices, events, window, zone, theme, width, height, topKph, units]);

  useEffect(() => {
    const place = (): void => {
      const element = hand.current;
      if (element === null) return;
      const { atMs } = cursor.state;
      const x = xOf(window, atMs);
      element.style.transform = `translateX(${x}px)`;
      element.hidden = x < 0 || x > width;
      box.current?.setAttribute('aria-valuenow', String(Math.round(atMs / 1000)));
      box.current?.setAttribute('aria-valuetext', formatInstant(zone, atMs));
    };
    place();
    return cursor.subscribe(place);
  }, [cursor, window, zone, width]);

  // React listens to wheels passively; zooming must keep the page where it is.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const around = timeOf(window, event.clientX - element.getBoundingClientRect().left);
      const next = zoomWindow(window, around, WHEEL_FACTOR ** event.deltaY, fromMs, toMs);
      setZoomed(next.toMs - next.fromMs >= toMs - fromMs ? null : { fromMs: next.fromMs, toMs: next.toMs });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [window, fromMs, toMs]);

  /** The mark under the pointer, when it is in a band of events. */
  const markAt = (pointer: PointerEvent<HTMLDivElement>): TrackEvent | null => {
    const { left, top } = pointer.currentTarget.getBoundingClientRect();
    const row = eventRowAt(pointer.clientY - top, devices.length);
    const reachMs = (MARK_REACH_PX / width) * (window.toMs - window.fromMs);
    return row === -1 ? null : nearestEvent(events[row] ?? [], timeOf(window, pointer.clientX - left), reachMs);
  };
  const seek = (pointer: PointerEvent<HTMLDivElement>): void =>
    cursor.seek(timeOf(window, pointer.clientX - pointer.currentTarget.getBoundingClientRect().left));
  const lead = devices[0];
  return (
    <div
      ref={box}
      className="sl-playback-timeline"
      // Time runs to the right everywhere, as in every player.
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('playback.timeline')}
      aria-valuemin={Math.round(fromMs / 1000)}
      aria-valuemax={Math.round(toMs / 1000)}
      aria-valuenow={Math.round(cursor.state.atMs / 1000)}
      style={{ blockSize: height }}
      onPointerDown={(event) => {
        const mark = markAt(event);
        if (mark !== null) {
          cursor.pause();
          cursor.seek(mark.atMs);
          return;
        }
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event);
          return;
        }
        const mark = markAt(event);
        const tip = mark === null ? '' : `${eventText(t, mark)}, ${formatInstant(zone, mark.atMs, 'MM-dd HH:mm:ss')}`;
        if (event.currentTarget.title !== tip) event.currentTarget.title = tip;
        event.currentTarget.style.cursor = mark === null ? '' : 'pointer';
      }}
      onDoubleClick={() => setZoomed(null)}
      onKeyDown={(event) => {
        const { atMs } = cursor.state;
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (step !== 0 && lead !== undefined) cursor.seek(event.shiftKey ? atMs + step * JUMP_MS : stepTime(lead.track, atMs, step));
        else if (event.key === 'PageUp' || event.key === 'PageDown') cursor.seek(atMs + (event.key === 'PageUp' ? 10 : -10) * JUMP_MS);
        else if (event.key === 'Home') cursor.seek(fromMs);
        else if (event.key === 'End') cursor.seek(toMs);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <canvas ref={chart} aria-hidden="true" style={{ inlineSize: width, blockSize: height }} />
      <div ref={hand} className="sl-playback-hand" />
    </div>
  );
};
