import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { apiError, EMAIL_LIMITS, type UserEmail } from '@sightline/contract';
import {
  changeUserEmail,
  countEmailCodes,
  deleteEmailCode,
  deleteUserEmails,
  insertEmailCode,
  insertUserEmail,
  tryEmailCode,
  useEmailCode,
  userEmails,
  type UserEmailRecord,
} from '@sightline/db';
import { requiredEmail } from '../email.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { mailText, type Mailer } from '../mail/mailer.service.ts';
import { scopeOf } from '../principal.ts';
import { isoTime } from '../times.ts';

const emailView = ({ id, email, verified_at }: UserEmailRecord): UserEmail => ({ id, email, verifiedTime: isoTime(verified_at) });

/** The code of one user for one address: the same digits for another are another value. */
const hashOf = (userId: string, email: string, code: string): Buffer => createHash('sha256').update(`${userId} ${email} ${code}`).digest();

/** Addresses that the signed-in user has proved to be his. */
export const userEmailHandlers = (mailer: Mailer) =>
  defineHandlers({
    'user.email.infoList': async ({ principal, trx }) => (await userEmails(trx, principal.userId)).map(emailView),

    // The mail server may take its time: no connection of the database waits for it.
    'user.email.sendVerifyEmail': detached(async ({ input, principal, context, language, audit }) => {
      const email = requiredEmail(input.email).toLowerCase();
      const { userId } = principal;
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const scoped = scopeOf(principal);
      const id = await context.database.scoped(scoped, async (trx) => {
        if ((await countEmailCodes(trx, userId)) >= EMAIL_LIMITS.codesPerDay)
          throw apiError('emailVerificationLimit', { perDay: EMAIL_LIMITS.codesPerDay });
        return await insertEmailCode(trx, userId, email, hashOf(userId, email, code));
      });
      audit({ email });
      const mail = mailText('addressCode', language, code, EMAIL_LIMITS.codeMinutes);
      try {
        await mailer.send({ to: email, customerPath: principal.customerPath, language, mail });
      } catch (error) {
        await context.database.scoped(scoped, (trx) => deleteEmailCode(trx, id));
        throw error;
      }
      return null;
    }),

    // A wrong code is counted although the call fails: that is a transaction of its own.
    'user.email.save': detached(async ({ input, principal, context, audit }) => {
      const email = requiredEmail(input.email).toLowerCase();
      const { userId } = principal;
      const scoped = scopeOf(principal);
      const tried = await context.database.scoped(scoped, async (trx) => {
        if (input.id !== undefined && !(await userEmails(trx, userId)).some((e) => e.id === input.id))
          throw apiError('dataNotFound', { id: input.id });
        return await tryEmailCode(trx, userId, email);
      });
      if (!tried) throw apiError('wrongAccountOrCode');
      const late = Date.now() - tried.sent_at.getTime() > EMAIL_LIMITS.codeMinutes * 60_000;
      if (late || tried.used || tried.tries > EMAIL_LIMITS.tries) throw apiError('codeExpired');
      if (!timingSafeEqual(tried.code_hash, hashOf(userId, email, input.code))) throw apiError('wrongAccountOrCode');
      const saved = await context.database.scoped(scoped, async (trx) => {
        // Waits for another call of the same user.
        await countEmailCodes(trx, userId);
        const known = await userEmails(trx, userId);
        if (known.some((e) => e.email === email)) throw apiError('alreadyExists', { email });
        await useEmailCode(trx, tried.id);
        if (input.id !== undefined) {
          if (!(await changeUserEmail(trx, userId, input.id, email))) throw apiError('dataNotFound', { id: input.id });
          return (await userEmails(trx, userId)).find((e) => e.id === input.id);
        }
        if (known.length >= EMAIL_LIMITS.addresses)
          throw apiError('invalidParameters', [{ path: 'email', message: `at most ${EMAIL_LIMITS.addresses} addresses` }]);
        return await insertUserEmail(trx, userId, email);
      });
      if (!saved) throw apiError('alreadyExists', { email });
      audit({ email });
      return emailView(saved);
    }),

    'user.email.delete': async ({ input, principal, trx, audit }) => {
      const deleted = await deleteUserEmails(trx, principal.userId, input.ids);
      if (deleted < input.ids.length) throw apiError('dataNotFound', { ids: input.ids });
      audit({ ids: input.ids.join(',') });
      return { deleted };
    },
  });
