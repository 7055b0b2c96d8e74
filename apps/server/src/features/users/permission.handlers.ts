import { apiError } from '@sightline/contract';
import { MENU_IDS, MENUS } from '@sightline/domain';
import { authOf, permissionsOfCustomer } from '../auth/grants.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { permissionEntries } from './permission-entries.service.ts';
import { namedUser } from './user.service.ts';

/** What users and customers may. */
export const permissionHandlers = (sessions: Sessions) =>
  defineHandlers({
    'user.auth.url': async ({ input, principal, trx }) => {
      const own = input.userId === undefined || input.userId === principal.userId;
      if (own) return permissionEntries(principal.permissions);
      const permissions = await sessions.permissionsOf(await namedUser(trx, principal, input.userId));
      if (!permissions) throw apiError('accountGone', { userId: input.userId });
      return permissionEntries(permissions);
    },

    'customer.menu': detached(async ({ principal }) => permissionEntries(principal.permissions)),

    'customer.menu.url': async ({ input, principal, trx, context }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const may = await permissionsOfCustomer(context.database, customer.path);
      return MENU_IDS.filter((id) => may.has(id)).map((id) => ({ url: MENUS[id].route, menuName: MENUS[id].name }));
    },

    'customer.menu.auth.user': async ({ input, principal, trx }) => {
      const permissions = await sessions.permissionsOf(await namedUser(trx, principal, input.userId));
      if (!permissions) throw apiError('accountGone', { userId: input.userId });
      return authOf(permissions, principal);
    },
  });
