import { apiError } from '@sightline/contract';
import { accountTaken, createUser, findMainAccount, type CustomerRecord, type ScopedTransaction } from '@sightline/db';
import { hashPassword } from '../auth/passwords.service.ts';
import { NOTHING_UNREAD } from '../help/release-notes.service.ts';

export interface NewMainAccount {
  readonly account: string;
  readonly password: string;
  readonly name: string;
  readonly language: string;
  readonly email?: string | null;
}

/** @throws 15001 when somebody, of whatever tenant, has the account. */
export async function requireFreeAccount(trx: ScopedTransaction, account: string): Promise<void> {
  if (await accountTaken(trx, account)) throw apiError('accountExists', [{ path: 'account', message: account }]);
}

/** Gives a customer its main account. Returns its id. @throws 15001, 9003 when it has one. */
export async function addMainAccount(trx: ScopedTransaction, customer: CustomerRecord, user: NewMainAccount): Promise<string> {
  await requireFreeAccount(trx, user.account);
  if (await findMainAccount(trx, customer.id)) throw apiError('alreadyExists', { customerId: customer.id });
  const created = await createUser(trx, {
    ...NOTHING_UNREAD,
    customer_id: customer.id,
    account: user.account,
    name: user.name,
    password_hash: await hashPassword(user.password),
    user_type: 2,
    language: user.language,
    timezone: customer.timezone,
    email: user.email ?? null,
  });
  return created.id;
}
