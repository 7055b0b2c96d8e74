import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import css from './fields.module.css';
import { TextField, type TextFieldProps } from './text-field.tsx';

const Eye = ({ crossed }: { crossed: boolean }) => (
  <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden>
    <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
    {crossed && <path d="M4 4l16 16" />}
  </svg>
);

/** A password that can be looked at, and a word about Caps Lock. */
export const PasswordField = ({ hint, ...props }: Omit<TextFieldProps, 'type' | 'after' | 'onKeyUp' | 'inputMode'>) => {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      hint={capsLock ? t('login.capsLock') : hint}
      onKeyUp={watchCaps}
      after={
        <button
          type="button"
          className={css.eye}
          aria-label={t(isShown ? 'login.hide' : 'login.show')}
          title={t(isShown ? 'login.hide' : 'login.show')}
          onClick={() => setShown(!isShown)}
        >
          <Eye crossed={isShown} />
        </button>
      }
    />
  );
};
