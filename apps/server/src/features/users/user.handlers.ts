import { apiError, type UserInfo } from '@sightline/contract';
import { avatarIdOf, findCustomer, findUser, patchUserSettings, updateUser, type ScopedTransaction, type UserChange } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.service.ts';
import type { Principal } from '../principal.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { mapTypesOf } from '../company/company-look.service.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers, type AfterCommit } from '../handlers.ts';
import { isoOrNull } from '../times.ts';
import { avatarUrl } from './avatar.service.ts';
import { settingsOf } from './user-settings.service.ts';
import { matchingPasswords, namedUser, onlySelf } from './user.service.ts';

interface SettingCall {
  readonly input: { readonly userId?: string | undefined };
  readonly principal: Principal;
  readonly trx: ScopedTransaction;
  readonly context: AppContext;
  audit(detail: Readonly<Record<string, unknown>>): void;
  afterCommit(notify: AfterCommit): void;
}

/** Saves the fields of the call (but userId) into the settings of the user. */
async function saveSettings({ input, principal, trx, audit }: SettingCall): Promise<null> {
  const { userId, ...patch } = input;
  onlySelf(principal, userId);
  await patchUserSettings(trx, principal.userId, patch);
  audit(patch);
  return null;
}

/** The same of what is part of the principal. */
async function saveShared(call: SettingCall): Promise<null> {
  await saveSettings(call);
  call.afterCommit(() => call.context.bus.publish('principal.changed', { userId: call.principal.userId }));
  return null;
}

/** Saves columns of the user; what other parts have cached of the principal is dropped. */
async function saveColumns({ input, principal, trx, context, audit, afterCommit }: SettingCall, change: UserChange): Promise<null> {
  const { userId, ...given } = input;
  onlySelf(principal, userId);
  await updateUser(trx, principal.userId, change);
  audit(given);
  afterCommit(() => context.bus.publish('principal.changed', { userId: principal.userId }));
  return null;
}

/** The signed-in user and what he chose. */
export const userHandlers = (sessions: Sessions, files: Files) =>
  defineHandlers({
    'user.base.info': async ({ input, principal, trx }): Promise<UserInfo> => {
      const user = await namedUser(trx, principal, input.userId);
      const customer = await findCustomer(trx, user.customer_id);
      if (!customer) throw apiError('dataNotFound', { userId: input.userId });
      return {
        id: user.id,
        userName: user.name,
        account: user.account,
        userType: String(user.user_type) as UserInfo['userType'],
        demo: user.demo,
        email: user.email,
        phone: user.phone,
        remark: principal.permissions.has('2000') ? user.remark : null,
        timezone: user.timezone,
        language: user.language,
        webVersion: user.web_version,
        experienceTs: isoOrNull(user.experience_at),
        experienceMonitorTs: isoOrNull(user.experience_monitor_at),
        speedUnit: settingsOf(user).speedUnit,
        customerId: customer.id,
        customerName: customer.name,
        customerType: customer.customer_type,
        concurrentLogin: user.concurrent_login,
        passwordMustChange: user.id === principal.userId && principal.passwordMustChange,
        avatarUrl: await avatarUrl(files, principal, await avatarIdOf(trx, user.id)),
      };
    },

    'user.setting.info': async ({ input, principal, trx, context }) => {
      onlySelf(principal, input.userId);
      const user = await namedUser(trx, principal, undefined);
      const settings = settingsOf(user);
      if (user.settings['map'] !== undefined) return settings;
      return { ...settings, map: (await mapTypesOf(context.database, principal)).defaultMapType ?? settings.map };
    },

    'user.setting.map': saveSettings,
    'user.setting.speedunit': saveShared,
    'user.setting.distanceunit': saveShared,
    'user.setting.formatlocale': saveSettings,
    'user.setting.temperatureunit': saveShared,
    'user.setting.oilquantity': saveShared,
    'user.setting.oilconsumption': saveShared,
    'user.setting.currencyunit': saveSettings,
    'user.setting.sound': saveSettings,
    'user.setting.node.media': saveShared,
    'user.setting.node.replay': saveShared,
    'user.setting.node.talk': saveShared,

    'user.setting.language': async (call) => await saveColumns(call, { language: call.input.language }),
    'user.setting.timezone': async (call) => await saveColumns(call, { timezone: call.input.timezone }),
    'user.base.web.version.save': async (call) => await saveColumns(call, { web_version: call.input.webVersion }),
    'user.base.experience.monitor': async (call) => {
      const at = call.input.experience ? new Date() : null;
      return await saveColumns(call, { experience_at: at, experience_monitor_at: at });
    },

    'user.base.self.update': async (call) => {
      const { userName, phone } = call.input;
      const change = { ...(userName !== undefined && { name: userName }), ...(phone !== undefined && { phone }) };
      if (Object.keys(change).length > 0) await updateUser(call.trx, call.principal.userId, change);
      call.audit({ ...(userName !== undefined && { userName }), ...(phone !== undefined && { phone }) });
      call.afterCommit(() => call.context.bus.publish('principal.changed', { userId: call.principal.userId }));
      return null;
    },

    'user.base.user.updateUserPassword': async ({ input, principal, trx, token, afterCommit }) => {
      onlySelf(principal, input.userId);
      matchingPasswords(input);
      const user = await findUser(trx, principal.userId);
      if (!user || !(await verifyPassword(user.password_hash, input.oldPassword))) throw apiError('wrongPassword');
      await updateUser(trx, user.id, { password_hash: await hashPassword(input.password), password_changed_at: new Date() });
      // Whoever else was signed in with the old password is out.
      afterCommit(() => sessions.revokeOthers(user.id, token));
      return null;
    },
  });
