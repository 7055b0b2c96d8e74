import { ApiError, ERROR_CODE, type InputOf, type PasskeyRequest } from '@sightline/contract';

/** What proves the second step. */
export type SecondStep = Pick<InputOf<'system.login'>, 'code' | 'passkey'>;

/** A second step that is asked for after a right password. */
export interface SecondStepQuestion {
  /** For a browser that has a passkey of the person; null: there is none at this host. It counts once. */
  readonly passkey: PasskeyRequest | null;
}

/** The question in a refusal of a sign-in; null for any other refusal. */
export const secondStepOf = (failure: unknown): SecondStepQuestion | null => {
  if (!(failure instanceof ApiError && failure.code === ERROR_CODE.authenticatorRequired)) return null;
  const { data } = failure;
  const passkey = typeof data === 'object' && data !== null && 'passkey' in data ? (data.passkey as PasskeyRequest) : null;
  return { passkey };
};
