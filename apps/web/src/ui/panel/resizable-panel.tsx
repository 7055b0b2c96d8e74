import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './resizable-panel.module.css';

interface ResizablePanelProps {
  /** Which edge of the screen it is docked to; the handle is on the other one. */
  readonly edge: 'start' | 'end';
  readonly width: number;
  readonly min: number;
  readonly max: number;
  readonly onWidth: (width: number) => void;
  readonly label: string;
  readonly children: ReactNode;
}

const STEP = 16;

/** A docked panel whose width is dragged, or changed with the arrow keys on its edge. */
export const ResizablePanel = ({ edge, width, min, max, onWidth, label, children }: ResizablePanelProps) => {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const start = useRef({ x: 0, width: 0 });
  const clamp = (value: number): number => Math.round(Math.max(min, Math.min(max, value)));
  const shown = dragged ?? width;

  const sign = (element: Element): number => {
    const rtl = getComputedStyle(element).direction === 'rtl';
    return (edge === 'start') === rtl ? -1 : 1;
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setDragged(clamp(start.current.width + (event.clientX - start.current.x) * sign(event.currentTarget)));
  };
  const finish = (): void => {
    if (dragged !== null) onWidth(dragged);
    setDragged(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onWidth(clamp(width + step * sign(event.currentTarget)));
  };

  return (
    <section className={css.panel} data-edge={edge} style={{ inlineSize: shown }} aria-label={label}>
      <div className={css.body}>{children}</div>
      <div
        className={css.handle}
        role="separator"
        aria-orientation="vertical"
        aria-label={t('ui.resize')}
        aria-valuenow={shown}
        aria-valuemin={min}
        aria-valuemax={max}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          start.current = { x: event.clientX, width };
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(width);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
    </section>
  );
};
