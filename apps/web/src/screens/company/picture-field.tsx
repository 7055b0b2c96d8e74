import { PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import css from './company.module.css';
import { PICTURE_TYPES, shrinkPicture, type PictureLimit } from './shrink-picture.ts';

interface PictureFieldProps extends ControlProps<string> {
  readonly label: string;
  readonly limit: PictureLimit;
  /** The ground on which it will stand. */
  readonly ground: 'light' | 'dark';
}

/** A picture as a data URL, chosen from a file and made small; '' is none. */
export const PictureField = ({ id, value = '', onChange, disabled, label, limit, ground }: PictureFieldProps) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setBusy(true);
    const url = await shrinkPicture(file, limit);
    setBusy(false);
    setProblem(url === null ? t('company.pictureWrong') : null);
    if (url !== null) onChange?.(url);
  };
  return (
    <div className={css.picture}>
      <span className={css.thumb} data-ground={ground}>
        {value === '' ? <PictureOutlined aria-hidden /> : <img src={value} alt={label} />}
      </span>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button
        id={id}
        loading={busy}
        disabled={disabled}
        aria-label={t('company.pictureChoose', { label })}
        onClick={() => input.current?.click()}
      >
        {t('company.choose')}
      </Button>
      {value !== '' && (
        <Button
          type="text"
          disabled={disabled}
          aria-label={t('company.pictureRemove', { label })}
          onClick={() => {
            setProblem(null);
            onChange?.('');
          }}
        >
          {t('company.remove')}
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
};
