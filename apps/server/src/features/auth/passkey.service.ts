import { createHash, randomBytes } from 'node:crypto';
import {
  apiError,
  PASSKEY_LIMITS,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRegistration,
  type PasskeyRequest,
} from '@sightline/contract';
import {
  findPasskey,
  insertPasskeyChallenge,
  notePasskeyUse,
  passkeysAt,
  takePasskeyChallenge,
  type Database,
  type NewPasskey,
  type PasskeyKey,
  type PasskeyPurpose,
  type UserRecord,
} from '@sightline/db';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { PageAddress } from './page-address.ts';

/** COSE numbers of EdDSA, ES256 and RS256 (RFC 9053, 2; RFC 8812, 2): what authenticators can, the best first. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = PASSKEY_LIMITS.challengeMinutes * 60_000;

/** For whom a question is: of a sign-in without a name anybody may answer it. */
type Asked =
  | { readonly purpose: 'signIn'; readonly userId: null }
  | { readonly purpose: Exclude<PasskeyPurpose, 'signIn'>; readonly userId: string };

/** Whose passkey it was. `copied`: the counter of its signatures has not gone on, so that somebody else has the key as well. */
export interface ProvedPasskey {
  readonly userId: string;
  readonly passkeyId: string;
  readonly copied: boolean;
}

/** Says nothing of what was wrong with it. */
export const passkeyRefused = () => apiError('wrongAccountOrCode', { reason: 'passkey' });

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const hashOf = (challenge: string): Buffer => createHash('sha256').update(`passkey ${challenge}`).digest();
/** WebAuthn, 4: the user handle. */
const handleOf = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
const descriptor = ({ credentialId, transports }: { readonly credentialId: Buffer; readonly transports: string[] }) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/** The challenge that an answer says it answers (WebAuthn, 5.8.1). */
function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(bytesOf(clientDataJSON).toString('utf8'));
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : null;
    return typeof challenge === 'string' && challenge.length <= 100 ? challenge : null;
  } catch {
    return null;
  }
}

/**
 * Nothing was asked of who made the authenticator ("none"). Other statements carry certificates with addresses, which are not followed; what signs
 * with the new key itself is as good (WebAuthn, 6.5.4, self attestation).
 */
function isWithoutMaker(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(bytesOf(attestationObject)));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/** Keys of devices that sign in without a password. Each question to a browser is kept in the database and counts once, so that any process can take the answer. */
export class Passkeys {
  constructor(private readonly database: Database) {}

  /** What a browser needs to make a passkey for this user at this page. */
  async offer(user: UserRecord, page: PageAddress, title: string): Promise<PasskeyCreation> {
    const known = await passkeysAt(this.database.system, user.id, page.host);
    return {
      challenge: await this.ask({ purpose: 'register', userId: user.id }, page),
      rp: { id: page.host, name: title },
      user: { id: handleOf(user.passkey_handle), name: user.account, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: known.map(descriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  }

  /** The passkey that a browser has made for this user. @throws 15006, 15010 */
  async made(userId: string, response: PasskeyRegistration, page: PageAddress): Promise<Omit<NewPasskey, 'name'>> {
    const expectedChallenge = await this.answered({ purpose: 'register', userId }, page, response.response.clientDataJSON);
    const verified = await (async () => {
      if (!isWithoutMaker(response.response.attestationObject)) throw passkeyRefused();
      return await verifyRegistrationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: page.origin,
        expectedRPID: page.host,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
    })().catch(() => null);
    if (!verified?.verified) throw passkeyRefused();
    const { credential, credentialBackedUp } = verified.registrationInfo;
    return {
      userId,
      host: page.host,
      credentialId: bytesOf(credential.id),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      synced: credentialBackedUp,
    };
  }

  /** A sign-in with whatever passkey somebody has here. */
  async askAnybody(page: PageAddress): Promise<PasskeyRequest> {
    return this.request(await this.ask({ purpose: 'signIn', userId: null }, page), page, []);
  }

  /** The second step of a sign-in with a password; null for a user without a passkey here. */
  async askUser(userId: string, page: PageAddress | null): Promise<PasskeyRequest | null> {
    const known = page === null ? [] : await passkeysAt(this.database.system, userId, page.host);
    if (page === null || known.length === 0) return null;
    return this.request(await this.ask({ purpose: 'secondStep', userId }, page), page, known.map(descriptor));
  }

  /** Takes an answer to {@link askAnybody} (`userId` null) or {@link askUser}. @throws 15006; 15010 for one that is late */
  async prove(assertion: PasskeyAssertion, page: PageAddress | null, userId: string | null): Promise<ProvedPasskey> {
    if (page === null) throw passkeyRefused();
    const asked: Asked = userId === null ? { purpose: 'signIn', userId } : { purpose: 'secondStep', userId };
    const challenge = await this.answered(asked, page, assertion.response.clientDataJSON);
    const key = await findPasskey(this.database.system, bytesOf(assertion.id), page.host);
    if (!key || (userId !== null && key.userId !== userId)) throw passkeyRefused();
    const { userHandle } = assertion.response;
    // Who was not named before is named by the authenticator (WebAuthn, 7.2 step 6).
    if (userHandle == null ? userId === null : userHandle !== handleOf(key.userHandle)) throw passkeyRefused();
    const use = await signatureOf(assertion, page, challenge, key);
    if (use === null) throw passkeyRefused();
    const isNext = await notePasskeyUse(this.database.system, key.id, use.newCounter, use.credentialBackedUp);
    return { userId: key.userId, passkeyId: key.id, copied: !isNext };
  }

  private request(challenge: string, page: PageAddress, allowCredentials: PasskeyRequest['allowCredentials']): PasskeyRequest {
    return { challenge, rpId: page.host, timeout: TIMEOUT_MS, allowCredentials, userVerification: 'required' };
  }

  private async ask({ purpose, userId }: Asked, { origin }: PageAddress): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    await insertPasskeyChallenge(
      this.database.system,
      { hash: hashOf(challenge), purpose, userId, origin },
      PASSKEY_LIMITS.challengeMinutes,
    );
    return challenge;
  }

  /** The challenge of an answer, which is used up with that, whatever comes of it. @throws 15006, 15010 */
  private async answered({ purpose, userId }: Asked, { origin }: PageAddress, clientDataJSON: string): Promise<string> {
    const challenge = challengeOf(clientDataJSON);
    const taken = challenge === null ? undefined : await takePasskeyChallenge(this.database.system, hashOf(challenge));
    if (challenge === null || !taken) throw passkeyRefused();
    if (taken.purpose !== purpose || taken.userId !== userId || taken.origin !== origin) throw passkeyRefused();
    if (taken.late) throw apiError('codeExpired');
    return challenge;
  }
}

async function signatureOf(assertion: PasskeyAssertion, page: PageAddress, expectedChallenge: string, key: PasskeyKey) {
  const { userHandle, ...response } = assertion.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: { ...response, ...(userHandle == null ? {} : { userHandle }) }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: page.origin,
      expectedRPID: page.host,
      // The counter is compared where it is written: of two at once with the same number one must lose.
      credential: { id: assertion.id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  } catch {
    return null;
  }
}
