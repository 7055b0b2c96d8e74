import type { PasskeyAssertion, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@sightline/contract';

/** Whether this browser can use passkeys on this page, and what is in the way. */
export type PasskeyPlace = 'ready' | 'insecure' | 'address' | 'unsupported';

export const passkeyPlace = (): PasskeyPlace => {
  if (!window.isSecureContext) return 'insecure';
  // Passkeys belong to names; an address of a machine is none (WebAuthn, 5.1.2).
  if (/^[0-9.]+$|^\[/.test(window.location.hostname)) return 'address';
  return typeof window.PublicKeyCredential === 'function' ? 'ready' : 'unsupported';
};

/** What a browser says instead of a passkey. */
export type PasskeyTrouble = 'cancelled' | 'known' | 'failed';

/** The browser, or the person in front of it, made or showed no passkey. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  constructor(
    readonly trouble: PasskeyTrouble,
    cause: unknown,
  ) {
    super(trouble, { cause });
  }
}

/** Names of WebAuthn, 5.1.3 and 5.1.4: too late or not wanted look the same on purpose. */
const TROUBLES: Readonly<Record<string, PasskeyTrouble>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
};

const named = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyError((error instanceof Error ? TROUBLES[error.name] : undefined) ?? 'failed', error);
  }
};

/** Loaded with the first passkey that somebody asks for. */
const library = () => import('@simplewebauthn/browser');

/** Makes a passkey: the browser asks for a finger, a face or a PIN. @throws PasskeyError */
export const makePasskey = async (optionsJSON: PasskeyCreation): Promise<PasskeyRegistration> => {
  const { startRegistration } = await library();
  return await named(() => startRegistration({ optionsJSON }));
};

/** Shows a passkey that the person chooses. @throws PasskeyError */
export const showPasskey = async (optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> => {
  const { startAuthentication } = await library();
  return await named(() => startAuthentication({ optionsJSON }));
};
