import { createHash, randomInt } from 'node:crypto';
import path from 'node:path';
import { apiError, TWO_FACTOR_LIMITS } from '@sightline/contract';
import {
  confirmPendingKey,
  removeTwoFactor,
  replaceRecoveryCodes,
  savePendingKey,
  takeRecoveryCode,
  takeTwoFactorStep,
  tryTwoFactor,
  type Database,
  type TwoFactorTry,
} from '@sightline/db';
import type { Config } from '@sightline/runtime';
import { SecretBox } from '../../files/secret-box.ts';
import { base32, matchTotp, newTotpKey, totpUri } from './totp.ts';

/** Without 0, 1, i, l and o: nobody has to guess what was written down. 49 bits a code. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;
const sealedFor = (userId: string): string => `user ${userId} authenticator`;

const newRecoveryCode = (): string => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
/** As people read and write them. */
const grouped = (code: string): string => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
const hashOf = (userId: string, code: string): Buffer => createHash('sha256').update(`recovery ${userId} ${code}`).digest();

/** The box of the keys of authenticator apps. */
export const openTwoFactorSecrets = (config: Config): SecretBox => new SecretBox(path.resolve(config.data, 'secrets', 'two-factor.key'));

/**
 * The second factor of sign-ins: codes of an authenticator app, and recovery codes for when it is lost. Wrong codes are counted in the database, so that
 * several processes count together; a code that was taken is not taken again.
 */
export class TwoFactor {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes a code of the app, or a recovery code. @throws 15006; 429 after too many wrong ones, whatever the code */
  async take(userId: string, text: string): Promise<'app' | 'recovery'> {
    const code = text.toLowerCase().replaceAll(/[\s-]/g, '');
    const tried = await this.counted(userId);
    if (!/^[0-9]{6}$/.test(code)) {
      if (await takeRecoveryCode(this.database.system, userId, hashOf(userId, code))) return 'recovery';
      throw apiError('wrongAccountOrCode');
    }
    const step = await this.stepOf(userId, tried.keySealed, code);
    if (step === null || !(await takeTwoFactorStep(this.database.system, userId, step))) throw apiError('wrongAccountOrCode');
    return 'app';
  }

  /** A new key, which counts once {@link confirm} has seen a code of it; the one before counts until then. */
  async begin(userId: string, account: string, issuer: string): Promise<{ readonly key: string; readonly uri: string }> {
    const key = newTotpKey();
    await savePendingKey(this.database.system, userId, await this.secrets.seal(key.toString('base64'), sealedFor(userId)));
    return { key: base32(key), uri: totpUri(key, issuer, account) };
  }

  /** Lets the new key count, and gives the recovery codes, which nobody can read again. @throws 15006, 15010 when it was begun too long ago, 429 */
  async confirm(userId: string, code: string): Promise<string[]> {
    const { pendingSealed, pendingAt } = await this.counted(userId);
    if (!pendingSealed || !pendingAt || this.now() - pendingAt.getTime() > TWO_FACTOR_LIMITS.setUpMinutes * 60_000) {
      throw apiError('codeExpired');
    }
    const step = await this.stepOf(userId, pendingSealed, code);
    if (step === null) throw apiError('wrongAccountOrCode');
    const codes = Array.from({ length: TWO_FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
    await this.database.system.transaction().execute(async (trx) => {
      if (!(await confirmPendingKey(trx, userId, pendingSealed, step))) throw apiError('wrongAccountOrCode');
      await replaceRecoveryCodes(
        trx,
        userId,
        codes.map((c) => hashOf(userId, c)),
      );
    });
    return codes.map(grouped);
  }

  /** Other recovery codes in place of those that were given. */
  async renewRecoveryCodes(userId: string): Promise<string[]> {
    const codes = Array.from({ length: TWO_FACTOR_LIMITS.recoveryCodes }, newRecoveryCode);
    const hashes = codes.map((c) => hashOf(userId, c));
    await this.database.system.transaction().execute((trx) => replaceRecoveryCodes(trx, userId, hashes));
    return codes.map(grouped);
  }

  /** Back to the password alone. */
  async end(userId: string): Promise<void> {
    await this.database.system.transaction().execute((trx) => removeTwoFactor(trx, userId));
  }

  /** Counted before the code is looked at, so that guesses side by side cannot pass the limit. @throws 429 */
  private async counted(userId: string): Promise<TwoFactorTry> {
    const { tries, windowMinutes } = TWO_FACTOR_LIMITS;
    const tried = await tryTwoFactor(this.database.system, userId, windowMinutes);
    if (!tried) throw apiError('wrongAccountOrCode');
    if (tried.tries > tries) {
      const untilMs = tried.triesSince.getTime() + windowMinutes * 60_000;
      throw apiError('tooFrequent', { retryAfterS: Math.max(1, Math.ceil((untilMs - this.now()) / 1000)) });
    }
    return tried;
  }

  /** @throws 500 when the key cannot be opened any more: an administrator has to reset it. */
  private async stepOf(userId: string, sealed: Buffer | null, code: string): Promise<number | null> {
    if (!sealed) return null;
    const key = await this.secrets.open(sealed, sealedFor(userId));
    if (key === null) throw new Error(`the authenticator key of user ${userId} cannot be opened`);
    return matchTotp(Buffer.from(key, 'base64'), code, this.now());
  }
}
