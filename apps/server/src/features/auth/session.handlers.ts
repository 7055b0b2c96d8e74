import { apiError } from '@sightline/contract';
import { endOwnSessions, findSession, ownSessions } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { defineHandlers } from '../handlers.ts';
import { isoTime } from '../times.ts';
import { agentName } from './agent-name.ts';
import { tokenHash } from './sessions.service.ts';

/** More than anybody has; those used last are listed. */
const LISTED = 100;

/** The session of the call. @throws 401 when it has just ended */
async function currentId(context: AppContext, token: string | null): Promise<string> {
  const session = token === null ? undefined : await findSession(context.database.system, tokenHash(token));
  if (!session) throw apiError('notLoggedIn');
  return session.id;
}

/** Where the signed-in user is signed in. What a session has open closes when the bus tells that the user has changed. */
export const sessionHandlers = () =>
  defineHandlers({
    'user.session.list': async ({ context, token, trx }) => {
      const current = await currentId(context, token);
      return (await ownSessions(trx, LISTED)).map((s) => ({
        id: s.id,
        current: s.id === current,
        ...agentName(s.agent),
        remote: s.remote,
        signInTime: isoTime(s.created_at),
        lastSeenTime: isoTime(s.last_used_at),
        enteredBy: s.entered_by,
      }));
    },

    'user.session.end': async ({ input, context, principal, trx, afterCommit }) => {
      if ((await endOwnSessions(trx, { id: input.sessionId })) === 0) throw apiError('dataNotFound', { sessionId: input.sessionId });
      afterCommit(() => context.bus.publish('principal.changed', { userId: principal.userId }));
      return null;
    },

    'user.session.endOthers': async ({ context, principal, token, trx, audit, afterCommit }) => {
      const ended = await endOwnSessions(trx, { but: await currentId(context, token) });
      audit({ ended });
      afterCommit(() => context.bus.publish('principal.changed', { userId: principal.userId }));
      return { ended };
    },
  });
