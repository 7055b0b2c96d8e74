import { randomBytes } from 'node:crypto';
import type { OutputOf } from '@sightline/contract';
import { FtpClient, FtpError } from '@sightline/runtime/ftp-client';
import { reachableHost } from '../network/reachable-host.service.ts';

export interface FtpServer {
  readonly host: string;
  readonly port: number;
  readonly account: string;
  readonly password: string;
  readonly path: string;
}

type Trial = OutputOf<'customer.ftp.test'>['result'];
const STEP_MS = 8_000;
const TOTAL_MS = 40_000;

/** Does once what a camera would do. Nothing of what the server said is told, only how far it came. */
export async function tryFtpServer(server: FtpServer, privateAllowed: boolean): Promise<Trial> {
  const host = await reachableHost(server.host, privateAllowed);
  if (host === 'unknownHost' || host === 'notAllowed') return host;
  let client: FtpClient | null = null;
  let timer: NodeJS.Timeout | undefined;
  let step: Trial = 'unreachable';
  const late = new Promise<Trial>((resolve) => {
    timer = setTimeout(() => resolve(step), TOTAL_MS);
  });
  const trial = async (): Promise<Trial> => {
    const name = `sightline-${randomBytes(6).toString('hex')}.txt`;
    try {
      client = await FtpClient.open({ host, port: server.port, user: server.account, password: server.password, timeoutMs: STEP_MS });
      step = 'folder';
      await client.enter(server.path);
      step = 'write';
      await client.store(name, [Buffer.from('A trial of the connection. This file may be removed.\r\n')]);
      step = 'notRemoved';
      await client.remove(name);
      await client.quit();
      return 'ok';
    } catch (error) {
      if (!(error instanceof FtpError)) throw error;
      // Whatever says no to a name and a password with a code speaks FTP.
      return step === 'unreachable' && error.code !== null && error.code >= 500 ? 'signIn' : step;
    }
  };
  try {
    return await Promise.race([trial(), late]);
  } finally {
    clearTimeout(timer);
    (client as FtpClient | null)?.destroy();
  }
}
