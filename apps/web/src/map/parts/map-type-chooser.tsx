import { AppstoreOutlined } from '@ant-design/icons';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapTypeNames, useOfferedMapTypes } from '../../session/map-choice.ts';
import type { MapTypeId } from '../map-types.ts';

interface Props {
  readonly value: MapTypeId;
  readonly onChange: (type: MapTypeId) => void;
}

/** All map types as one group of radio buttons behind a button; arrows move the choice, Escape closes. */
export const MapTypeChooser = ({ value, onChange }: Props): ReactElement => {
  const { t } = useTranslation();
  const offered = useOfferedMapTypes();
  const nameOf = useMapTypeNames();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  return (
    <div
      ref={root}
      className="sl-map-types"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('map.typeOf', { name: nameOf(value) })}
        onClick={() => setOpen(!open)}
      >
        <AppstoreOutlined aria-hidden />
        <span>{nameOf(value)}</span>
      </button>
      <fieldset id={id} hidden={!open}>
        <legend className="visually-hidden">{t('map.type')}</legend>
        {offered.map((type) => (
          <label key={type}>
            <input type="radio" name={id} value={type} checked={type === value} onChange={() => onChange(type)} />
            {nameOf(type)}
          </label>
        ))}
      </fieldset>
    </div>
  );
};
