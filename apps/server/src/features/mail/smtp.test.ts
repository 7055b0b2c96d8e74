import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CertificatePair } from '../../services/api/tls/certificate.ts';
import { selfSignedPair } from '../../services/api/tls/self-signed.ts';
import { sendOverSmtp, type SmtpServer } from './smtp.ts';

const PASSWORD = 'of the mail server';
let folder: string;
let pair: CertificatePair;
let smtp: SMTPServer | null = null;
/** What the server was told, and whether the line was secure by then. */
let told: { readonly what: string; readonly secure: boolean }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-smtp-'));
  pair = await selfSignedPair(folder, ['localhost']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise<void>((resolve) => (smtp ? smtp.close(() => resolve()) : resolve()));
  smtp = null;
  told = [];
});

async function startServer(secure: boolean): Promise<number> {
  const server = new SMTPServer({
    secure,
    key: pair.key,
    cert: pair.certificate,
    onAuth: ({ username, password }, session, done) => {
      told.push({ what: `${username} ${password}`, secure: session.secure });
      done(null, { user: username });
    },
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        told.push({ what: text.includes('Subject: Word') ? 'mail' : text, secure: session.secure });
        done();
      });
    },
  });
  // Who turns away in the middle of a handshake is no failure of the server.
  server.on('error', () => undefined);
  smtp = server;
  return await new Promise((resolve) => {
    const { server: listener } = server;
    server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port));
  });
}

const send = (port: number, change: Partial<SmtpServer> = {}): Promise<string> => {
  const server: SmtpServer = {
    host: 'localhost',
    port,
    tls: 'starttls',
    account: 'ada',
    password: PASSWORD,
    senderEmail: 'notices@example.com',
    senderName: '',
    named: 'byOperator',
    ...change,
  };
  const mail = {
    to: 'bob@example.com',
    subject: 'Word',
    text: 'Word',
    html: '<p>Word</p>',
    brand: { title: 'Sightline', colour: '#ff7a00', logo: null },
  };
  return sendOverSmtp(server, mail as never, true).then(
    () => 'taken',
    (error: { failure: string }) => error.failure,
  );
};

/** As if an authority that the machine trusts had signed the certificate; names and dates are still looked at. */
const trust = (): void => {
  const connect = tls.connect.bind(tls) as (options: tls.ConnectionOptions, ready?: () => void) => tls.TLSSocket;
  vi.spyOn(tls, 'connect').mockImplementation(((options: tls.ConnectionOptions, ready?: () => void) =>
    connect({ ...options, ca: pair.certificate }, ready)) as never);
};

describe('over TLS', () => {
  test.each([
    ['begun on a plain line', 'starttls', false],
    ['begun on a plain line because it is offered', 'opportunistic', false],
    ['from the first octet', 'implicit', true],
  ] as const)('%s: account and mail are told when the line is secure', async (_, how, secure) => {
    trust();
    const port = await startServer(secure);
    expect(await send(port, { tls: how })).toBe('taken');
    expect(told).toEqual([
      { what: `ada ${PASSWORD}`, secure: true },
      { what: 'mail', secure: true },
    ]);
  });

  test.each(['starttls', 'opportunistic', 'implicit'] as const)('%s: a server that nobody vouches for is told nothing', async (how) => {
    const port = await startServer(how === 'implicit');
    expect(await send(port, { tls: how })).toBe('tls');
    expect(told).toEqual([]);
  });

  test('nor is one whose certificate speaks for another name', async () => {
    trust();
    const port = await startServer(false);
    expect(await send(port, { host: '127.0.0.1' })).toBe('tls');
    expect(told).toEqual([]);
  });
});
