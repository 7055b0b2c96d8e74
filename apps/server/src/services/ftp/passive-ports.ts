import { plainAddress } from '@sightline/runtime';
import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Ports for data connections; `null` = any free one. */
export type PassiveRange = { readonly first: number; readonly last: number } | null;

/** `5100-5199`, or `0` for any. Checked by the setting. */
export function passiveRangeOf(text: string): PassiveRange {
  const [first, last] = text.split('-').map(Number);
  return first === undefined || last === undefined || first === 0 ? null : { first, last };
}

/** Nobody came in time, or the offer was taken back. */
export class NoDataConnectionError extends Error {
  override readonly name = 'NoDataConnectionError';
}

/** A port that waits for one data connection, from the address of the control connection only: nobody else can fill or empty a file. */
export class PassiveOffer {
  private readonly arrived: Promise<Socket>;
  private settle: { resolve: (socket: Socket) => void; reject: (error: Error) => void } | null = null;
  private socket: Socket | null = null;
  private taken = false;
  readonly port: number;

  private constructor(
    private readonly server: Server,
    peer: string,
    timeoutMs: number,
  ) {
    this.port = (server.address() as AddressInfo).port;
    this.arrived = new Promise<Socket>((resolve, reject) => (this.settle = { resolve, reject }));
    // An offer that nobody takes up is no fault.
    this.arrived.catch(() => undefined);
    const timer = setTimeout(() => this.close(), timeoutMs);
    server.on('error', () => this.close());
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      if (this.socket !== null || plainAddress(socket.remoteAddress) !== peer) {
        socket.destroy();
        return;
      }
      clearTimeout(timer);
      socket.pause();
      this.socket = socket;
      server.close();
      this.settle?.resolve(socket);
    });
    server.on('close', () => clearTimeout(timer));
  }

  /** @throws the error of the last port when none can be had. */
  static async open(host: string, range: PassiveRange, peer: string, timeoutMs: number): Promise<PassiveOffer> {
    const count = range === null ? 1 : range.last - range.first + 1;
    const start = range === null ? 0 : randomInt(count);
    for (let i = 0; ; i++) {
      const port = range === null ? 0 : range.first + ((start + i) % count);
      try {
        return new PassiveOffer(await listening(host, port), peer, timeoutMs);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || i + 1 >= count) throw error;
      }
    }
  }

  /** The data connection, which is the caller's to end. @throws NoDataConnectionError */
  async connection(): Promise<Socket> {
    this.taken = true;
    return await this.arrived;
  }

  /** Takes the offer back; a connection that was not fetched ends. */
  close(): void {
    this.server.close();
    this.settle?.reject(new NoDataConnectionError('no data connection'));
    if (!this.taken) this.socket?.destroy();
  }
}

const listening = async (host: string, port: number): Promise<Server> =>
  await new Promise((resolve, reject) => {
    const server = createServer({ noDelay: true, keepAlive: true });
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
