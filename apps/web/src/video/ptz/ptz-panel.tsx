import { ArrowDownOutlined, ArrowLeftOutlined, ArrowRightOutlined, ArrowUpOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { PTZ_LIMITS, type PtzAction } from '@sightline/domain';
import { App, Slider, Switch } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import type { Camera } from '../wall/wall-tiles.ts';
import css from './ptz.module.css';
import { HeldAction } from './held-action.ts';

const ARROWS: readonly (readonly [action: PtzAction, icon: ReactNode])[] = [
  ['up', <ArrowUpOutlined key="up" aria-hidden />],
  ['left', <ArrowLeftOutlined key="left" aria-hidden />],
  ['right', <ArrowRightOutlined key="right" aria-hidden />],
  ['down', <ArrowDownOutlined key="down" aria-hidden />],
];
/** What is made less and more step by step. */
const STEPS = [
  ['zoom', 'zoomOut', 'zoomIn'],
  ['focus', 'focusNear', 'focusFar'],
  ['iris', 'irisClose', 'irisOpen'],
] as const satisfies readonly (readonly [string, PtzAction, PtzAction])[];
const SWITCHES = [
  ['wiper', 'wiperOff', 'wiperOn'],
  ['infrared', 'infraredOff', 'infraredOn'],
] as const satisfies readonly (readonly [string, PtzAction, PtzAction])[];
const ARROW_KEYS: Readonly<Record<string, PtzAction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

/** Turns a camera as long as a button, or an arrow key, is held. */
export const PtzPanel = ({ camera, name }: { readonly camera: Camera; readonly name: string }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [speed, setSpeed] = useState<number>(PTZ_LIMITS.speed.usual);
  const { deviceId, channelId } = camera;
  const say = async (action: PtzAction): Promise<boolean> => {
    try {
      await call('video.ptz', { deviceId, channelId, action, speed });
      return true;
    } catch (error) {
      message.error(describeError(error).text);
      return false;
    }
  };
  const [hold] = useState(() => new HeldAction());
  useEffect(() => hold.by(say));
  useEffect(() => hold.end, [hold]);
  // The arrow keys are the camera's from the beginning; at the end the focus goes back to where it was.
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    const action = ARROW_KEYS[event.key];
    // The slider has its arrows for itself.
    if (action === undefined || (event.target as Element).closest('[role=slider]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'keyup') hold.end();
    else if (!event.repeat) hold.begin(action);
  };
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className={css.panel}
      role="group"
      aria-label={t('video.ptz.of', { name })}
      onKeyDown={onKey}
      onKeyUp={onKey}
      onBlur={hold.end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <div className={css.pad} dir="ltr">
        {ARROWS.map(([action, icon]) => (
          <HoldButton key={action} hold={hold} action={action} text={t(`video.ptz.${action}`)} place={action}>
            {icon}
          </HoldButton>
        ))}
      </div>
      <div className={css.rows}>
        {STEPS.map(([row, less, more]) => (
          <div key={row} className={css.row}>
            <span>{t(`video.ptz.${row}`)}</span>
            <HoldButton hold={hold} action={less} text={t(`video.ptz.${less}`)}>
              <MinusOutlined aria-hidden />
            </HoldButton>
            <HoldButton hold={hold} action={more} text={t(`video.ptz.${more}`)}>
              <PlusOutlined aria-hidden />
            </HoldButton>
          </div>
        ))}
      </div>
      <div className={css.below}>
        <div className={css.speed}>
          <span>{t('video.ptz.speed')}</span>
          <Slider
            min={PTZ_LIMITS.speed.min}
            max={PTZ_LIMITS.speed.max}
            value={speed}
            tooltip={{ open: false }}
            ariaLabelForHandle={t('video.ptz.speed')}
            onChange={setSpeed}
          />
        </div>
        <div className={css.switches}>
          {SWITCHES.map(([part, off, on]) => (
            <SwitchedPart key={part} text={t(`video.ptz.${part}`)} onChange={(isOn) => say(isOn ? on : off)} />
          ))}
        </div>
      </div>
    </div>
  );
};

/** Shown as it was told last: the camera does not say how it is. */
const SwitchedPart = ({ text, onChange }: { readonly text: string; readonly onChange: (on: boolean) => Promise<boolean> }) => {
  const [on, setOn] = useState(false);
  return (
    <label className={css.switched}>
      <Switch size="small" checked={on} onChange={(wanted) => void onChange(wanted).then((done) => done && setOn(wanted))} />
      {text}
    </label>
  );
};

interface HoldButtonProps {
  readonly hold: HeldAction;
  readonly action: PtzAction;
  readonly text: string;
  readonly place?: string;
  readonly children: ReactNode;
}

const isPress = (event: KeyboardEvent): boolean => event.key === ' ' || event.key === 'Enter';

const HoldButton = ({ hold, action, text, place, children }: HoldButtonProps) => (
  <button
    type="button"
    className={css.hold}
    data-place={place}
    aria-label={text}
    title={text}
    onPointerDown={(event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      hold.begin(action);
    }}
    onPointerUp={hold.end}
    onPointerCancel={hold.end}
    onKeyDown={(event) => {
      if (isPress(event) && !event.repeat) hold.begin(action);
    }}
    onKeyUp={(event) => {
      if (isPress(event)) hold.end();
    }}
    onContextMenu={(event) => event.preventDefault()}
  >
    {children}
  </button>
);
