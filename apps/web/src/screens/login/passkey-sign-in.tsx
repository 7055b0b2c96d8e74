import type { OutputOf } from '@sightline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { passkeyPlace } from '../../session/passkey.ts';
import { signInWithPasskey } from '../../session/passkey-sign-in.ts';
import { Note, TextButton } from './fields/controls.tsx';
import css from './login.module.css';

interface PasskeySignInProps {
  /** What it throws is shown here. */
  readonly onSignedIn: (answer: OutputOf<'system.passkey.login'>) => Promise<void>;
}

/** The way in without account and password, where the browser knows passkeys; what speaks with authenticators is loaded with the first press. */
export const PasskeySignIn = ({ onSignedIn }: PasskeySignInProps) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (passkeyPlace() !== 'ready') return null;
  const enter = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const answer = await signInWithPasskey(currentLanguage());
      if (answer === null) setProblem(t('login.passwordFirst'));
      else await onSignedIn(answer);
    } catch (failure) {
      setProblem(describeError(failure).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {problem !== null && <Note kind="warning">{problem}</Note>}
      <p className={css.below}>
        <TextButton disabled={busy} onClick={() => void enter()}>
          {t('login.passkey')}
        </TextButton>
      </p>
    </>
  );
};
