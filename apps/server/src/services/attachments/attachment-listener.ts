import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { AttachmentFramer, type AttachmentEvent } from '@sightline/protocols';
import type { Logger } from '@sightline/runtime';
import { AttachmentSession } from './attachment-session.ts';
import type { AttachmentLimits } from './limits.ts';
import type { PartialFiles } from './partial-files.ts';
import type { EvidenceDesk } from './ports.ts';

const SWEEP_MS = 1_000;

interface Peer {
  readonly session: AttachmentSession;
  readonly openedMs: number;
  lastMs: number;
  /** What is being done with what came; the socket is not read meanwhile. */
  work: Promise<void>;
}

/** The port that units send the files of their alarms to. Reads no faster than the disk writes. */
export class AttachmentListener {
  private readonly server: Server;
  private readonly peers = new Map<Socket, Peer>();
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly desk: EvidenceDesk,
    private readonly partials: PartialFiles,
    private readonly limits: AttachmentLimits,
    private readonly onReceived: (deviceId: string, bytes: number) => void,
    private readonly logger: Logger,
  ) {
    this.server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.accept(socket));
    this.sweep = setInterval(() => this.sweepUp(Date.now()), SWEEP_MS);
  }

  /** Resolves with the port. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host }, () => {
        this.server.off('error', reject);
        this.server.on('error', (error) => this.logger.error({ err: error }, 'attachment connections'));
        resolve();
      });
    });
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    clearInterval(this.sweep);
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const work = [...this.peers.values()].map((peer) => peer.work);
    for (const socket of this.peers.keys()) socket.destroy();
    await closed;
    await Promise.all(work);
    await this.partials.clear();
  }

  private accept(socket: Socket): void {
    if (this.peers.size >= this.limits.maxConnections) {
      socket.destroy();
      return;
    }
    const remote = socket.remoteAddress ?? '';
    const logger = this.logger.child({ remote });
    const session = new AttachmentSession(this.desk, this.partials, this.limits, logger, (bytes) => void socket.write(bytes));
    const framer = new AttachmentFramer();
    const nowMs = Date.now();
    const peer: Peer = { session, openedMs: nowMs, lastMs: nowMs, work: Promise.resolve() };
    this.peers.set(socket, peer);
    socket.on('data', (chunk) => {
      peer.lastMs = Date.now();
      socket.pause();
      peer.work = peer.work
        .then(() => this.handle(socket, session, framer.push(chunk), chunk.length))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'files of an alarm could not be kept');
          socket.destroy();
        });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.peers.delete(socket);
      peer.work = peer.work
        .then(() => session.ended(Date.now()))
        .catch((error: unknown) => logger.error({ err: error }, 'files of an alarm could not be closed'));
    });
  }

  private async handle(socket: Socket, session: AttachmentSession, events: readonly AttachmentEvent[], bytes: number): Promise<void> {
    for (const event of events) {
      const refusal = socket.destroyed ? null : await session.take(event);
      if (refusal === null) continue;
      this.logger.warn({ remote: socket.remoteAddress, deviceId: session.deviceId, reason: refusal }, 'attachment connection closed');
      socket.destroy();
    }
    if (session.deviceId !== null) this.onReceived(session.deviceId, bytes);
    socket.resume();
  }

  private sweepUp(nowMs: number): void {
    for (const [socket, peer] of this.peers) {
      const stranger = !peer.session.isKnown && nowMs - peer.openedMs > this.limits.strangerMs;
      if (stranger || nowMs - peer.lastMs > this.limits.silenceMs) socket.destroy();
    }
    this.partials.sweep(nowMs).catch((error: unknown) => this.logger.error({ err: error }, 'unfinished files could not be removed'));
  }
}
