import { apiError } from '@sightline/contract';
import {
  binUser,
  deleteUser,
  endSessions,
  findBinnedUser,
  findCustomer,
  hasOrdinaryUsers,
  pageUsers,
  restoreUser,
  updateUser,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { requireFreeAccount } from './main-account.service.ts';
import { isBelow, managedUser } from './managed-user.service.ts';
import { userRows } from './user-row.ts';
import { namedUser } from './user.service.ts';

const tell = (context: AppContext, userId: string) => (): void => context.bus.publish('principal.changed', { userId });

/** Stopping users, the recycle bin, and the end. */
export const userStateHandlers = (files: Files) =>
  defineHandlers({
    'user.stop': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      await updateUser(trx, user.id, { status: 'stopped' });
      await endSessions(trx, [user.id]);
      audit({ account: user.account });
      afterCommit(tell(context, user.id));
      return null;
    },

    'user.resume': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      await updateUser(trx, user.id, { status: 'active' });
      audit({ account: user.account });
      afterCommit(tell(context, user.id));
      return null;
    },

    'user.del': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const named = await namedUser(trx, principal, input.userId);
      // A company cannot do away with its own main account, nor those above while it has other users.
      if (named.user_type === 2 && !named.demo && named.id !== principal.userId && !isBelow(principal, named)) {
        throw apiError('mainAccountDeletion', { userId: named.id });
      }
      const user = await managedUser(trx, principal, named.id);
      if (user.user_type === 2 && !user.demo && (await hasOrdinaryUsers(trx, user.customer_id))) throw apiError('deleteUsersFirst');
      await endSessions(trx, [user.id]);
      await binUser(trx, user.id);
      audit({ account: user.account });
      afterCommit(tell(context, user.id));
      return null;
    },

    'user.rest': async ({ input, principal, trx, audit }) => {
      const user = await findBinnedUser(trx, input.userId);
      if (!user) {
        await namedUser(trx, principal, input.userId);
        return null;
      }
      if (!(await findCustomer(trx, user.customer_id))) throw apiError('dataNotFound', { customerId: user.customer_id });
      await requireFreeAccount(trx, user.account);
      await restoreUser(trx, user.id);
      audit({ account: user.account });
      return null;
    },

    'user.recycle.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageUsers(trx, {
        text: input.userNoOrName,
        recycled: true,
        orderBy: 'recycleTime',
        descending: true,
        ...limitOf(input),
      });
      return pageOfRows(input, await userRows(files, principal, rows), total);
    },

    'user.recycle.delete': async ({ input, principal, trx, audit }) => {
      const user = await findBinnedUser(trx, input.userId);
      if (!user) {
        await managedUser(trx, principal, input.userId);
        throw apiError('dataNotFound', { userId: input.userId });
      }
      await deleteUser(trx, user.id);
      audit({ account: user.account });
      return null;
    },
  });
