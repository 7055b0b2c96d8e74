import { apiError, type OutputOf } from '@sightline/contract';
import { findMailServer, findMailServerPassword, saveMailServer, type ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { SecretBox } from '../../files/secret-box.ts';
import { namedCustomer, ownCustomer } from '../customers/customer.service.ts';
import { checkedEmail, requiredEmail } from '../email.ts';
import { defineHandlers, detached, type ScopedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import { mailPage } from './mail-page.ts';
import { mailRoute } from './mail-route.service.ts';
import { sealedForMail } from './mail-secrets.ts';
import { mailText } from './mail-texts.ts';
import { sendOverSmtp, SmtpError } from './smtp.ts';

type Server = Pick<ScopedCall<'customer.mail.server.test'>['input'], 'host' | 'port' | 'tls' | 'account'>;
type Trial = OutputOf<'customer.mail.server.test'>['result'];

const missing = (path: string): Error => apiError('invalidParameters', [{ path, message: 'needed' }]);

/**
 * Whether the password that is known was given for this server and account: it is said to no other, nor in the clear where it was not given for that.
 */
async function isSameServer(trx: ScopedTransaction, customerId: string, { host, port, tls, account }: Server): Promise<boolean> {
  const known = await findMailServer(trx, customerId);
  return known !== undefined && known.host === host && known.port === port && known.tls === tls && known.account === account;
}

/** The mail servers of customers. */
export const customerMailHandlers = (secrets: SecretBox) => {
  const known = async (context: AppContext, customerId: string): Promise<Buffer | null> =>
    await findMailServerPassword(context.database.system, customerId);

  return defineHandlers({
    'customer.mail.server.info': async ({ input, context, principal, trx }) => {
      const { id } = await namedCustomer(trx, principal, input.customerId);
      const server = await findMailServer(trx, id);
      return {
        customerId: id,
        enabled: server?.enabled ?? false,
        host: server?.host ?? '',
        port: server?.port ?? 587,
        tls: server?.tls ?? 'starttls',
        account: server?.account ?? '',
        senderEmail: server?.sender_email ?? '',
        senderName: server?.sender_name ?? '',
        hasPassword: (await known(context, id)) !== null,
      };
    },

    'customer.mail.server.set': async ({ input, context, principal, trx, audit }) => {
      const { id } = await ownCustomer(trx, principal, input.customerId);
      const { enabled, host, port, tls, account, password, senderName } = input;
      const senderEmail = enabled ? requiredEmail(input.senderEmail) : (checkedEmail(input.senderEmail) ?? '');
      const stays = password === undefined && (await isSameServer(trx, id, input)) && (await known(context, id)) !== null;
      if (enabled && host === '') throw missing('host');
      if (enabled && port === 0) throw missing('port');
      if (enabled && account !== '' && password === undefined && !stays) throw missing('password');
      const sealed = password === undefined ? null : await secrets.seal(password, sealedForMail(id));
      const record = { enabled, host, port, tls, account, sender_email: senderEmail, sender_name: senderName };
      await saveMailServer(trx, id, record, stays ? 'stays' : sealed);
      audit({ enabled, host, port, account, senderEmail });
      return null;
    },

    // The server may take its time: no connection of the database waits for it.
    'customer.mail.server.test': detached(async ({ input, context, principal, language, audit }): Promise<{ result: Trial }> => {
      const { host, port, tls, account, senderName } = input;
      if (host === '' || port === 0) throw missing(host === '' ? 'host' : 'port');
      const email = requiredEmail(input.email);
      const senderEmail = requiredEmail(input.senderEmail);
      const { customer, isSame } = await context.database.scoped(scopeOf(principal), async (trx) => {
        const own = await ownCustomer(trx, principal, input.customerId);
        return { customer: own, isSame: await isSameServer(trx, own.id, input) };
      });
      const sealed = input.password === undefined && isSame ? await known(context, customer.id) : null;
      const password = input.password ?? (sealed && (await secrets.open(sealed, sealedForMail(customer.id))));
      audit({ host, port, account, email });
      if (account !== '' && password === null) return { result: 'noPassword' };
      const { brand } = await mailRoute(context.database, secrets, context.config, customer.path);
      const page = mailPage(mailText('test', language, customer.name), brand, language);
      const server = { host, port, tls, account, password: password ?? '', senderEmail, senderName, named: 'byCustomer' } as const;
      try {
        await sendOverSmtp(server, { to: email, brand, ...page }, context.config.mailPrivate);
        return { result: 'ok' };
      } catch (error) {
        if (!(error instanceof SmtpError)) throw error;
        return { result: error.failure };
      }
    }),
  });
};
