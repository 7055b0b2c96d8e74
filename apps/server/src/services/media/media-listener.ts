import { plainAddress } from '@sightline/runtime';
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PacketSplitter, parsePacket, Reorderer, type MediaPacket } from '@sightline/media';
import type { Logger } from '@sightline/runtime';
import { MediaConnection, type Refusal } from './media-connection.ts';
import type { StreamKey } from './ports.ts';
import type { StreamHub } from './stream-hub.ts';

const SWEEP_MS = 1_000;
/** A datagram's sender that is silent for so long has gone. */
const UDP_SILENCE_MS = 15_000;

interface UdpPeer {
  readonly connection: MediaConnection;
  readonly reorderers: Map<number, Reorderer>;
  lastMs: number;
  refused: boolean;
}

/**
 * A port that devices send their media to, over TCP and UDP (JT/T 1078-2016 §5.5). Packets do not say whether they are live or recorded, so
 * each has a port of its own. A connection that belongs to no stream that was asked for is closed, and so is one that floods.
 */
export class MediaListener {
  private readonly tcp: Server;
  private readonly udp: UdpSocket;
  private readonly sockets = new Map<Socket, MediaConnection>();
  private readonly peers = new Map<string, UdpPeer>();
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly hub: StreamHub,
    private readonly kinds: readonly StreamKey['kind'][],
    private readonly logger: Logger,
  ) {
    this.tcp = createServer({ noDelay: true, keepAlive: true }, (socket) => this.accept(socket));
    this.udp = createSocket('udp4');
    this.udp.on('message', (bytes, from) => this.datagram(bytes, from));
    this.udp.on('error', (error) => logger.error({ err: error }, 'media datagrams'));
    this.sweep = setInterval(() => this.sweepUp(Date.now()), SWEEP_MS);
  }

  /** Resolves with the port, the same for TCP and UDP. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.tcp.once('error', reject);
      this.tcp.listen({ port, host }, () => {
        this.tcp.off('error', reject);
        this.tcp.on('error', (error) => this.logger.error({ err: error }, 'media connections'));
        resolve();
      });
    });
    const actual = (this.tcp.address() as AddressInfo).port;
    await new Promise<void>((resolve, reject) => {
      this.udp.once('error', reject);
      this.udp.bind({ port: actual, address: host }, () => {
        this.udp.off('error', reject);
        resolve();
      });
    });
    return actual;
  }

  get connections(): number {
    return this.sockets.size + this.peers.size;
  }

  async stop(): Promise<void> {
    clearInterval(this.sweep);
    for (const socket of this.sockets.keys()) socket.destroy();
    const closed = new Promise<void>((resolve) => this.tcp.close(() => resolve()));
    await new Promise<void>((resolve) => this.udp.close(() => resolve()));
    await closed;
  }

  private accept(socket: Socket): void {
    if (this.connections >= this.hub.limits.maxConnections) {
      socket.destroy();
      return;
    }
    const splitter = new PacketSplitter();
    const remote = socket.remoteAddress ?? '';
    this.hub.knocked(plainAddress(remote));
    const connection = new MediaConnection(this.hub, this.kinds, Date.now(), remote, {
      unsentBytes: () => socket.writableLength,
      write: (bytes) => void socket.write(bytes),
    });
    this.sockets.set(socket, connection);
    socket.on('data', (chunk) => {
      connection.take(splitter.push(chunk));
      const refusal = connection.count(chunk.length, Date.now());
      if (refusal) this.refuse(socket, refusal, connection, remote);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sockets.delete(socket);
      connection.ended();
    });
  }

  private refuse(socket: Socket, refusal: Refusal, connection: MediaConnection, remote: string): void {
    this.logger.warn({ remote, ...connection.names, reason: refusal }, 'media connection closed');
    socket.destroy();
  }

  private datagram(bytes: Buffer, from: RemoteInfo): void {
    const nowMs = Date.now();
    const name = `${from.address}:${from.port}`;
    let peer = this.peers.get(name);
    if (!peer) {
      if (this.connections >= this.hub.limits.maxConnections) return;
      const connection = new MediaConnection(this.hub, this.kinds, nowMs, from.address, {
        unsentBytes: () => 0,
        write: (packet) => this.udp.send(packet, from.port, from.address),
      });
      peer = { connection, reorderers: new Map(), lastMs: nowMs, refused: false };
      this.peers.set(name, peer);
    }
    peer.lastMs = nowMs;
    if (peer.refused) return;
    this.read(peer, bytes, nowMs);
    // What is no packet counts as well.
    const refusal = peer.connection.count(bytes.length, nowMs);
    if (refusal) {
      // The address stays listed until it is silent: what still comes is dropped without being read.
      peer.refused = true;
      peer.connection.ended();
      this.logger.warn({ remote: name, ...peer.connection.names, reason: refusal }, 'media datagrams refused');
    }
  }

  private read({ connection, reorderers }: UdpPeer, bytes: Buffer, nowMs: number): void {
    let packet: MediaPacket;
    try {
      packet = parsePacket(bytes);
    } catch {
      return;
    }
    let reorderer = reorderers.get(packet.channel);
    if (!reorderer) reorderers.set(packet.channel, (reorderer = new Reorderer()));
    connection.take(reorderer.add(packet, nowMs));
  }

  private sweepUp(nowMs: number): void {
    for (const [socket, connection] of this.sockets) {
      if (connection.isStranger(nowMs)) this.refuse(socket, 'stranger', connection, socket.remoteAddress ?? '');
      else if (connection.isOver) socket.destroy();
    }
    for (const [name, peer] of this.peers) {
      if (!peer.refused) for (const reorderer of peer.reorderers.values()) peer.connection.take(reorderer.release(nowMs));
      // One that was refused would begin anew with its next datagram.
      if (nowMs - peer.lastMs < UDP_SILENCE_MS && (peer.refused || !peer.connection.isOver)) continue;
      this.peers.delete(name);
      peer.connection.ended();
    }
  }
}
