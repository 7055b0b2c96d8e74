import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { landing, safeReturn } from '../../app/guard.ts';
import { visitorOf, type Session } from '../../session/session.ts';
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

/** Sign-in, and the change of a password that is too old. */
export const Page = () => {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const [mustChange, setMustChange] = useState<{ oldPassword: string } | null>(null);

  const enter = (session: Session): void =>
    void navigate(safeReturn(query.get('return')) ?? landing(visitorOf(session)), { replace: true });

  return (
    <LoginShell>
      {mustChange === null ? (
        <SignInForm notice={noticeOf(state)} onSignedIn={enter} onMustChange={setMustChange} />
      ) : (
        <ChangePassword oldPassword={mustChange.oldPassword} onDone={enter} onBack={() => setMustChange(null)} />
      )}
    </LoginShell>
  );
};
