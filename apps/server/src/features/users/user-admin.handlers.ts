import { apiError } from '@sightline/contract';
import { accountTaken, createUser, endSessions, insertAudit, pageUsers, updateUser, type ScopedTransaction } from '@sightline/db';
import { assigned, newGrant, permissionsOfCustomer } from '../auth/grants.service.ts';
import { hashPassword } from '../auth/passwords.service.ts';
import { NOTHING_UNREAD } from '../help/release-notes.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { checkedEmail } from '../email.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { scopeOf, type Principal } from '../principal.ts';
import { requireFreeAccount } from './main-account.service.ts';
import { isBelow, managedUser, requireNoGain } from './managed-user.service.ts';
import { userRows } from './user-row.ts';
import { matchingPasswords, namedUser } from './user.service.ts';

/** Somebody to sign in as. @throws 15002, 403 unless a main account asks for a user of a customer below that lets itself be watched. */
async function userToEnter(trx: ScopedTransaction, principal: Principal, userId: string) {
  const user = await namedUser(trx, principal, userId);
  if (user.id === principal.userId) throw apiError('cannotOperateCurrentUser', { userId });
  if ((principal.userType !== 1 && principal.userType !== 2) || !isBelow(principal, user)) throw apiError('noPermission', { userId });
  const customer = await namedCustomer(trx, principal, user.customer_id);
  if (!customer.superior_may_watch) throw apiError('noPermission', { reason: 'superiorMayNotWatch' });
  return { user, customer };
}

/** Listing, adding and changing users, their passwords, and signing in as one of them. */
export const userAdminHandlers = (sessions: Sessions, files: Files) =>
  defineHandlers({
    'user.page': async ({ input, principal, trx }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const { rows, total } = await pageUsers(trx, {
        ...(input.subsumption === 1 ? { path: customer.path } : { customerId: customer.id }),
        text: input.userNoOrName,
        userType: input.userType === undefined ? undefined : Number(input.userType),
        status: input.status,
        recycled: false,
        orderBy: input.orderBy ?? 'createTime',
        descending: (input.orderDirection ?? (input.orderBy === undefined ? 'desc' : 'asc')) === 'desc',
        ...limitOf(input),
      });
      return pageOfRows(input, await userRows(files, principal, rows), total);
    },

    'user.base.info.add': async ({ input, principal, trx, context, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      await requireFreeAccount(trx, input.account);
      const above = await permissionsOfCustomer(context.database, customer.path);
      const menuIds = input.menus
        ? assigned(principal, [], { menus: input.menus, functions: input.functions }, above)
        : newGrant(principal, above);
      requireNoGain(principal, new Set(menuIds ?? above));
      const user = await createUser(trx, {
        ...NOTHING_UNREAD,
        customer_id: customer.id,
        account: input.account,
        name: input.userName,
        password_hash: await hashPassword(input.password),
        user_type: Number(input.userType),
        email: checkedEmail(input.email) ?? null,
        phone: input.phone ?? null,
        remark: input.remark ?? null,
        timezone: input.timezone ?? customer.timezone,
        language: input.language ?? principal.language,
        concurrent_login: input.concurrentLogin ?? true,
        menu_ids: menuIds,
      });
      audit({ id: user.id, account: user.account, customerName: customer.name });
      return { id: user.id };
    },

    'user.base.info.update': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      const { userId: _, userName: name, concurrentLogin: concurrent, email: _email, ...columns } = input;
      const email = checkedEmail(input.email);
      await updateUser(trx, user.id, {
        ...columns,
        name: name ?? user.name,
        ...(email === undefined ? {} : { email }),
        ...(concurrent === undefined ? {} : { concurrent_login: concurrent }),
      });
      const { userId: _id, ...changed } = input;
      audit({ account: user.account, ...changed });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    'user.checkUserNo': async ({ input, trx }) => ({ available: (await accountTaken(trx, input.account)) ? 0 : 1 }),

    'user.pwd.save': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      matchingPasswords(input);
      requireNoGain(principal, (await sessions.permissionsOf(user)) ?? new Set());
      await updateUser(trx, user.id, { password_hash: await hashPassword(input.password), password_changed_at: new Date() });
      await endSessions(trx, [user.id]);
      audit({ account: user.account });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    // A session begins outside of the scope; its row in the log goes to the customer that is entered.
    'user.url.login': detached(async ({ input, principal, context, remote, agent, audit }) => {
      const { user, customer } = await context.database.scoped(scopeOf(principal), (trx) => userToEnter(trx, principal, input.userId));
      requireNoGain(principal, (await sessions.permissionsOf(user)) ?? new Set());
      if (!(await sessions.principalOf(user))) throw apiError('accountGone', { userId: user.id });
      // The user's own sessions go on, whatever it may itself.
      const session = await sessions.issue({ id: user.id, concurrent_login: true }, remote, agent, principal.account);
      await insertAudit(context.database.system, {
        userId: user.id,
        account: user.account,
        customerId: customer.id,
        customerPath: customer.path,
        operation: 'user.url.login',
        detail: { enteredBy: principal.account },
        remote,
      });
      audit({ account: user.account, customerName: customer.name });
      return { token: session.token, userId: user.id, customerId: customer.id, expireTime: isoTime(session.expiresAt) };
    }),
  });
