import { AudioMutedOutlined, AudioOutlined, CloseOutlined, PhoneFilled, SettingOutlined } from '@ant-design/icons';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/clock.ts';
import { WATCH_MINUTES } from '../wall/use-live-tile.ts';
import { ToolButton } from '../wall/tool-button.tsx';
import { useWallPreferences } from '../wall/wall-preferences.ts';
import { LevelMeter } from './level-meter.tsx';
import css from './talk.module.css';
import type { TalkSession } from './talk-session.ts';
import { useTalkView } from './use-talk.ts';

interface TalkStripProps {
  readonly session: TalkSession;
  /** What is talked with, in words. */
  readonly name: string;
  readonly onAgain: () => void;
  readonly onEnd: () => void;
  readonly onMicrophone: () => void;
}

/** The talk over a tile: what becomes of it, the microphone, and how to hang up. It lies over the pictures, so that nothing moves. */
export const TalkStrip = ({ session, name, onAgain, onEnd, onMicrophone }: TalkStripProps) => {
  const { t } = useTranslation();
  const { state, muted, pushToTalk, held, level } = useTalkView(session);
  const { phase, reason, detail } = state;
  const isOver = phase === 'ended';
  const isSilent = muted || (pushToTalk && !held);
  const wanted = useWallPreferences((preferences) => preferences.pushToTalk);
  useEffect(() => session.setPushToTalk(wanted), [session, wanted]);
  // A button that is held when the strip goes is not held any more.
  useEffect(() => () => session.hold(false), [session]);
  const text = isOver
    ? (detail ?? t(`video.talk.reason.${reason ?? 'lost'}`, { minutes: WATCH_MINUTES }))
    : phase === 'talking'
      ? t(isSilent ? 'video.talk.silent' : 'video.talk.open')
      : t(`video.talk.phase.${phase}`);
  return (
    // Clicks in it choose no tile and open no full screen.
    <div
      className={css.strip}
      role="group"
      aria-label={t('video.talk.with', { name })}
      data-over={isOver || undefined}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {!isOver && <LevelMeter level={isSilent ? 0 : level} />}
      <span role="status" className={css.text} title={text}>
        {text}
      </span>
      {phase === 'talking' && state.talkingSinceMs !== null && <Duration sinceMs={state.talkingSinceMs} />}
      {isOver ? (
        <button type="button" className={css.word} onClick={onAgain}>
          {t('video.talk.again')}
        </button>
      ) : (
        <>
          {pushToTalk && (
            <button
              type="button"
              className={css.word}
              aria-pressed={held}
              aria-keyshortcuts="v"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                session.hold(true);
              }}
              onPointerUp={() => session.hold(false)}
              onPointerCancel={() => session.hold(false)}
              onKeyDown={(event) => (event.key === ' ' || event.key === 'Enter') && session.hold(true)}
              onKeyUp={(event) => (event.key === ' ' || event.key === 'Enter') && session.hold(false)}
              onBlur={() => session.hold(false)}
            >
              {t('video.talk.hold')}
            </button>
          )}
          <ToolButton text={t(muted ? 'video.talk.unmute' : 'video.talk.mute')} pressed={muted} onClick={() => session.setMuted(!muted)}>
            {muted ? <AudioMutedOutlined aria-hidden /> : <AudioOutlined aria-hidden />}
          </ToolButton>
        </>
      )}
      <ToolButton text={t('video.talk.microphone')} onClick={onMicrophone}>
        <SettingOutlined aria-hidden />
      </ToolButton>
      <ToolButton text={t(isOver ? 'video.talk.close' : 'video.talk.hangUp')} keys="t" danger={!isOver} onClick={onEnd}>
        {isOver ? <CloseOutlined aria-hidden /> : <PhoneFilled aria-hidden rotate={225} />}
      </ToolButton>
    </div>
  );
};

const Duration = ({ sinceMs }: { sinceMs: number }) => {
  const seconds = Math.max(0, Math.floor((useNow() - sinceMs) / 1000));
  return <span className={`${css.duration} tabular`}>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>;
};
