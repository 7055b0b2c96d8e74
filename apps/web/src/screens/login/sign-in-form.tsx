import type { OutputOf } from '@sightline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { passkeyPlace, showPasskey } from '../../session/passkey.ts';
import { secondStepOf, type SecondStep, type SecondStepQuestion } from '../../session/second-step.ts';
import { signIn } from '../../session/sign-in.ts';
import { accountRule } from './field-rules.ts';
import { Note, SubmitButton, TextButton, type NoteKind } from './fields/controls.tsx';
import { PasswordField } from './fields/password-field.tsx';
import { TextField } from './fields/text-field.tsx';
import { useFields } from './fields/use-fields.ts';
import css from './login.module.css';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { Refusal } from './refusal.tsx';
import { rememberAccount, rememberedAccount } from './remembered-account.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { useSending } from './use-sending.ts';

interface Credentials {
  readonly account: string;
  readonly password: string;
}

/** A second step that somebody is asked for. */
interface Asked extends Credentials, SecondStepQuestion {
  /** Whether the question for a passkey has been answered, so that the next answer needs another. */
  readonly isAnswered: boolean;
}

export interface SignInNotice {
  readonly kind: NoteKind;
  /** Key of its text. */
  readonly text: string;
}

export interface SignInFormProps {
  readonly notice: SignInNotice | null;
  /** What it throws is shown here. */
  readonly onSignedIn: (answer: OutputOf<'system.login'>, password: string) => Promise<void>;
  readonly onForgotten: () => void;
}

/** Account and password. The text of a refusal stays until the next try; the password is kept for correcting. */
export const SignInForm = ({ notice, onSignedIn, onForgotten }: SignInFormProps) => {
  const { t } = useTranslation();
  const [remembered] = useState(rememberedAccount);
  const [remember, setRemember] = useState(remembered !== '');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, send, error, waitS } = useSending();
  const fields = useFields(
    { account: remembered, password: '' },
    { account: accountRule(t), password: (text) => (text === '' ? t('login.passwordRequired') : null) },
  );
  /** Throws what the calls throw. */
  const enter = async ({ account, password }: Credentials, step: SecondStep): Promise<void> => {
    const answer = await signIn({ account, password, language: currentLanguage(), ...step });
    rememberAccount(remember ? account : null);
    await onSignedIn(answer, password);
  };
  /** Without a second step. The one that is asked for; null when nobody was asked. Throws what the calls throw. */
  const begin = async ({ account, password }: Credentials): Promise<Asked | null> => {
    try {
      await enter({ account, password }, {});
      return null;
    } catch (failure) {
      const question = secondStepOf(failure);
      if (question === null) throw failure;
      return { account, password, ...question, isAnswered: false };
    }
  };
  const submit = async (credentials: Credentials): Promise<void> => {
    if (!(await send(async () => setAsked(await begin(credentials))))) fields.focus('password');
  };
  const enterWithPasskey = async (before: Asked): Promise<void> => {
    const now = before.isAnswered ? await begin(before) : before;
    if (now === null) return;
    setAsked(now);
    // The last of them has been removed meanwhile: the form offers the code alone.
    if (now.passkey === null) return;
    const passkey = await showPasskey(now.passkey);
    setAsked({ ...now, isAnswered: true });
    await enter(now, { passkey });
  };

  if (asked !== null) {
    return (
      <SecondStepForm
        account={asked.account}
        onCode={(code) => enter(asked, { code })}
        onPasskey={asked.passkey !== null && passkeyPlace() === 'ready' ? () => enterWithPasskey(asked) : null}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <form noValidate onSubmit={fields.onSubmit((values) => void submit(values))} aria-label={t('login.title')}>
      <h1>{t('login.title')}</h1>
      {notice !== null && error === null && waitS === 0 && <Note kind={notice.kind}>{t(notice.text)}</Note>}
      <Refusal error={error} waitS={waitS} />
      <TextField
        field={fields.field('account')}
        label={t('login.account')}
        autoComplete="username"
        maxLength={64}
        autoFocus={remembered === ''}
      />
      <PasswordField
        field={fields.field('password')}
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={128}
        autoFocus={remembered !== ''}
      />
      <label className={css.check}>
        <input type="checkbox" name="remember" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        {t('login.remember')}
      </label>
      <SubmitButton busy={busy} disabled={waitS > 0}>
        {t('login.submit')}
      </SubmitButton>
      <PasskeySignIn onSignedIn={(answer) => onSignedIn(answer, '')} />
      <p className={css.below}>
        <TextButton onClick={onForgotten}>{t('login.forgotten')}</TextButton>
      </p>
    </form>
  );
};
