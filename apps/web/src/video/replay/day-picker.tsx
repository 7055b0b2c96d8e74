import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { VIDEO_HISTORY_LIMITS } from '@sightline/contract';
import { addDays, dayOf, dayRange, type UserZone } from '@sightline/domain';
import { Button, Spin } from 'antd';
import generatePicker from 'antd/es/date-picker/generatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { wallClockConfig } from '../../playback/range/date-range-picker.tsx';
import css from './replay.module.css';

const DAY = 'YYYY-MM-DD';
const QUARTER_MS = 900_000;
const DAYS_STALE_MS = 600_000;

interface Props {
  readonly zone: UserZone;
  readonly day: string;
  readonly today: string;
  /** Whose recorded days are marked; null: no camera is chosen. */
  readonly camera: { readonly deviceId: string; readonly channelId: number } | null;
  readonly onDay: (day: string) => void;
}

/** A day, with those marked that the camera has recordings of: it is asked when the calendar is opened. */
export const DayPicker = ({ zone, day, today, camera, onDay }: Props) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const oldest = addDays(today, -VIDEO_HISTORY_LIMITS.days);
  const span = { startTime: new Date(dayRange(zone, oldest)[0]).toISOString(), endTime: new Date(dayRange(zone, today)[1]).toISOString() };
  const days = useCall(
    'video.history.days',
    { deviceId: camera?.deviceId ?? '0', channelId: camera?.channelId ?? 1, ...span },
    { enabled: open && camera !== null, staleTime: DAYS_STALE_MS },
  );
  const recorded = useMemo(() => new Set(days.data?.quarters.map((quarter) => dayOf(zone, quarter * QUARTER_MS))), [days.data, zone]);
  const pickers = useMemo(() => ({ Day: generatePicker<Dayjs>(wallClockConfig(() => dayjs.utc(today))) }), [today]);
  const note = days.isFetching ? 'asking' : days.isError ? 'failed' : days.data ? 'marked' : null;
  return (
    <div className={css.days}>
      <Button
        icon={<LeftOutlined className="directional" aria-hidden />}
        aria-label={t('video.replay.dayBefore')}
        title={t('video.replay.dayBefore')}
        disabled={day <= oldest}
        onClick={() => onDay(addDays(day, -1))}
      />
      <pickers.Day
        aria-label={t('video.replay.day')}
        allowClear={false}
        value={dayjs.utc(day)}
        format={DAY}
        onOpenChange={setOpen}
        disabledDate={(date) => date.format(DAY) > today || date.format(DAY) < oldest}
        cellRender={(current, info) => {
          if (info.type !== 'date' || typeof current !== 'object') return info.originNode;
          const marked = recorded.has(current.format(DAY));
          return (
            <div className="ant-picker-cell-inner" title={marked ? t('video.replay.recorded') : undefined}>
              {current.date()}
              {marked && <i className={css.dayMark} aria-hidden />}
              {marked && <span className="visually-hidden">{t('video.replay.recorded')}</span>}
            </div>
          );
        }}
        renderExtraFooter={() =>
          note !== null && (
            <span role="status" className={css.dayNote}>
              {note === 'asking' ? (
                <Spin size="small" />
              ) : (
                <i className={css.dayMark} data-off={note === 'failed' || undefined} aria-hidden />
              )}
              {t(`video.replay.days.${note}`)}
            </span>
          )
        }
        onChange={(date) => date && onDay(date.format(DAY))}
      />
      <Button
        icon={<RightOutlined className="directional" aria-hidden />}
        aria-label={t('video.replay.dayAfter')}
        title={t('video.replay.dayAfter')}
        disabled={day >= today}
        onClick={() => onDay(addDays(day, 1))}
      />
    </div>
  );
};
