import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

export const PASSKEY_LIMITS = {
  perUser: 10,
  /** Between the question of the server and the answer of the browser. */
  challengeMinutes: 5,
  nameLength: 50,
} as const;

/** Bytes as WebAuthn writes them in JSON (RFC 4648, 5, without padding). */
const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/);

/** WebAuthn, 5.8.2: what the browser signed. Its challenge leads back to the question. */
const clientDataJSON = base64url(4096);
/** WebAuthn, 4: at most 1023 bytes. */
const credentialId = base64url(1364);
/** Names of ways to an authenticator (WebAuthn, 5.8.4); new ones may come. */
const transports = z.array(z.string().max(32)).max(10);

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** A passkey of the signed-in user, without anything that could be used. */
export const Passkey = z
  .object({
    id: idOf('passkey'),
    name: z.string(),
    /** The host at which it signs in. */
    host: z.string(),
    /** Kept by an account of its maker on more than one device. */
    synced: z.boolean(),
    createTime: instant(),
    lastUsedTime: instant().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof Passkey>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3 (5.1.9), as far as it is used. */
export const PasskeyCreation = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreation' });
export type PasskeyCreation = z.output<typeof PasskeyCreation>;

/** `PublicKeyCredentialRequestOptionsJSON` of the same (5.1.10). */
export const PasskeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    /** Empty: the person chooses among all passkeys of the host. */
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyRequest = z.output<typeof PasskeyRequest>;

const answer = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** `RegistrationResponseJSON`: what the browser makes of {@link PasskeyCreation}. */
export const PasskeyRegistration = z.object({
  ...answer,
  response: z.object({ clientDataJSON, attestationObject: base64url(16_384), transports: transports.optional() }),
});
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>;

/** `AuthenticationResponseJSON`: what the browser makes of {@link PasskeyRequest}. */
export const PasskeyAssertion = z.object({
  ...answer,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: base64url(128).nullish(),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;
