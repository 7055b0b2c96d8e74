import type { RawFrame } from '@sightline/contract';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { characterOf, fieldAt, octetFieldForKey, OCTETS_PER_ROW, octetsOf, rowLabel } from './frame-map.ts';
import css from './messages.module.css';

interface HexDumpProps {
  readonly frame: RawFrame;
  /** Index of the field that is marked, -1 for none. */
  readonly active: number;
  readonly onActive: (field: number) => void;
}

/** The octets of a frame, sixteen a line with their characters. Octets of the marked field stand out. */
export const HexDump = ({ frame, active, onActive }: HexDumpProps) => {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const octets = useMemo(() => octetsOf(frame.hex), [frame.hex]);
  const owners = useMemo(() => octets.map((_, octet) => fieldAt(frame.fields, octet)), [octets, frame.fields]);
  useEffect(() => {
    box.current?.querySelector(`[data-field="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = octetFieldForKey(event.key, active, frame.fields);
    if (next === null) return;
    event.preventDefault();
    onActive(next);
  };
  const onPointer = (target: EventTarget): void => {
    const field = target instanceof HTMLElement ? target.dataset['field'] : undefined;
    if (field !== undefined) onActive(Number(field));
  };
  const marked = (octet: number): true | undefined => (active >= 0 && owners[octet] === active) || undefined;
  const rows = Array.from({ length: Math.ceil(octets.length / OCTETS_PER_ROW) }, (_, row) => row * OCTETS_PER_ROW);
  return (
    <div
      ref={box}
      className={css.dump}
      dir="ltr"
      role="group"
      tabIndex={0}
      aria-label={t('detail.dump')}
      onKeyDown={onKeyDown}
      onPointerOver={(event) => onPointer(event.target)}
      onClick={(event) => onPointer(event.target)}
    >
      {rows.map((start) => (
        <div key={start} className={css.dumpRow}>
          <span className={css.offset}>{rowLabel(start)}</span>
          <span className={css.octets}>
            {octets.slice(start, start + OCTETS_PER_ROW).map((octet, i) => (
              <span key={start + i} data-field={owners[start + i]} data-marked={marked(start + i)}>
                {octet}
              </span>
            ))}
          </span>
          <span className={css.characters}>
            {octets.slice(start, start + OCTETS_PER_ROW).map((octet, i) => (
              <span key={start + i} data-field={owners[start + i]} data-marked={marked(start + i)}>
                {characterOf(octet)}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
};
