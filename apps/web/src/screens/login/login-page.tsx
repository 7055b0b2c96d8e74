import { useLocation, useNavigate } from 'react-router';
import { entranceAddress, entrancePageOf, returnAddress } from '../../app/addresses.ts';
import { landing } from '../../app/guard.ts';
import { startSession, visitorOf } from '../../session/session.ts';
import { Entrance } from './entrance.tsx';

const reasonOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'reason' in state ? String(state.reason) : null;

/** The entrance for whoever comes from another page: the session has ended, or somebody has signed out. */
export const Page = () => {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return (
    <Entrance
      page={entrancePageOf(pathname) ?? 'login'}
      reason={reasonOf(state)}
      onGo={(page, why) =>
        void navigate(entranceAddress(page) + search, why === undefined ? {} : { replace: true, state: { reason: why } })
      }
      onEnter={async () => {
        const session = await startSession();
        void navigate(returnAddress(search) ?? landing(visitorOf(session)), { replace: true });
      }}
    />
  );
};
