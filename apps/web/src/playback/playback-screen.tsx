import { DownloadOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { TripSegment } from '@sightline/contract';
import { formatDuration, type UserZone } from '@sightline/domain';
import { Button, Checkbox, Dropdown, Segmented } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapTypeId } from '../map/map-types.ts';
import { MapView, type GeoPoint, type MapViewHandle } from '../map/map-view.tsx';
import { describeError } from '../api/describe-error.ts';
import { commonSpans, neighbourSpeed } from './clock.ts';
import { PlaybackCursor } from './cursor.ts';
import { EventList } from './events/event-list.tsx';
import { eventsOf } from './events/track-events.ts';
import { EXPORT_FORMATS, saveTrack } from './export-track.ts';
import { Legend } from './parts/legend.tsx';
import { PointPicker, type PickedPoint } from './parts/map-tools.tsx';
import { PointCard } from './parts/point-card.tsx';
import { QueryPanel } from './parts/query-panel.tsx';
import { SegmentList } from './parts/segment-list.tsx';
import { Transport } from './parts/transport.tsx';
import type { PlaybackQuery } from './playback-url.ts';
import type { PlaybackPort } from './port.ts';
import { Timeline } from './timeline/timeline.tsx';
import { boxOf, extendReach, uniteReaches } from './track/bounds.ts';
import { CursorLayer } from './track/cursor-layer.tsx';
import { stepTime, windowOf } from './track/lookup.ts';
import { TrackLayer } from './track/track-layer.tsx';
import { useTracks, type PlayedDevice } from './use-tracks.ts';
import './playback.css';
import './events/events.css';
import { useLatest } from '../ui/use-latest.ts';
import type { UserUnits } from '../units/user-units.ts';

export interface PlaybackScreenProps {
  readonly port: PlaybackPort;
  readonly query: PlaybackQuery;
  /** To be put into the address of the page. */
  readonly onQueryChange: (query: PlaybackQuery) => void;
  readonly zone: UserZone;
  readonly theme: 'light' | 'dark';
  readonly language: string;
  readonly accent: string;
  readonly units: UserUnits;
  readonly mapType: MapTypeId;
  readonly onMapTypeChange: (type: MapTypeId) => void;
  readonly customerPoint?: GeoPoint | null;
  /** Whenever more of the track is on the screen; `whole`: the line of the whole range is, at least in overview. */
  readonly onPainted?: (whole: boolean) => void;
}

/** How far the legend of speeds reaches beyond the edge that fitted tracks keep. */
const LEGEND_PX = 70;
/** Keys in these elements belong to the elements. */
const TYPES_TEXT = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON']);

const quietOf = ({ segments }: PlayedDevice): [number, number][] =>
  segments.filter((segment) => segment.kind === 'stop').map((segment) => [Date.parse(segment.startTime), Date.parse(segment.endTime)]);

/** Where devices were: query and trips at the side, the track on the map, one cursor for map and timeline. */
export const PlaybackScreen = (props: PlaybackScreenProps): ReactElement => {
  const { port, query, onQueryChange, zone, theme, language, accent, units, mapType, onMapTypeChange, customerPoint, onPainted } = props;
  const { t } = useTranslation();
  const map = useRef<MapViewHandle>(null);
  const [attempt, setAttempt] = useState(0);
  const [showRejected, setShowRejected] = useState(false);
  const [skipStops, setSkipStops] = useState(true);
  const [picked, setPicked] = useState<PickedPoint | null>(null);
  const [listed, setListed] = useState(0);
  const [list, setList] = useState<'trips' | 'events'>('trips');
  const devices = useTracks(port, query.deviceIds, query.fromMs, query.toMs, attempt);
  const [cursor] = useState(() => new PlaybackCursor(query.fromMs, query.toMs));
  const latest = useLatest(query);

  useEffect(() => {
    cursor.setRange(query.fromMs, query.toMs);
  }, [cursor, query.fromMs, query.toMs]);
  const linkedAt = useRef(query.atMs);
  useEffect(() => {
    if (linkedAt.current !== null) cursor.seek(linkedAt.current);
    return () => cursor.pause();
  }, [cursor]);
  useEffect(() => {
    const stops = commonSpans(devices.map(quietOf));
    cursor.setSkip(skipStops ? stops : []);
  }, [cursor, devices, skipStops]);

  // The address follows the cursor when it rests, not on every frame.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = cursor.subscribe(({ atMs, playing }) => {
      clearTimeout(timer);
      if (!playing) timer = setTimeout(() => latest.current.atMs !== atMs && onQueryChange({ ...latest.current, atMs }), 400);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [cursor, onQueryChange, latest]);

  const key = `${query.deviceIds.join(',')}|${query.fromMs}|${query.toMs}`;
  const fitted = useRef('');
  useEffect(() => {
    const loaded = devices.every((device) => device.state !== 'loading');
    const known = loaded || devices.every(({ state, overview }) => overview !== null || state !== 'loading');
    const box = uniteReaches(devices.map(({ overview, digest }) => (overview === null ? digest.reach : extendReach(null, overview, 0))));
    if (box === null || map.current === null || fitted.current === `${key}|done`) return;
    // Once when the first part is there, and once more when the whole is known.
    if (fitted.current === key && !known) return;
    const first = fitted.current !== key;
    fitted.current = known ? `${key}|done` : key;
    // The first pictures wait for no animation.
    map.current.fitBox(box, !first && loaded);
  }, [devices, key]);

  const step = useCallback(
    (direction: 1 | -1) => {
      const lead = devices[0];
      cursor.pause();
      if (lead !== undefined) cursor.seek(stepTime(lead.track, cursor.state.atMs, direction));
    },
    [cursor, devices],
  );
  const pick = useCallback(
    (point: PickedPoint | null) => {
      setPicked(point);
      const device = devices.find(({ deviceId }) => deviceId === point?.deviceId);
      if (point === null || device === undefined) return;
      cursor.pause();
      cursor.seek(device.track.timeMs[point.index] as number);
    },
    [cursor, devices],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement) || TYPES_TEXT.has(event.target.tagName))
      return;
    const onMap = event.target.tagName === 'CANVAS';
    if (event.key === ' ') cursor.toggle();
    else if ((event.key === '+' || event.key === '=') && !onMap) cursor.setSpeed(neighbourSpeed(cursor.state.speed, 1));
    else if (event.key === '-' && !onMap) cursor.setSpeed(neighbourSpeed(cursor.state.speed, -1));
    else if (event.key === 'ArrowRight' && !onMap) step(1);
    else if (event.key === 'ArrowLeft' && !onMap) step(-1);
    else return;
    event.preventDefault();
  };
  const loadedDevices = useLatest(devices);
  const show = useCallback(
    (segment: TripSegment): void => {
      const track = loadedDevices.current.find(({ deviceId }) => deviceId === segment.deviceId)?.track;
      const box = track && boxOf(windowOf(track, Date.parse(segment.startTime), Date.parse(segment.endTime)));
      if (box) map.current?.fitBox(box);
    },
    [loadedDevices],
  );
  const seek = useCallback((atMs: number) => cursor.seek(atMs), [cursor]);

  const changeQuery = useCallback(
    (change: Partial<PlaybackQuery>) => onQueryChange({ ...latest.current, ...change }),
    [onQueryChange, latest],
  );
  const toEvent = useCallback(
    (atMs: number) => {
      cursor.pause();
      cursor.seek(atMs);
    },
    [cursor],
  );
  const events = useMemo(
    () => devices.map(({ digest, segments }) => eventsOf(digest.found, segments, query.fromMs, query.toMs)),
    [devices, query.fromMs, query.toMs],
  );
  const pickedDevice = devices.find(({ deviceId }) => deviceId === picked?.deviceId);
  const inList = devices[listed] ?? devices[0];
  const listedEvents = (inList && events[devices.indexOf(inList)]) ?? [];
  const failed = devices.filter((device) => device.state === 'failed');
  const loading = devices.some((device) => device.state === 'loading');
  const empty = devices.length > 0 && !loading && failed.length === 0 && devices.every((device) => device.track.count === 0);
  const rejectedCount = devices.reduce((sum, { digest }) => sum + digest.rejected, 0);
  const trips = inList?.segments.filter((segment) => segment.kind === 'trip') ?? [];
  const header = ['time', 'lat', 'lon', 'speed', 'course', 'acc', 'rejected'].map((column) =>
    t(`playback.csv.${column}`, { unit: units.symbol('speed') }),
  );

  return (
    <div className="sl-playback" onKeyDown={onKeyDown}>
      <aside className="sl-playback-side" aria-label={t('playback.panel')}>
        <div className="sl-playback-asked">
          <QueryPanel port={port} query={query} devices={devices} zone={zone} onChange={changeQuery} />
          {devices.length > 1 ? (
            <div className="sl-playback-devices" role="group" aria-label={t('playback.devices')}>
              {devices.map((device, i) => (
                <button key={device.deviceId} type="button" aria-pressed={device === inList} onClick={() => setListed(i)}>
                  <i style={{ background: device.colour }} aria-hidden="true" />
                  {device.name}
                </button>
              ))}
            </div>
          ) : null}
          {inList !== undefined && inList.segments.length > 0 ? (
            <p className="sl-playback-summary tabular">
              {t('playback.summary', {
                count: trips.length,
                distance: units.distance(trips.reduce((sum, trip) => sum + trip.totalMileage, 0)),
                duration: formatDuration(trips.reduce((sum, trip) => sum + trip.totalTime, 0)),
              })}
            </p>
          ) : null}
        </div>
        <div className="sl-playback-found">
          {inList === undefined ? null : (
            <Segmented
              block
              className="sl-playback-view"
              aria-label={t('playback.view')}
              value={list}
              onChange={setList}
              options={[
                { value: 'trips', label: t('playback.trips') },
                { value: 'events', label: t('playback.events', { count: listedEvents.length }) },
              ]}
            />
          )}
          {failed.map((device) => (
            <div key={device.deviceId} className="sl-playback-failed" role="alert">
              <ExclamationCircleOutlined aria-hidden />
              <p>
                <strong>{device.name}</strong> {describeError(device.error).text}
              </p>
              <Button size="small" onClick={() => setAttempt(attempt + 1)}>
                {t('playback.retry')}
              </Button>
            </div>
          ))}
          <div className="sl-playback-list">
            {inList === undefined ? (
              <p className="sl-playback-muted">{t('playback.chooseDevice')}</p>
            ) : list === 'events' ? (
              loading && listedEvents.length === 0 ? null : (
                <EventList events={listedEvents} zone={zone} theme={theme} onSeek={toEvent} />
              )
            ) : (
              <SegmentList segments={inList.segments} port={port} zone={zone} units={units} onSeek={seek} onShow={show} />
            )}
            {loading ? (
              <p className="sl-playback-muted" role="status">
                {t('playback.loading')}
              </p>
            ) : null}
            {empty ? <p className="sl-playback-muted">{t('playback.noPositions')}</p> : null}
          </div>
        </div>
        <div className="sl-playback-options">
          <Checkbox checked={showRejected} onChange={(event) => setShowRejected(event.target.checked)} disabled={rejectedCount === 0}>
            {t('playback.showRejected', { count: rejectedCount })}
          </Checkbox>
          <Dropdown
            disabled={devices.every((device) => device.track.count === 0)}
            trigger={['click']}
            menu={{
              items: EXPORT_FORMATS.map((format) => ({ key: format, label: format.toUpperCase() })),
              onClick: ({ key: format }) => {
                const chosen = EXPORT_FORMATS.find((candidate) => candidate === format);
                if (chosen) for (const device of devices) if (device.track.count > 0) saveTrack(device, chosen, zone, units, header);
              },
            }}
          >
            <Button size="small" icon={<DownloadOutlined aria-hidden />}>
              {t('playback.export')}
            </Button>
          </Dropdown>
        </div>
      </aside>
      <div className="sl-playback-map">
        <MapView
          ref={map}
          theme={theme}
          language={language}
          accent={accent}
          mapType={mapType}
          onMapTypeChange={onMapTypeChange}
          customerPoint={customerPoint ?? null}
          coveredPx={LEGEND_PX}
        >
          <TrackLayer devices={devices} showRejected={showRejected} {...(onPainted ? { onPainted } : {})} />
          <CursorLayer devices={devices} cursor={cursor} follow />
          <PointPicker devices={devices} withRejected={showRejected} onPick={pick} />
          <Legend formatSpeed={units.speed} />
        </MapView>
        {picked !== null && pickedDevice !== undefined ? (
          <PointCard device={pickedDevice} index={picked.index} port={port} zone={zone} units={units} onClose={() => setPicked(null)} />
        ) : null}
      </div>
      <div className="sl-playback-foot">
        <Transport
          cursor={cursor}
          devices={devices}
          zone={zone}
          formatSpeed={units.speed}
          onStep={step}
          skipStops={skipStops}
          onSkipStops={setSkipStops}
        />
        <Timeline devices={devices} events={events} cursor={cursor} zone={zone} theme={theme} units={units} />
      </div>
    </div>
  );
};
