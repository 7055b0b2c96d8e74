import { alarmName, type Alarm } from '@sightline/contract';
import { LeftOutlined, PauseOutlined, CaretRightOutlined, RightOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Slider } from 'antd';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { pickLanguage, textLanguage } from '../../i18n/i18n.ts';
import { MapView } from '../../map/map-view.tsx';
import { useTheme } from '../../theme/theme.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { useUnits } from '../../units/user-units.ts';
import { AlarmMedia } from './alarm-media.tsx';
import { AlarmTrack, type TrackPlace } from './alarm-track.tsx';
import css from './alarms.module.css';
import { InStep } from './in-step.ts';
import { SpeedCurve } from './speed-curve.tsx';
import { Address } from '../monitor/card/address.tsx';
import { UploadText } from './upload-text.tsx';
import { useMayCall } from '../../session/may-call.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { VerdictBar } from './verdict-bar.tsx';
import { verdictText } from './verdict-text.ts';

const POLL_MS = 10_000;

/** Where the vehicle was at an instant: the newest place before it. */
export const placeAt = (track: readonly TrackPlace[], ms: number): TrackPlace | null =>
  track.findLast((p) => Date.parse(p.time) <= ms) ?? track[0] ?? null;

interface AlarmViewerProps {
  readonly alarmId: string;
  /** Of the list, to go on from one to the next. */
  readonly ids: readonly string[];
  readonly onShow: (alarmId: string) => void;
  readonly onClose: () => void;
}

/** One alarm: clips of all channels in step with the map and the speed, and the verdict. J and K go on and back, space plays. */
export const AlarmViewer = ({ alarmId, ids, onShow, onClose }: AlarmViewerProps) => {
  const { t } = useTranslation();
  const query = useCall('alarm.supplement', { alarmId }, { refetchInterval: POLL_MS });
  const at = ids.indexOf(alarmId);
  const next = ids[at + 1];
  const before = at > 0 ? ids[at - 1] : undefined;
  return (
    <SideDrawer
      size={980}
      title={query.data ? `${alarmName(query.data.alarm.alarmName, textLanguage())}: ${query.data.alarm.deviceName}` : t('alarms.alarm')}
      extra={
        <span className={css.steps}>
          <Button
            icon={<LeftOutlined className="directional" aria-hidden />}
            aria-label={`${t('alarms.before')} (K)`}
            disabled={before === undefined}
            onClick={() => before !== undefined && onShow(before)}
          />
          <Button
            icon={<RightOutlined className="directional" aria-hidden />}
            aria-label={`${t('alarms.next')} (J)`}
            disabled={next === undefined}
            onClick={() => next !== undefined && onShow(next)}
          />
        </span>
      }
      onClose={onClose}
    >
      <QueryView query={query}>
        {(found) => <Viewed key={alarmId} found={found} onNext={() => next && onShow(next)} onBefore={() => before && onShow(before)} />}
      </QueryView>
    </SideDrawer>
  );
};

interface ViewedProps {
  readonly found: Awaited<ReturnType<typeof readAlarm>>;
  readonly onNext: () => void;
  readonly onBefore: () => void;
}
const readAlarm = (alarmId: string) => call('alarm.supplement', { alarmId });

const Viewed = ({ found: { alarm, files, track }, onNext, onBefore }: ViewedProps) => {
  const { t, i18n } = useTranslation();
  const theme = useTheme();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [step] = useState(() => new InStep());
  useSyncExternalStore(step.subscribe, step.snapshot);
  const [comment, setComment] = useState(alarm.comment ?? '');
  const alarmMs = Date.parse(alarm.alarmTs);
  // A clip lies around its alarm, as much before it as behind.
  const nowMs = alarmMs + (step.timeS - step.durationS / 2) * 1000;
  const place = useMemo(
    () => (alarm.lat === null || alarm.lon === null ? null : { lat: alarm.lat, lon: alarm.lon }),
    [alarm.lat, alarm.lon],
  );
  const stamp = JSON.stringify(track);
  // The question is asked again while files come; the same track is the same layer.
  const way = useMemo(() => JSON.parse(stamp) as TrackPlace[], [stamp]);
  const now = placeAt(way, nowMs);
  const mayJudge = useMayCall('alarm.valid');
  const judge = useMutation({
    mutationFn: async (invalidStatus: 0 | 1) => {
      await call('alarm.valid', { alarmIds: alarm.id, invalidStatus, comment });
      message.success(t('alarms.judged'));
      await queries.invalidateQueries();
    },
    onError: (error) => message.error(describeError(error).text),
  });
  useViewerKeys({
    j: onNext,
    k: onBefore,
    ...(mayJudge && { v: () => judge.mutate(0), x: () => judge.mutate(1) }),
    ' ': () => step.toggle(),
  });
  return (
    <div className={css.viewer}>
      <Facts alarm={alarm} />
      <VerdictBar
        alarm={alarm}
        comment={comment}
        onComment={setComment}
        isJudging={judge.isPending}
        onJudge={(invalidStatus) => judge.mutate(invalidStatus)}
      />
      <AlarmMedia files={files} step={step} />
      {step.durationS > 0 && (
        <div className={css.transport}>
          <Button
            icon={step.isPlaying ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
            aria-label={t(step.isPlaying ? 'alarms.pause' : 'alarms.play')}
            onClick={() => step.toggle()}
          />
          <Slider
            className={css.slider}
            min={0}
            max={step.durationS}
            step={0.1}
            value={step.timeS}
            ariaLabelForHandle={t('alarms.moment')}
            tooltip={{ open: false }}
            onChange={(timeS: number) => step.seek(timeS)}
          />
          <ZonedTime ms={nowMs} />
        </div>
      )}
      <SpeedCurve track={way} alarmMs={alarmMs} nowMs={nowMs} />
      {place !== null && (
        <div className={css.map}>
          <MapView
            theme={theme.appearance}
            language={pickLanguage([i18n.language])}
            customerPoint={place}
            initialZoom={16}
            searchPlaces={false}
          >
            <AlarmTrack track={way} place={place} now={now} colour={theme.colour} />
          </MapView>
        </div>
      )}
    </div>
  );
};

const Facts = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation();
  const units = useUnits();
  return (
    <p className={css.facts}>
      <ZonedTime ms={Date.parse(alarm.alarmTs)} />
      <span>{t(`alarms.level.${alarm.noticeLevel}`)}</span>
      {alarm.speedConvert !== null && <bdi dir="ltr">{units.speed(alarm.speedConvert)}</bdi>}
      <span>{alarm.customerName}</span>
      {alarm.lat !== null && alarm.lon !== null && <Address lat={alarm.lat} lon={alarm.lon} />}
      {alarm.uploadState !== 'none' && <UploadText alarm={alarm} />}
      <strong>{verdictText(t, alarm)}</strong>
    </p>
  );
};
