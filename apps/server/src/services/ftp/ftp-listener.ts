import { plainAddress } from '@sightline/runtime';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { FtpSession, type FtpHost } from './ftp-session.ts';

const FULL = '421 Not now\r\n';

/** The port of the control connections. */
export class FtpListener {
  private readonly server: Server;
  private readonly sessions = new Set<FtpSession>();

  constructor(private readonly host: FtpHost) {
    this.server = createServer({ keepAlive: true }, (socket) => this.accept(socket));
  }

  /** Resolves with the port. @throws when it is taken */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host: this.host.listenHost }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.host.logger.error({ err: error }, 'FTP connections'));
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const ended = [...this.sessions].map((session) => session.ended);
    for (const session of this.sessions) {
      session.transfer?.abort();
      session.destroy();
    }
    await closed;
    await Promise.all(ended);
  }

  private accept(socket: Socket): void {
    const peer = plainAddress(socket.remoteAddress);
    const { guard } = this.host;
    if (!guard.admit(peer)) {
      socket.on('error', () => undefined);
      socket.end(FULL, () => socket.destroy());
      return;
    }
    const session = new FtpSession(this.host, socket, peer);
    this.sessions.add(session);
    socket.once('close', () => guard.left(peer));
    void session.ended.then(() => this.sessions.delete(session));
  }
}
