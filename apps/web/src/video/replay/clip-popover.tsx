import { ScissorOutlined } from '@ant-design/icons';
import { formatInstant, type UserZone } from '@sightline/domain';
import { App, Button, Popover, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeError } from '../../api/describe-error.ts';
import { call } from '../../api/client.ts';
import css from './replay.module.css';

/** Lengths that are offered, seconds. */
const LENGTHS = [10, 30, 60, 300, 600] as const;
/** How it comes; `auto`: as a file where the device is known to bring files. */
const WAYS = ['auto', 'ftp', 'stream'] as const;
type Way = (typeof WAYS)[number];
const lengthText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${seconds / 60} min`);

export const CLIPS_PATH = '/downLoad/downLoadHistoryFile';

interface Props {
  readonly deviceId: string;
  readonly channels: readonly number[];
  readonly positionMs: number;
  readonly untilMs: number;
  readonly zone: UserZone;
  readonly disabled: boolean;
  /** Before a clip is asked for that may be played: a recorder plays one recording of a channel at a time. */
  readonly onTake: () => void;
}

/** A clip of the channels on screen, from the position on. */
export const ClipPopover = ({ deviceId, channels, positionMs, untilMs, zone, disabled, onTake }: Props) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState(false);
  const [seconds, setSeconds] = useState<number>(30);
  const [way, setWay] = useState<Way>('auto');
  const [busy, setBusy] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const toMs = Math.min(untilMs, positionMs + seconds * 1000);
  const take = async (): Promise<void> => {
    setBusy(true);
    if (way !== 'ftp') onTake();
    try {
      const span = { startTime: new Date(positionMs).toISOString(), endTime: new Date(toMs).toISOString() };
      for (const channelId of channels) await call('video.history.upload', { deviceId, channelId, ...span, way });
      message.success(t('video.clips.taken', { count: channels.length }));
      close();
    } catch (error) {
      message.error(describeError(error).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={(isOpen) => isOpen && content.current?.querySelector<HTMLElement>('input:checked')?.focus()}
      // Where the keys go on to from its button.
      getPopupContainer={(button) => button.parentElement ?? document.body}
      destroyOnHidden
      title={t('video.clips.take')}
      content={
        <div
          ref={content}
          role="dialog"
          aria-label={t('video.clips.take')}
          className={css.clip}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <span className="tabular">{`${formatInstant(zone, positionMs)} – ${formatInstant(zone, toMs, 'HH:mm:ss')}`}</span>
          <Segmented<number>
            aria-label={t('video.clips.length')}
            value={seconds}
            onChange={setSeconds}
            options={LENGTHS.map((value) => ({ value, label: lengthText(value) }))}
          />
          <Segmented<Way>
            aria-label={t('video.clips.way.title')}
            value={way}
            onChange={setWay}
            options={WAYS.map((value) => ({ value, label: t(`video.clips.way.${value}`) }))}
          />
          <span className={css.clipNote}>{t(`video.clips.about.${way}`)}</span>
          <div className={css.clipEnd}>
            <Link to={CLIPS_PATH}>{t('video.clips.list')}</Link>
            <Button type="primary" loading={busy} onClick={() => void take()}>
              {t('video.clips.start', { count: channels.length })}
            </Button>
          </div>
        </div>
      }
    >
      <Button ref={button} icon={<ScissorOutlined aria-hidden />} disabled={disabled} aria-expanded={open}>
        {t('video.clips.take')}
      </Button>
    </Popover>
  );
};
