import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import css from './fields.module.css';
import type { FieldState } from './use-fields.ts';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'autoFocus' | 'onKeyUp'
>;

export interface TextFieldProps extends InputProps {
  readonly field: FieldState;
  readonly label: string;
  /** Below the input, while nothing is wrong. */
  readonly hint?: string | undefined;
  /** At the end of the input. */
  readonly after?: ReactNode;
}

/** One line of text with its label above, and below it what is wrong with it. */
export const TextField = ({ field, label, hint, after, ...input }: TextFieldProps) => {
  const id = useId();
  const { name, value, error, attach, onChange, onBlur } = field;
  const note = error ?? hint;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <div className={css.box} data-wrong={error !== null || undefined}>
        <input
          id={id}
          name={name}
          ref={attach}
          type="text"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={error !== null}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          {...input}
        />
        {after}
      </div>
      {/* Always there: a reader hears what appears in it. */}
      <p id={`${id}-note`} className={error === null ? css.hint : css.error} aria-live="polite">
        {note}
      </p>
    </div>
  );
};
