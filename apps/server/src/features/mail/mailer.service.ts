import { apiError } from '@sightline/contract';
import type { Config, Logger } from '@sightline/runtime';
import { createTransport, type Transporter } from 'nodemailer';

export interface Mail {
  readonly to: string;
  /** Shown beside the platform's address. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the message. @throws 423 when there is none, it cannot be reached, or it refuses. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The client waits 50 s; the answer about the mail server must come before. */
const TOTAL_TIMEOUT_MS = 45_000;

type MailConfig = Pick<Config, 'smtpHost' | 'smtpPort' | 'smtpUser' | 'smtpPassword' | 'smtpFrom' | 'smtpTls'>;

/** Sends through the mail server of the platform's settings (SMTP, RFC 5321). */
export function createMailer(config: MailConfig, logger: Logger): Mailer {
  let transport: Transporter | null = null;
  const open = (): Transporter =>
    (transport ??= createTransport({
      host: config.smtpHost,
      port: config.smtpPort,
      secure: config.smtpTls === 'implicit',
      requireTLS: config.smtpTls === 'starttls',
      ignoreTLS: config.smtpTls === 'none',
      ...(config.smtpUser === '' ? {} : { auth: { user: config.smtpUser, pass: config.smtpPassword } }),
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    }));
  return {
    send: async ({ to, fromName, subject, text }) => {
      if (config.smtpHost === '') throw apiError('tryLater', { reason: 'notConfigured' });
      let timer: NodeJS.Timeout | undefined;
      try {
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error('the mail server did not answer in time')), TOTAL_TIMEOUT_MS);
        });
        await Promise.race([
          open().sendMail({ from: { name: fromName, address: config.smtpFrom }, to: { name: '', address: to }, subject, text }),
          late,
        ]);
      } catch (error) {
        // What the server said may name hosts and accounts: it goes to the log, the asker learns the kind.
        logger.warn({ err: error }, 'mail was not sent');
        const { code } = error as { code?: unknown };
        throw apiError('tryLater', { reason: typeof code === 'string' ? code : 'failed' });
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport?.close(),
  };
}
