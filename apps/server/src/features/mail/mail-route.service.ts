import { mailRoutes, type Database, type MailRouteRecord } from '@sightline/db';
import type { Config } from '@sightline/runtime';
import type { SecretBox } from '../../files/secret-box.ts';
import { brandingView } from '../system/branding.service.ts';
import type { MailBrand } from './mail-page.ts';
import { sealedForMail } from './mail-secrets.ts';
import type { SmtpServer } from './smtp.ts';

/** How a mail to somebody of a customer goes out: over which server, and in whose name. */
export interface MailRoute {
  /** Null: there is none. */
  readonly server: SmtpServer | null;
  readonly brand: MailBrand;
}

const LOGO = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;
const DEFAULT = brandingView({});

/** The brand of the nearest customer that has a title or a logo of its own. */
function brandOf(routes: readonly MailRouteRecord[]): MailBrand {
  const own = routes.find((r) => r.title !== null || r.logo !== null);
  const logo = LOGO.exec(own?.logo ?? '');
  const colour = own?.colour ?? DEFAULT.defaultThemeColor;
  return {
    title: own?.title ?? DEFAULT.title,
    colour: /^#[0-9A-Fa-f]{6}$/.test(colour) ? colour : DEFAULT.defaultThemeColor,
    logo: logo ? { contentType: logo[1]!, bytes: Buffer.from(logo[2]!, 'base64') } : null,
  };
}

/** The mail server of the platform's settings; null when none is set. */
export const platformServer = (config: Config): SmtpServer | null =>
  config.smtpHost === ''
    ? null
    : {
        host: config.smtpHost,
        port: config.smtpPort,
        tls: config.smtpTls as SmtpServer['tls'],
        account: config.smtpUser,
        password: config.smtpPassword,
        senderEmail: config.smtpFrom,
        senderName: '',
        named: 'byOperator',
      };

/**
 * The nearest mail server in use, from a customer upwards, else that of the platform; the brand is looked for in the same way, apart from it. A server whose
 * password cannot be opened any more (another key) is passed over.
 */
export async function mailRoute(database: Database, secrets: SecretBox, config: Config, customerPath: string): Promise<MailRoute> {
  const routes = await mailRoutes(database.system, customerPath);
  const brand = brandOf(routes);
  for (const { customer_id, server } of routes) {
    if (!server) continue;
    const password = server.passwordSealed && (await secrets.open(server.passwordSealed, sealedForMail(customer_id)));
    if (server.account !== '' && password === null) continue;
    const { host, port, tls, account } = server;
    const sender = { senderEmail: server.sender_email, senderName: server.sender_name };
    return { brand, server: { host, port, tls, account, password: password ?? '', ...sender, named: 'byCustomer' } };
  }
  return { brand, server: platformServer(config) };
}
