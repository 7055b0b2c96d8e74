import { PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../form-definition.ts';
import css from './file-field.module.css';

interface FileFieldProps extends ControlProps<File | null> {
  /** As of the input element: `.xlsx`. */
  readonly accept: string;
  readonly maxMb: number;
}

/** One file, chosen or dropped; what is too big or of another kind is refused here already. */
export const FileField = ({ id, value = null, onChange, disabled, accept, maxMb }: FileFieldProps) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    const isKind = accept.split(',').some((end) => file.name.toLowerCase().endsWith(end.trim().toLowerCase()));
    const wrong = !isKind
      ? t('ui.form.fileKind', { kinds: accept })
      : file.size > maxMb * 1_048_576
        ? t('ui.form.fileSize', { mb: maxMb })
        : null;
    setProblem(wrong);
    onChange?.(wrong === null ? file : null);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={css.drop}
      data-over={over || undefined}
      role="presentation"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('ui.form.chooseFile')}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button id={id} icon={<PaperClipOutlined aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
        {t('ui.form.chooseFile')}
      </Button>
      <span className={css.name}>{value?.name ?? t('ui.form.dropFile', { kinds: accept, mb: maxMb })}</span>
      {problem !== null && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  );
};
