import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { reachableHost } from '../network/reachable-host.service.ts';
import { LOGO_ID, oneLine, type MailBrand, type MailPage } from './mail-page.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** starttls (required), implicit (from the first byte), opportunistic, none. */
  readonly tls: 'starttls' | 'implicit' | 'opportunistic' | 'none';
  /** '' = without signing in. */
  readonly account: string;
  readonly password: string;
  readonly senderEmail: string;
  /** '' = the title of the brand. */
  readonly senderName: string;
  /** A host that a customer has named is connected to only where that is allowed. */
  readonly named: 'byOperator' | 'byCustomer';
}

/** How far it came; `tooLate`: it did not answer in time. */
export type SmtpFailure = 'notAllowed' | 'unknownHost' | 'unreachable' | 'tls' | 'signIn' | 'refused' | 'tooLate';

/** A mail that was not taken. `cause` is what the library or the server said: for the log, not for people of other tenants. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError';
  constructor(
    readonly failure: SmtpFailure,
    cause: unknown,
  ) {
    super(`mail was not sent: ${failure}`, { cause });
  }
}

/** The client waits 50 s; the answer about the mail server must come before. */
const TOTAL_TIMEOUT_MS = 45_000;

const FAILURES: Readonly<Record<string, SmtpFailure>> = {
  EDNS: 'unknownHost',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EPROTOCOL: 'unreachable',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
  EAUTH: 'signIn',
  ENOAUTH: 'signIn',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
};

function failureOf(error: unknown): SmtpFailure {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // A certificate that is not trusted is told as a broken socket.
  if (code === 'ESOCKET' && /certificate|ssl|tls|altnames/i.test(String(message))) return 'tls';
  return (typeof code === 'string' ? FAILURES[code] : undefined) ?? 'unreachable';
}

export interface SmtpMail extends MailPage {
  readonly to: string;
  readonly brand: MailBrand;
  /** Over that of the server. */
  readonly fromName?: string | undefined;
}

/** Resolves when the server has taken the mail (SMTP, RFC 5321). @throws SmtpError */
export async function sendOverSmtp(server: SmtpServer, mail: SmtpMail, privateAllowed: boolean): Promise<void> {
  let { host } = server;
  if (server.named === 'byCustomer') {
    host = await reachableHost(server.host, privateAllowed);
    if (host === 'unknownHost' || host === 'notAllowed') throw new SmtpError(host, null);
  }
  const transport = createTransport({
    host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    // The certificate speaks for the name, also where the address was looked up beforehand.
    ...(isIP(server.host) === 0 ? { tls: { servername: server.host } } : {}),
    ...(server.account === '' ? {} : { auth: { user: server.account, pass: server.password } }),
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { to, subject, text, html, brand } = mail;
  const name = oneLine(mail.fromName ?? (server.senderName === '' ? brand.title : server.senderName));
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SmtpError('tooLate', null)), TOTAL_TIMEOUT_MS);
    });
    const logo = brand.logo && { cid: LOGO_ID, filename: 'logo', content: brand.logo.bytes, contentType: brand.logo.contentType };
    await Promise.race([
      transport.sendMail({
        from: { name, address: server.senderEmail },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(logo ? { attachments: [{ ...logo, contentDisposition: 'inline' }] } : {}),
      }),
      late,
    ]);
  } catch (error) {
    throw error instanceof SmtpError ? error : new SmtpError(failureOf(error), error);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
