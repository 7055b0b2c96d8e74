import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { apiError, RECOVERY_LIMITS } from '@sightline/contract';
import {
  countPasswordCodes,
  deletePasswordCode,
  findClaimant,
  findUserByAccount,
  insertAudit,
  insertPasswordCode,
  revokeUserSessions,
  tryPasswordCode,
  updateUser,
  usePasswordCode,
  userEmails,
  type Claimant,
  type Database,
  type UserRecord,
} from '@sightline/db';
import { requiredEmail } from '../email.ts';
import { defineHandlers } from '../handlers.ts';
import { mailText, noMailServer, type Mailer } from '../mail/mailer.service.ts';
import { matchingPasswords } from '../users/user.service.ts';
import { hashPassword } from './passwords.service.ts';

const { codeMinutes, digits, tries, perDay, perDayOfIndividuals } = RECOVERY_LIMITS;
const INDIVIDUAL = 4;
/** Never the id of a user: what is done for an account that exists is done for one that does not. */
const NOBODY = '0';

const newCode = (): string => String(randomInt(10 ** digits)).padStart(digits, '0');
/** The code of one user: the same digits for another are another value. */
const hashOf = (userId: string, code: string): Buffer => createHash('sha256').update(`password ${userId} ${code}`).digest();

/** @throws 902, 15019 */
async function rememberCode(database: Database, claimant: Claimant, code: string): Promise<string> {
  return await database.system.transaction().execute(async (trx) => {
    const sent = await countPasswordCodes(trx, claimant.id);
    if (claimant.user_type === INDIVIDUAL && sent >= perDayOfIndividuals) {
      throw apiError('passwordRecoveryLimit', { perDay: perDayOfIndividuals });
    }
    if (sent >= perDay) throw apiError('emailVerificationLimit', { perDay });
    return await insertPasswordCode(trx, claimant.id, hashOf(claimant.id, code));
  });
}

type Person = Pick<UserRecord, 'id' | 'account' | 'customer_id' | 'customer_path'>;

const auditOf = (person: Person, operation: string, remote: string) => ({
  userId: person.id,
  account: person.account,
  customerId: person.customer_id,
  customerPath: person.customer_path,
  operation,
  detail: {},
  remote,
});

/**
 * Forgotten passwords. Only an address that the user has proved is good for it: one that stands in the record alone may have been written there by
 * somebody who may change users and not reset their passwords.
 */
export const recoveryHandlers = (mailer: Mailer) =>
  defineHandlers({
    'system.password.code': async ({ input, context, remote }) => {
      const email = requiredEmail(input.email).toLowerCase();
      const { database } = context;
      // Before anybody is looked for: what is said must not depend on who was meant.
      if (!(await mailer.canSend())) throw noMailServer();
      const claimant = await findClaimant(database.system, input.account, email);
      if (!claimant) return null;
      if (!claimant.proved) throw apiError('emailUnverified');
      const code = newCode();
      const id = await rememberCode(database, claimant, code);
      const { account, language, customer_path: customerPath } = claimant;
      const mail = mailText('passwordCode', language, account, code, codeMinutes);
      mailer.sendLater({ to: email, customerPath, language, mail }, () => deletePasswordCode(database.system, id));
      await insertAudit(database.system, auditOf(claimant, 'system.password.code', remote));
      return null;
    },

    'system.password.reset': async ({ input, context, remote }) => {
      const { database } = context;
      matchingPasswords(input);
      const user = await findUserByAccount(database.system, input.account);
      const isOpen = user !== undefined && user.status === 'active' && !user.demo;
      const userId = isOpen ? user.id : NOBODY;
      const tried = await tryPasswordCode(database.system, userId, codeMinutes);
      const isRight = tried !== undefined && timingSafeEqual(tried.code_hash, hashOf(userId, input.code));
      if (!isOpen || !tried || !isRight || tried.used || tried.tries > tries) throw apiError('wrongAccountOrCode');
      // Said to nobody but who has the code.
      if (tried.late) throw apiError('codeExpired');
      const passwordHash = await hashPassword(input.password);
      await database.system.transaction().execute(async (trx) => {
        if (!(await usePasswordCode(trx, tried.id))) throw apiError('wrongAccountOrCode');
        await updateUser(trx, user.id, { password_hash: passwordHash, password_changed_at: new Date() });
        await revokeUserSessions(trx, user.id);
        await insertAudit(trx, auditOf(user, 'system.password.reset', remote));
      });
      context.bus.publish('principal.changed', { userId: user.id });
      const { account, language, customer_path: customerPath } = user;
      for (const { email } of await userEmails(database.system, user.id)) {
        mailer.sendLater({ to: email, customerPath, language, mail: mailText('passwordReplaced', language, account) });
      }
      return null;
    },
  });
