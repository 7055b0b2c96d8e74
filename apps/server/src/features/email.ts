import { apiError } from '@sightline/contract';
import { z } from 'zod';

const Email = z.email();

/** An address to store: null for the empty text, undefined stays undefined. @throws 15005 for what is no address. */
export function checkedEmail(text: string): string | null;
export function checkedEmail(text: string | undefined): string | null | undefined;
export function checkedEmail(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (!Email.safeParse(text).success) throw apiError('invalidEmail', [{ path: 'email', message: 'not an e-mail address' }]);
  return text;
}

/** An address that has to be there. @throws 15005 */
export function requiredEmail(text: string): string {
  const email = checkedEmail(text);
  if (email === null) throw apiError('invalidEmail', [{ path: 'email', message: 'required' }]);
  return email;
}
