import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

export const MAIL_TLS = ['starttls', 'implicit', 'none'] as const;

/** A mail server of a customer's own, that e-mails to its people and those below go over. Its password is never told. */
export const CustomerMailServer = z
  .object({
    customerId: idOf('customer'),
    enabled: z.boolean(),
    host: z.string(),
    port: z.int(),
    /** starttls (required), implicit (from the first byte), none. */
    tls: z.enum(MAIL_TLS),
    account: z.string(),
    senderEmail: z.string(),
    senderName: z.string(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'CustomerMailServer' });
export type CustomerMailServer = z.output<typeof CustomerMailServer>;

export const TWO_FACTOR_LIMITS = {
  recoveryCodes: 10,
  /** Wrong codes within so many minutes. */
  tries: 10,
  windowMinutes: 15,
  /** Between the key and its first code. */
  setUpMinutes: 15,
} as const;

/** The answer to a sign-in, by whatever it was. */
export const SignedIn = z
  .object({
    token: z.string(),
    userId: z.string(),
    customerId: z.string(),
    expireTime: z.iso.datetime(),
    /** 15017: until it is changed, only the change of the password is allowed. */
    passwordMustChange: z.boolean(),
    /** 15012: until the second factor is set up, only that is allowed. */
    twoFactorMissing: z.boolean(),
  })
  .meta({ id: 'SignedIn' });
export type SignedIn = z.output<typeof SignedIn>;

/** A session of the signed-in user. */
export const UserSession = z
  .object({
    id: idOf('session'),
    /** The one that asks. */
    current: z.boolean(),
    /** As the browser names itself; '' where that says nothing. */
    browser: z.string(),
    system: z.string(),
    remote: z.string().nullable(),
    signInTime: instant(),
    lastSeenTime: instant(),
    /** The account above that went on as this user. */
    enteredBy: z.string().nullable(),
  })
  .meta({ id: 'UserSession' });
export type UserSession = z.output<typeof UserSession>;
