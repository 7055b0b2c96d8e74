import type { OutputOf } from '@sightline/contract';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntrancePage } from '../../app/addresses.ts';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import { useBranding } from '../../session/branding.ts';
import { ChangePassword } from './change-password.tsx';
import { EntranceShell } from './entrance-shell.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { SignInForm, type SignInNotice } from './sign-in-form.tsx';

const SetUp = lazyPart(async () => (await import('./set-up-part.tsx')).SetUp);

/** Why somebody comes to the sign-in page. */
const NOTICES = {
  expired: { kind: 'info', text: 'login.ended' },
  passwordReplaced: { kind: 'success', text: 'login.replaced' },
} as const satisfies Readonly<Record<string, SignInNotice>>;

export interface EntranceProps {
  readonly page: EntrancePage;
  /** A key of {@link NOTICES}; anything else says nothing. */
  readonly reason: string | null;
  readonly onGo: (page: EntrancePage, reason?: keyof typeof NOTICES) => void;
  /** There is a token: starts the session and leaves. What it throws is shown. */
  readonly onEnter: () => Promise<void>;
}

const noticeOf = (reason: string | null): SignInNotice | null =>
  reason !== null && Object.hasOwn(NOTICES, reason) ? NOTICES[reason as keyof typeof NOTICES] : null;

/** What is seen before anybody is signed in. It stands without router and component library, so that it is there at once. */
export const Entrance = ({ page, reason, onGo, onEnter }: EntranceProps) => {
  const { t } = useTranslation();
  const { title } = useBranding();
  const name = t(page === 'login' ? 'login.title' : 'login.forgotTitle');
  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);
  return (
    <EntranceShell>
      {page === 'login' ? (
        <SignIn notice={noticeOf(reason)} onEnter={onEnter} onForgotten={() => onGo('forgotPassword')} />
      ) : (
        <ForgotPassword onBack={() => onGo('login')} onReplaced={() => onGo('login', 'passwordReplaced')} />
      )}
    </EntranceShell>
  );
};

/** What the server wants before anything else is open. */
type Demanded = Pick<OutputOf<'system.login'>, 'passwordMustChange' | 'twoFactorMissing'>;
type Step = { readonly kind: 'signIn' } | { readonly kind: 'change' | 'setUp'; readonly password: string; readonly demanded: Demanded };

interface SignInProps extends Pick<EntranceProps, 'onEnter'> {
  readonly notice: SignInNotice | null;
  readonly onForgotten: () => void;
}

/** Sign-in, and what may be demanded after it: the change of a password that is too old, a second step. */
const SignIn = ({ notice, onEnter, onForgotten }: SignInProps) => {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ kind: 'signIn' });

  /** Throws what the start of the session throws. */
  const goOn = async (demanded: Demanded, password: string): Promise<void> => {
    if (demanded.passwordMustChange) return setStep({ kind: 'change', password, demanded });
    if (demanded.twoFactorMissing) return setStep({ kind: 'setUp', password, demanded });
    await onEnter();
  };
  const goBack = (): void => setStep({ kind: 'signIn' });
  const without = (demand: keyof Demanded): Demanded =>
    step.kind === 'signIn' ? { passwordMustChange: false, twoFactorMissing: false } : { ...step.demanded, [demand]: false };

  switch (step.kind) {
    case 'signIn':
      return <SignInForm notice={notice} onSignedIn={goOn} onForgotten={onForgotten} />;
    case 'change':
      return (
        <ChangePassword
          oldPassword={step.password}
          onChanged={(password) => goOn(without('passwordMustChange'), password)}
          onBack={goBack}
        />
      );
    case 'setUp':
      return (
        <>
          <h1>{t('login.setUpTitle')}</h1>
          <p>{t('login.setUpText')}</p>
          <Suspense>
            <SetUp password={step.password} onDone={() => void goOn(without('twoFactorMissing'), step.password).catch(goBack)} />
          </Suspense>
        </>
      );
  }
};
