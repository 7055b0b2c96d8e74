import { VIDEO_HISTORY_LIMITS } from '@sightline/contract';
import { dayOf, dayRange, formatInstant, PLAYBACK_SPEEDS } from '@sightline/domain';
import { App, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { useCall } from '../api/query.ts';
import { useMayCall } from '../session/may-call.ts';
import { useZone, zoneLabel } from '../time/zone.ts';
import { useDockDrawer } from '../ui/dock/side-dock.tsx';
import { fileNamePart, saveBlob } from '../ui/save-blob.ts';
import { Empty, QueryView } from '../ui/view-state.tsx';
import { soundOutput } from './player/sound-output.ts';
import { ClipPopover } from './replay/clip-popover.tsx';
import { DayPicker } from './replay/day-picker.tsx';
import { nextRecorded, spansByChannel } from './replay/recorded.ts';
import { ReplayMap } from './replay/replay-map.tsx';
import css from './replay/replay.module.css';
import { ReplayTile } from './replay/replay-tile.tsx';
import { ReplayTimeline, TIMELINE_HOURS, type TimelineHours } from './replay/replay-timeline.tsx';
import { ReplayTransport } from './replay/replay-transport.tsx';
import { MAX_CHANNELS, shownDay, useReplayState, withCamera } from './replay/replay-url.ts';
import { useReplay } from './replay/use-replay.ts';
import { useReplayKeys } from './replay/use-replay-keys.ts';
import type { LiveTile } from './stream/live-tile.ts';
import { usePreparedPlayer } from './stream/use-prepared-player.ts';
import { defaultChannelName, INFO_STALE_MS, loadCameras } from './wall/cameras-of.ts';
import { WallDock } from './wall/wall-dock.tsx';

const LIST_STALE_MS = 300_000;
const STOPPED = { playing: false, direction: 1, speed: 1 } as const;

/** Recordings of the cameras of a device, played in step, with the place of the vehicle. */
export const Page = () => {
  usePreparedPlayer();
  const { t } = useTranslation();
  const { message } = App.useApp();
  const zone = useZone();
  const [state, change] = useReplayState();
  const drawer = useDockDrawer(t('video.cameras'));
  const mayClip = useMayCall('video.history.upload');
  const [hours, setHours] = useState<TimelineHours>(24);
  const [sound, setSound] = useState<number | null>(null);
  // "Today" must not change under the screen at midnight, nor its end with every rendering.
  const [openedMs] = useState(Date.now);
  const today = dayOf(zone, openedMs);
  const day = shownDay(zone, state.day, openedMs);
  const { deviceId, channels } = state;
  const [dayFromMs, dayToMs] = useMemo(() => dayRange(zone, day), [zone, day]);
  const untilMs = Math.min(dayToMs, openedMs);

  const info = useCall('device.info', { deviceId: deviceId ?? '0' }, { enabled: deviceId !== null, staleTime: INFO_STALE_MS });
  const list = useCall(
    'video.history.list',
    { deviceId: deviceId ?? '0', startTime: new Date(dayFromMs).toISOString(), endTime: new Date(untilMs).toISOString() },
    { enabled: deviceId !== null, staleTime: LIST_STALE_MS },
  );
  const spans = useMemo(() => spansByChannel(list.data ?? []), [list.data]);
  const target = useMemo(() => (deviceId === null ? null : { deviceId, fromMs: dayFromMs, toMs: untilMs }), [deviceId, dayFromMs, untilMs]);
  const replay = useReplay(target, channels, (error) => void message.error(describeError(error).text));
  const { session } = replay;
  const begin = nextRecorded(
    spans,
    channels,
    state.atMs !== null && state.atMs >= dayFromMs && state.atMs < untilMs ? state.atMs : dayFromMs,
  );
  const positionMs = replay.view?.positionMs ?? begin ?? dayFromMs;
  const view = replay.view ?? STOPPED;
  const canPlay = channels.length > 0 && begin !== null;

  // The address follows the position when it rests.
  const rested = useRef<number | null>(null);
  useEffect(() => {
    if (session === null || view.playing || rested.current === positionMs) return;
    const timer = setTimeout(() => {
      rested.current = positionMs;
      change({ atMs: positionMs });
    }, 500);
    return () => clearTimeout(timer);
  }, [session, view.playing, positionMs, change]);

  const seek = (ms: number): void => {
    const atMs = nextRecorded(spans, channels, Math.max(dayFromMs, ms));
    if (atMs === null) return void message.info(t('video.replay.noneLater'));
    if (session !== null) session.seek(atMs);
    else if (canPlay) replay.start(atMs);
  };
  const toggle = (): void => {
    if (session === null) return canPlay ? replay.start(begin) : undefined;
    if (view.playing) session.pause();
    else session.play();
  };
  useReplayKeys({
    toggle,
    step: () => view.direction > 0 && session?.step(),
    turn: () => session?.run({ direction: view.direction > 0 ? -1 : 1, speed: 1 }),
    faster: (step) => {
      const speed = PLAYBACK_SPEEDS[PLAYBACK_SPEEDS.indexOf(view.speed) + step];
      if (speed !== undefined) session?.run({ direction: view.direction, speed });
    },
    seek: (seconds) => session !== null && seek(positionMs + seconds * 1000),
  });

  const choose = (device: string, channel: number): void => {
    change({ deviceId: device, channels: withCamera(state, device, channel), ...(device === deviceId ? {} : { atMs: null }) });
    drawer.setOpen(false);
  };
  const chooseDevice = async (device: string): Promise<void> => {
    try {
      const cameras = await loadCameras(device);
      if (cameras.length === 0) return void message.info(t('ui.noCameras'));
      change({ deviceId: device, channels: cameras.slice(0, MAX_CHANNELS).map(({ channelId }) => channelId), atMs: null });
      drawer.setOpen(false);
    } catch (error) {
      message.error(describeError(error).text);
    }
  };
  const deviceName = info.data?.deviceName ?? deviceId ?? '';
  const channelName = (channel: number): string =>
    info.data?.channelNames.find(({ id }) => id === channel)?.name ?? defaultChannelName(channel);
  const snapshot = async (channel: number, tile: LiveTile): Promise<void> => {
    const picture = await tile.picture();
    if (picture === null) return void message.warning(t('video.noPicture'));
    const at = formatInstant(zone, positionMs, 'yyyyMMdd-HHmmss');
    saveBlob([fileNamePart(deviceName), fileNamePart(channelName(channel)), `${at}.png`].join('-'), picture);
  };
  const hint = list.isError
    ? describeError(list.error).text
    : t(list.isPending ? 'video.replay.asking' : begin === null ? 'video.replay.none' : 'video.replay.hint');
  const rows = channels.map((channel) => ({ channel, name: channelName(channel), spans: spans.get(channel) ?? [] }));

  return (
    <div className={css.page}>
      <WallDock
        drawer={drawer}
        state={state}
        shown={deviceId === null ? [] : channels.map((channelId) => ({ deviceId, channelId }))}
        change={change}
        onCamera={(camera) => choose(camera.deviceId, camera.channelId)}
        onDevice={(device) => void chooseDevice(device)}
      />
      <div className={css.centre}>
        <div className={css.bar}>
          {drawer.button}
          <strong className={css.device} title={deviceName}>
            {deviceName}
          </strong>
          <DayPicker
            zone={zone}
            day={day}
            today={today}
            camera={deviceId === null ? null : { deviceId, channelId: channels[0] ?? 1 }}
            onDay={(next) => change({ day: next === today ? null : next, atMs: null })}
          />
        </div>
        {deviceId === null || channels.length === 0 ? (
          <div className={css.nothing}>
            <Empty text={t('video.replay.chooseCamera')} />
          </div>
        ) : (
          <>
            <div className={css.screen}>
              <div className={css.tiles} data-count={channels.length}>
                {channels.map((channel, place) => (
                  <ReplayTile
                    key={`${deviceId}.${channel}`}
                    place={place}
                    name={`${deviceName} · ${channelName(channel)}`}
                    tile={session?.tile(channel) ?? null}
                    sound={sound === channel}
                    hint={hint}
                    onSound={() => {
                      soundOutput.unlock();
                      setSound(sound === channel ? null : channel);
                    }}
                    onSnapshot={(tile) => void snapshot(channel, tile)}
                  />
                ))}
              </div>
              <ReplayMap deviceId={deviceId} fromMs={dayFromMs} toMs={untilMs} positionMs={positionMs} playing={view.playing} zone={zone} />
            </div>
            <div className={css.foot}>
              <div className={css.controls}>
                <ReplayTransport
                  view={view}
                  disabled={!canPlay}
                  onToggle={toggle}
                  onRun={(pace) => session?.run(pace)}
                  onStep={() => session?.step()}
                />
                <bdi dir="ltr" className={`${css.clock} tabular`} data-clock>
                  {`${formatInstant(zone, positionMs)} ${zoneLabel(zone, positionMs)}`}
                </bdi>
                {mayClip && (
                  <ClipPopover
                    deviceId={deviceId}
                    channels={channels}
                    positionMs={positionMs}
                    untilMs={untilMs}
                    zone={zone}
                    disabled={!canPlay}
                    onTake={() => {
                      change({ atMs: positionMs });
                      replay.stop();
                    }}
                  />
                )}
                <span className={css.legend}>
                  <i aria-hidden /> {t('video.replay.continuous')}
                  <i data-alarm aria-hidden /> {t('video.replay.alarm')}
                </span>
                <Segmented<TimelineHours>
                  aria-label={t('video.replay.width')}
                  value={hours}
                  onChange={setHours}
                  options={TIMELINE_HOURS.map((value) => ({ value, label: t('video.replay.hours', { count: value }) }))}
                />
              </div>
              <QueryView
                query={list}
                rows={2}
                isEmpty={() => begin === null}
                empty={<Empty text={t('video.replay.noneOfDay', { days: VIDEO_HISTORY_LIMITS.days })} />}
              >
                {() => (
                  <ReplayTimeline
                    rows={rows}
                    dayFromMs={dayFromMs}
                    dayToMs={dayToMs}
                    positionMs={positionMs}
                    hours={hours}
                    zone={zone}
                    onSeek={seek}
                  />
                )}
              </QueryView>
            </div>
          </>
        )}
      </div>
    </div>
  );
};
