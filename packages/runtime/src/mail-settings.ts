import { setting } from './setting-definition.ts';
import { boolean, port, text } from './setting-values.ts';

/** How e-mails go out: the platform's mail server, and which ones customers may name. */
export const MAIL_SETTINGS = {
  smtpHost: setting({
    env: 'SIGHTLINE_SMTP_HOST',
    flag: 'smtp-host',
    help: 'mail server that e-mails go through',
    fallback: '',
    fallbackText: 'no e-mail is sent',
    parse: text,
  }),
  smtpPort: setting({ env: 'SIGHTLINE_SMTP_PORT', flag: 'smtp-port', help: 'its port', fallback: 587, parse: port }),
  smtpTls: setting({
    env: 'SIGHTLINE_SMTP_TLS',
    flag: 'smtp-tls',
    help: 'how the connection to it is secured: starttls (required), implicit, opportunistic, none',
    fallback: 'starttls',
    parse: (t: string): string => {
      if (['starttls', 'implicit', 'opportunistic', 'none'].includes(t)) return t;
      throw new Error('expected starttls, implicit, opportunistic or none');
    },
  }),
  smtpUser: setting({ env: 'SIGHTLINE_SMTP_USER', flag: 'smtp-user', help: 'account at the mail server', fallback: '', parse: text }),
  smtpPassword: setting({
    env: 'SIGHTLINE_SMTP_PASSWORD',
    flag: 'smtp-password',
    help: 'and its password',
    fallback: '',
    parse: text,
    secret: true,
  }),
  smtpFrom: setting({
    env: 'SIGHTLINE_SMTP_FROM',
    flag: 'smtp-from',
    help: 'address that e-mails come from',
    fallback: 'sightline@localhost',
    parse: text,
  }),
  mailPrivate: setting({
    env: 'SIGHTLINE_MAIL_PRIVATE',
    flag: 'mail-private',
    help: 'let customers name mail servers in the private network of this machine',
    fallback: false,
    parse: boolean,
  }),
} as const;
