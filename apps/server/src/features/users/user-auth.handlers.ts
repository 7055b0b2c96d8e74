import { apiError } from '@sightline/contract';
import {
  customersOfUser,
  devicesOfUser,
  findCustomerMail,
  lockCustomerTree,
  seenDevices,
  setUserCustomers,
  setUserDevices,
  unseenCustomers,
  updateUser,
  type ScopedTransaction,
  type UserRecord,
} from '@sightline/db';
import { assigned, authOf, permissionsOfCustomer } from '../auth/grants.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { defineHandlers } from '../handlers.ts';
import { managedUser } from './managed-user.service.ts';
import { settingsOf } from './user-settings.service.ts';
import { namedUser } from './user.service.ts';

async function customerLimit(trx: ScopedTransaction, user: UserRecord) {
  const rows = await customersOfUser(trx, user.id);
  return { limited: user.customer_limited, customers: rows.map((c) => ({ customerId: c.id, customerName: c.name })) };
}

async function deviceLimit(trx: ScopedTransaction, user: UserRecord) {
  const rows = await devicesOfUser(trx, user.id);
  return { limited: user.device_limited, devices: rows.map((d) => ({ deviceId: d.id, deviceName: d.name })) };
}

/** What users may, and which customers and devices they are held to. */
export const userAuthHandlers = (sessions: Sessions) =>
  defineHandlers({
    'user.auth': async ({ input, principal, trx }) => {
      const user = await namedUser(trx, principal, input.userId);
      return {
        userId: user.id,
        menuAuth: authOf((await sessions.permissionsOf(user)) ?? new Set(), principal),
        customer: await customerLimit(trx, user),
        device: await deviceLimit(trx, user),
      };
    },

    'user.auth.customer': async ({ input, principal, trx }) => await customerLimit(trx, await namedUser(trx, principal, input.userId)),
    'user.auth.device': async ({ input, principal, trx }) => await deviceLimit(trx, await namedUser(trx, principal, input.userId)),

    'user.auth.setting.url': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      const above = await permissionsOfCustomer(context.database, user.customer_path);
      const menuIds = assigned(principal, user.menu_ids, input, above);
      await updateUser(trx, user.id, { menu_ids: menuIds });
      audit({ account: user.account, permissions: menuIds === null ? 'all' : menuIds.length });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    'user.auth.setting.customer': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const named = await namedUser(trx, principal, input.userId);
      // One that moves out of sight meanwhile would stay.
      await lockCustomerTree(trx);
      const unseen = await unseenCustomers(trx, input.customerIds);
      if (unseen.length > 0) throw apiError('dataNotFound', { customerIds: unseen.slice(0, 20) });
      const user = await managedUser(trx, principal, named.id);
      // Who is held to customers himself cannot let others go.
      if (!input.limited && (principal.limits === 'customer' || principal.limits === 'both')) throw apiError('noPermission');
      await setUserCustomers(trx, user.id, input.limited, input.customerIds);
      audit({ account: user.account, limited: input.limited, customers: input.customerIds.length });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    'user.auth.setting.device': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const named = await namedUser(trx, principal, input.userId);
      const { keys, unseen } = await seenDevices(trx, input.deviceIds);
      if (unseen.length > 0) throw apiError('deviceNotFound', { deviceIds: unseen.slice(0, 20) });
      const user = await managedUser(trx, principal, named.id);
      if (!input.limited && (principal.limits === 'device' || principal.limits === 'both')) throw apiError('noPermission');
      await setUserDevices(trx, user.id, input.limited, keys);
      audit({ account: user.account, limited: input.limited, devices: keys.length });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    'user.noticeInfo': async ({ input, principal, trx }) => {
      const user = await namedUser(trx, principal, input.userId);
      return {
        userId: user.id,
        email: user.email,
        phone: user.phone,
        language: user.language,
        timezone: user.timezone,
        soundType: settingsOf(user).soundType,
        customerEmail: (await findCustomerMail(trx, user.customer_id))?.email ?? null,
      };
    },
  });
