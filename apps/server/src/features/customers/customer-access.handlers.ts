import { apiError, type ParsedInputOf } from '@sightline/contract';
import { endSessions, findMainAccount, lockCustomerTree, setCustomerGrant, updateUser } from '@sightline/db';
import { assigned, authOf, permissionsAbove, permissionsOfCustomer, regranted } from '../auth/grants.service.ts';
import { hashPassword } from '../auth/passwords.service.ts';
import { checkedEmail } from '../email.ts';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import { addMainAccount } from '../users/main-account.service.ts';
import { requireNoGain } from '../users/managed-user.service.ts';
import { permissionEntries } from '../users/permission-entries.service.ts';
import { matchingPasswords } from '../users/user.service.ts';
import { customerBelow, namedCustomer } from './customer.service.ts';

type GrantCall = Pick<
  ScopedCall<'customer.auth.setting.url' | 'customer.user.url.add' | 'customer.user.url.del'>,
  'principal' | 'trx' | 'context' | 'audit' | 'afterCommit'
>;

/** Changes the grant of a customer below; whatever it loses, everybody below it loses with the next call. */
async function changeGrant(
  { principal, trx, context, audit, afterCommit }: GrantCall,
  customerId: string,
  change: (before: readonly string[] | null, above: ReadonlySet<string>) => string[] | null,
): Promise<null> {
  await lockCustomerTree(trx);
  const customer = await customerBelow(trx, principal, customerId);
  const menuIds = change(customer.menu_ids, await permissionsAbove(context.database, customer.path));
  await setCustomerGrant(trx, customer.id, menuIds);
  audit({ customerName: customer.name, permissions: menuIds === null ? 'all' : menuIds.length });
  afterCommit(() => context.bus.publish('principal.changed', { userId: null, customerPaths: [customer.path] }));
  return null;
}

/** What customers may, and their main accounts. */
export const customerAccessHandlers = () =>
  defineHandlers({
    'customer.menu.auth.customer': async ({ input, principal, trx, context }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      return authOf(await permissionsOfCustomer(context.database, customer.path), principal);
    },

    'customer.user.url': async ({ input, principal, trx, context }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      return permissionEntries(await permissionsOfCustomer(context.database, customer.path));
    },

    'customer.auth.setting.url': async (call) =>
      await changeGrant(call, call.input.customerId, (before, above) => assigned(call.principal, before, call.input, above)),
    'customer.user.url.add': async (call) =>
      await changeGrant(call, call.input.customerId, (before, above) => regranted(call.principal, before, { add: call.input.ids }, above)),
    'customer.user.url.del': async (call) =>
      await changeGrant(call, call.input.customerId, (before, above) =>
        regranted(call.principal, before, { remove: call.input.ids }, above),
      ),

    'customer.user.add': async ({ input, principal, trx, context, audit }) => {
      await lockCustomerTree(trx);
      const customer = await customerBelow(trx, principal, input.customerId);
      requireNoGain(principal, await permissionsOfCustomer(context.database, customer.path));
      const userId = await addMainAccount(trx, customer, mainAccount(input, principal.language, customer.name));
      audit({ account: input.account, customerName: customer.name });
      return { userId };
    },

    'customer.user.updateCustomerUserPassword': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const customer = await customerBelow(trx, principal, input.customerId);
      matchingPasswords(input);
      requireNoGain(principal, await permissionsOfCustomer(context.database, customer.path));
      const user = await findMainAccount(trx, customer.id);
      if (!user) throw apiError('accountGone', { customerId: customer.id });
      await updateUser(trx, user.id, { password_hash: await hashPassword(input.password), password_changed_at: new Date() });
      await endSessions(trx, [user.id]);
      audit({ account: user.account });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },
  });

const mainAccount = (input: ParsedInputOf<'customer.user.add'>, language: string, customerName: string) => ({
  account: input.account,
  password: input.password,
  name: input.userName ?? customerName,
  language,
  email: checkedEmail(input.email) ?? null,
});
