import type { RawFrame } from '@sightline/contract';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../../units/user-units.ts';
import { fieldForKey } from './frame-map.ts';
import css from './messages.module.css';

interface FieldListProps {
  readonly frame: RawFrame;
  readonly active: number;
  readonly onActive: (field: number) => void;
}

/** The fields of a frame with what they say. Arrows go through them; the marked one is marked in the dump as well. */
export const FieldList = ({ frame, active, onActive }: FieldListProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = fieldForKey(event.key, active, frame.fields.length);
    if (next === null) return;
    event.preventDefault();
    onActive(next);
  };
  return (
    <div
      ref={list}
      className={css.fields}
      role="listbox"
      tabIndex={0}
      aria-label={t('detail.fields')}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      {frame.fields.map((field, index) => (
        <div
          key={`${field.offset}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={css.field}
          onPointerMove={() => index !== active && onActive(index)}
          onClick={() => onActive(index)}
        >
          <bdi dir="ltr" className={css.fieldAt}>
            {field.offset}
            {field.size > 1 && `–${field.offset + field.size - 1}`}
          </bdi>
          <bdi dir="ltr" className={css.fieldName}>
            {field.field === 'unread' ? t('detail.unread') : field.field}
          </bdi>
          <bdi dir="ltr" className={css.fieldValue}>
            {typeof field.value === 'number' ? units.beside(field.value, field.unit ?? '') : [field.value, field.unit].join(' ').trim()}
          </bdi>
        </div>
      ))}
    </div>
  );
};
