import { plainAddress } from '@sightline/runtime';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { RtmpConnection, type RtmpDesk } from './rtmp-connection.ts';

const SWEEP_MS = 1_000;

export interface RtmpListenerLimits {
  /** Connections of one address: a network of vehicles may come from one. */
  readonly perAddress: number;
  /** Of these, such as do not publish (yet). */
  readonly strangersPerAddress: number;
  /** Between two questions whether a camera may still publish. */
  readonly recheckMs: number;
}

export const RTMP_LISTENER_LIMITS: RtmpListenerLimits = { perAddress: 512, strangersPerAddress: 32, recheckMs: 60_000 };

/** The port of cameras that publish by themselves, over RTMP. */
export class RtmpListener {
  private readonly server: Server;
  private readonly connections = new Map<Socket, RtmpConnection>();
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly desk: RtmpDesk,
    private readonly limits: RtmpListenerLimits = RTMP_LISTENER_LIMITS,
  ) {
    this.server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.accept(socket));
    this.sweep = setInterval(() => {
      const nowMs = Date.now();
      for (const connection of this.connections.values()) connection.sweep(nowMs);
    }, SWEEP_MS);
  }

  /** Resolves with the port. @throws when it is taken. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.desk.logger.error({ err: error }, 'RTMP connections'));
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    clearInterval(this.sweep);
    for (const connection of this.connections.values()) connection.close('stopped');
    for (const socket of this.connections.keys()) socket.destroy();
    if (this.server.listening) await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private accept(socket: Socket): void {
    const remote = plainAddress(socket.remoteAddress ?? '');
    const same = [...this.connections.values()].filter((one) => one.remote === remote);
    const strangers = same.filter((one) => !one.publishes).length;
    if (
      this.connections.size >= this.desk.limits.maxConnections ||
      same.length >= this.limits.perAddress ||
      strangers >= this.limits.strangersPerAddress
    ) {
      socket.destroy();
      return;
    }
    this.connections.set(socket, new RtmpConnection(socket, remote, this.desk, this.limits.recheckMs));
    socket.on('close', () => this.connections.delete(socket));
  }
}
