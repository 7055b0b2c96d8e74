import type { OutputOf } from '@sightline/contract';
import { call } from '../api/client.ts';
import { showPasskey } from './passkey.ts';
import { giveBackToken } from './sign-in.ts';
import { writeToken } from './token.ts';

/**
 * Signs in with whatever passkey the person chooses: who it is comes with it. Null, and nobody is signed in, where something is demanded that begins
 * with the password. @throws PasskeyError
 */
export const signInWithPasskey = async (language: string): Promise<OutputOf<'system.passkey.login'> | null> => {
  const response = await showPasskey(await call('system.passkey.begin', {}));
  const answer = await call('system.passkey.login', { response, language });
  writeToken(answer.token);
  if (!answer.passwordMustChange && !answer.twoFactorMissing) return answer;
  await giveBackToken();
  return null;
};
