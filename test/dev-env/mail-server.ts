import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly from: string;
  /** Who signed in to send it; null for nobody. */
  readonly account: string | null;
  /** With its headers. */
  readonly text: string;
}

export interface TestMailServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** What the server is set to, so that its mails come here. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The password that the mail server takes of any account. */
export const MAIL_PASSWORD = 'mail-secret-1';

/** A mail server on a free port that takes what is sent to it, but for addresses that begin with `refused`. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === MAIL_PASSWORD ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: (address, _session, done) => done(address.address.startsWith('refused') ? new Error('no such mailbox') : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const { user } = session as { user?: unknown };
        mails.push({
          to: rcptTo.map((r) => r.address).join(','),
          account: typeof user === 'string' ? user : null,
          from: mailFrom === false ? '' : mailFrom.address,
          text: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const { server } = smtp;
    smtp.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    mails,
    env: {
      SIGHTLINE_SMTP_HOST: '127.0.0.1',
      SIGHTLINE_SMTP_PORT: String(port),
      SIGHTLINE_SMTP_TLS: 'none',
      SIGHTLINE_SMTP_FROM: 'notices@example.com',
    },
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
