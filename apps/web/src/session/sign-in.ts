import type { InputOf, OutputOf } from '@sightline/contract';
import { call } from '../api/client.ts';
import { writeToken } from './token.ts';

/**
 * Takes a token. Until a forced change of the password, or a second step that is demanded, is done, only that is allowed: the session
 * starts after it.
 */
export const signIn = async (input: InputOf<'system.login'>): Promise<OutputOf<'system.login'>> => {
  const answer = await call('system.login', input);
  writeToken(answer.token);
  return answer;
};

/** Gives back a token with which no session was started. */
export const giveBackToken = async (): Promise<void> => {
  await call('system.out', {}).catch(() => null);
  writeToken(null);
};
