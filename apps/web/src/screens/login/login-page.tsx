import type { OutputOf } from '@sightline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { landing, safeReturn } from '../../app/guard.ts';
import { startSession, visitorOf } from '../../session/session.ts';
import { TwoFactorSetUp } from '../security/two-factor-set-up.tsx';
import { ChangePassword } from './change-password.tsx';
import { LoginShell } from './login-shell.tsx';
import { SignInForm, type SignInNotice } from './sign-in-form.tsx';

/** Why somebody comes here, as the page before says it. */
const NOTICES: Readonly<Record<string, SignInNotice>> = {
  expired: { type: 'info', text: 'login.ended' },
  passwordReplaced: { type: 'success', text: 'login.replaced' },
};

const noticeOf = (state: unknown): SignInNotice | null =>
  typeof state === 'object' && state !== null && 'reason' in state ? (NOTICES[String(state.reason)] ?? null) : null;

/** What the server wants before anything else is open. */
type Demanded = Pick<OutputOf<'system.login'>, 'passwordMustChange' | 'twoFactorMissing'>;
type Step = { readonly kind: 'signIn' } | { readonly kind: 'change' | 'setUp'; readonly password: string; readonly demanded: Demanded };

/** Sign-in, and what may be demanded after it: the change of a password that is too old, a second step. */
export const Page = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [step, setStep] = useState<Step>({ kind: 'signIn' });

  /** Throws what the start of the session throws. */
  const goOn = async (demanded: Demanded, password: string): Promise<void> => {
    if (demanded.passwordMustChange) return setStep({ kind: 'change', password, demanded });
    if (demanded.twoFactorMissing) return setStep({ kind: 'setUp', password, demanded });
    const session = await startSession();
    void navigate(safeReturn(query.get('return')) ?? landing(visitorOf(session)), { replace: true });
  };
  const goBack = (): void => setStep({ kind: 'signIn' });
  const without = (demand: keyof Demanded): Demanded =>
    step.kind === 'signIn' ? { passwordMustChange: false, twoFactorMissing: false } : { ...step.demanded, [demand]: false };

  return (
    <LoginShell>
      {step.kind === 'signIn' && <SignInForm notice={noticeOf(state)} onSignedIn={goOn} />}
      {step.kind === 'change' && (
        <ChangePassword
          oldPassword={step.password}
          onChanged={(password) => goOn(without('passwordMustChange'), password)}
          onBack={goBack}
        />
      )}
      {step.kind === 'setUp' && (
        <>
          <h1>{t('login.setUpTitle')}</h1>
          <p>{t('login.setUpText')}</p>
          <TwoFactorSetUp password={step.password} onDone={() => void goOn(without('twoFactorMissing'), step.password).catch(goBack)} />
        </>
      )}
    </LoginShell>
  );
};
