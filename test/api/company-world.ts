import type { Client } from '@sightline/contract';
import { createUser, type Database } from '@sightline/db';
import type { TestApi } from './harness.ts';
import { PASSWORD, type TwoTenants } from './two-tenants.ts';

/** Those whom settings of a company are tried with. */
export interface CompanyClients {
  /** Main account of a dealer. */
  readonly dealer: Client;
  /** Main account of the customer below it. */
  readonly below: Client;
  /** Main account of another dealer. */
  readonly other: Client;
  /** An ordinary user of the first dealer. */
  readonly ordinary: Client;
}

/** Adds the accounts that two tenants do not have by themselves; their password is that of everybody. */
export async function seedCompanyUsers(
  { system }: Database,
  { a }: TwoTenants,
): Promise<{ readonly belowId: string; readonly ordinaryId: string }> {
  const { password_hash } = await system
    .selectFrom('app_user')
    .select('password_hash')
    .where('account', '=', a.account)
    .executeTakeFirstOrThrow();
  const user = { password_hash, name: 'Somebody' };
  const below = await createUser(system, { ...user, customer_id: a.subCustomerId, account: 'below', user_type: 2 });
  const ordinary = await createUser(system, { ...user, customer_id: a.customerId, account: 'ordinary', user_type: 3 });
  return { belowId: below.id, ordinaryId: ordinary.id };
}

/** Signs in after {@link seedCompanyUsers}. */
export async function companyClients(api: TestApi, { a, b }: TwoTenants): Promise<CompanyClients> {
  const signedIn = async (account: string): Promise<Client> => api.client(await api.signIn(account, PASSWORD));
  return {
    dealer: await signedIn(a.account),
    below: await signedIn('below'),
    other: await signedIn(b.account),
    ordinary: await signedIn('ordinary'),
  };
}
