import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { LinkHost } from './link-host.ts';
import { TcpConnection, type ConnectionOwner } from './tcp-connection.ts';
import type { TimingWheel } from './timing-wheel.ts';

/** Connections counted over all listeners of a gateway. */
export interface ConnectionBudget {
  readonly max: number;
  open: number;
}

/** Connections that the kernel completes before they are accepted: a power cut brings all devices back at once. */
const BACKLOG = 4096;

/** The TCP port of one protocol. */
export class TcpListener implements ConnectionOwner {
  private readonly server: Server;
  private readonly connections = new Set<TcpConnection>();
  private readonly unidentified = new Map<string, number>();

  constructor(
    private readonly host: LinkHost,
    private readonly wheel: TimingWheel,
    private readonly budget: ConnectionBudget,
  ) {
    this.server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => this.accept(socket));
  }

  /** Resolves with the port it listens on; rejects when the port cannot be had. */
  listen(port: number, address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host: address, backlog: BACKLOG }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.acceptFailed(error));
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** No new connections, no more reading; answers that are still owed may go out. */
  stopReading(): void {
    this.server.close();
    for (const connection of this.connections) connection.stopReading();
  }

  destroy(): void {
    this.server.close();
    for (const connection of this.connections) connection.destroy();
  }

  identified(connection: TcpConnection): void {
    this.leaveUnidentified(connection.remote);
  }

  ended(connection: TcpConnection): void {
    if (!this.connections.delete(connection)) return;
    this.budget.open--;
    this.host.connections.dec();
    this.wheel.remove(connection);
    if (!connection.isIdentified) this.leaveUnidentified(connection.remote);
  }

  private accept(socket: Socket): void {
    const { shared, protocol } = this.host;
    const remote = socket.remoteAddress;
    // Gone before it was accepted.
    if (remote === undefined) {
      socket.destroy();
      return;
    }
    if (this.budget.open >= this.budget.max) {
      shared.log.warn(
        'limit',
        { protocol: protocol.id, max: this.budget.max },
        'connection limit reached (SIGHTLINE_MAX_CONNECTIONS): connection refused',
      );
      socket.destroy();
      return;
    }
    const strangers = this.unidentified.get(remote) ?? 0;
    if (strangers >= shared.limits.maxUnidentifiedPerAddress) {
      shared.log.warn(
        'address limit',
        { protocol: protocol.id, remote, max: shared.limits.maxUnidentifiedPerAddress },
        'too many unidentified connections from one address: connection refused',
      );
      socket.destroy();
      return;
    }
    this.unidentified.set(remote, strangers + 1);
    this.budget.open++;
    this.host.connections.inc();
    const connection = new TcpConnection(socket, this.host, this);
    this.connections.add(connection);
    this.wheel.add(connection);
  }

  private leaveUnidentified(remote: string): void {
    const left = (this.unidentified.get(remote) ?? 1) - 1;
    if (left > 0) this.unidentified.set(remote, left);
    else this.unidentified.delete(remote);
  }

  private acceptFailed(error: NodeJS.ErrnoException): void {
    const { log } = this.host.shared;
    if (error.code === 'EMFILE' || error.code === 'ENFILE') {
      log.warn(
        'files',
        { open: this.budget.open, code: error.code },
        'out of file descriptors: connections are being refused; raise `ulimit -n` (LimitNOFILE) for this process',
      );
    } else log.warn('accept', { err: error, protocol: this.host.protocol.id }, 'accepting a connection failed');
  }
}
