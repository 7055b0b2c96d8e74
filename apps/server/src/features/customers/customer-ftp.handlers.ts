import { apiError } from '@sightline/contract';
import { findCustomerFtp, findCustomerFtpPassword, saveCustomerFtp, type ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { SecretBox } from '../../files/secret-box.ts';
import { defineHandlers, detached, type ScopedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import { namedCustomer, ownCustomer } from './customer.service.ts';
import { sealedFor } from './ftp-secrets.ts';
import { tryFtpServer } from './ftp-trial.service.ts';

type Server = Pick<ScopedCall<'customer.ftp.test'>['input'], 'host' | 'port' | 'account'>;

const missing = (path: string): Error => apiError('invalidParameters', [{ path, message: 'needed' }]);

/** Whether the password that is known was given for this server and account: it is said to no other. */
async function isSameServer(trx: ScopedTransaction, customerId: string, { host, port, account }: Server): Promise<boolean> {
  const known = await findCustomerFtp(trx, customerId);
  return known !== undefined && known.host === host && known.port === port && known.account === account;
}

/** The FTP servers of customers. */
export const customerFtpHandlers = (secrets: SecretBox) => {
  const known = async (context: AppContext, customerId: string): Promise<Buffer | null> =>
    await findCustomerFtpPassword(context.database.system, customerId);

  return defineHandlers({
    'customer.ftp.info': async ({ input, context, principal, trx }) => {
      const { id } = await namedCustomer(trx, principal, input.customerId);
      const ftp = await findCustomerFtp(trx, id);
      return {
        customerId: id,
        enabled: ftp?.enabled ?? false,
        host: ftp?.host ?? '',
        port: ftp?.port ?? 21,
        account: ftp?.account ?? '',
        path: ftp?.folder ?? '/',
        hasPassword: (await known(context, id)) !== null,
      };
    },

    'customer.ftp.set': async ({ input, context, principal, trx, audit }) => {
      const { id } = await ownCustomer(trx, principal, input.customerId);
      const { enabled, host, port, account, password, path } = input;
      const stays = password === undefined && (await isSameServer(trx, id, input)) && (await known(context, id)) !== null;
      if (enabled && host === '') throw missing('host');
      if (enabled && port === 0) throw missing('port');
      if (enabled && account === '') throw missing('account');
      if (enabled && password === undefined && !stays) throw missing('password');
      const sealed = password === undefined ? null : await secrets.seal(password, sealedFor(id));
      await saveCustomerFtp(trx, id, { enabled, host, port, account, folder: path === '' ? '/' : path }, stays ? 'stays' : sealed);
      audit({ enabled, host, port, account });
      return null;
    },

    // The server may take its time: no connection of the database waits for it.
    'customer.ftp.test': detached(async ({ input, context, principal, audit }) => {
      const { host, port, account, path } = input;
      if (host === '' || port === 0) throw missing(host === '' ? 'host' : 'port');
      const { id, isSame } = await context.database.scoped(scopeOf(principal), async (trx) => {
        const customer = await ownCustomer(trx, principal, input.customerId);
        return { id: customer.id, isSame: await isSameServer(trx, customer.id, input) };
      });
      const sealed = input.password === undefined && isSame ? await known(context, id) : null;
      const password = input.password ?? (sealed && (await secrets.open(sealed, sealedFor(id))));
      audit({ host, port, account });
      if (password === null) return { result: 'noPassword' };
      return { result: await tryFtpServer({ host, port, account, password, path: path === '' ? '/' : path }, context.config.ftpPrivate) };
    }),
  });
};
