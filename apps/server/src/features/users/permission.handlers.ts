import { apiError, type PermissionEntry } from '@sightline/contract';
import { customerLineage } from '@sightline/db';
import { MENU_IDS, MENUS, PERMISSION_IDS, type PermissionId } from '@sightline/domain';
import { customerPermissions } from '../auth/permissions.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { namedUser } from './user.service.ts';

const isMenu = (id: string): id is keyof typeof MENUS => Object.hasOwn(MENUS, id);

function permissionEntry(id: PermissionId): PermissionEntry {
  if (isMenu(id)) {
    const menu = MENUS[id];
    return { id, pid: menu.parent, urlType: 'menu', urlName: menu.name, urls: [menu.route] };
  }
  const [pid, label] = id.split(':') as [string, string];
  return { id, pid, urlType: 'function', urlName: label, urls: [] };
}

/** What users and customers may. */
export const permissionHandlers = (sessions: Sessions) =>
  defineHandlers({
    'user.auth.url': async ({ input, principal, trx }) => {
      const own = input.userId === undefined || input.userId === principal.userId;
      const permissions = own
        ? principal.permissions
        : (await sessions.principalOf(await namedUser(trx, principal, input.userId)))?.permissions;
      if (!permissions) throw apiError('accountGone', { userId: input.userId });
      return PERMISSION_IDS.filter((id) => permissions.has(id)).map(permissionEntry);
    },

    'customer.menu.url': async ({ input, principal, trx, context }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      // The limits of the customers above apply too, which the asker may not see.
      const may = customerPermissions(await customerLineage(context.database.system, customer.path));
      return MENU_IDS.filter((id) => may.has(id)).map((id) => ({ url: MENUS[id].route, menuName: MENUS[id].name }));
    },
  });
