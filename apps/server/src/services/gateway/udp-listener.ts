import { createSocket, type RemoteInfo, type Socket, type SocketType } from 'node:dgram';
import { DeviceLink, type Wire } from './device-link.ts';
import type { LinkHost } from './link-host.ts';
import type { Expiring, TimingWheel } from './timing-wheel.ts';

/** One sender of datagrams: its address is its connection. */
class UdpPeer implements Wire, Expiring {
  readonly transport = 'udp';
  readonly link: DeviceLink;
  lastDatagramMs = 0;

  constructor(
    private readonly listener: UdpListener,
    private readonly host: LinkHost,
    readonly key: string,
    readonly remote: string,
    private readonly port: number,
  ) {
    this.link = new DeviceLink(host, this);
  }

  write(bytes: Uint8Array): void {
    this.listener.send(bytes, this.port, this.remote);
  }
  // Datagrams cannot be held back; those that come while paused are left unanswered, the device sends them again.
  pause(): void {}
  resume(): void {}

  close(): void {
    this.link.end();
    this.listener.forget(this);
  }
  dueAtMs(): number {
    return this.lastDatagramMs + this.host.protocol.idleTimeoutS * 1000;
  }
  expire(): void {
    this.close();
  }
}

/** The UDP port of one protocol: a session per sender, the one silent for longest makes room for new ones. */
export class UdpListener {
  private readonly socket: Socket;
  /** In order of the last datagram. */
  private readonly peers = new Map<string, UdpPeer>();
  private stopped = false;

  constructor(
    private readonly host: LinkHost,
    private readonly wheel: TimingWheel,
    type: SocketType,
  ) {
    this.socket = createSocket({ type, recvBufferSize: 1 << 20 });
    this.socket.on('message', (datagram, from) => this.receive(datagram, from));
  }

  /** Resolves with the port it listens on; rejects when the port cannot be had. */
  listen(port: number, address: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.bind({ port, address }, () => {
        this.socket.off('error', reject);
        this.socket.on('error', (error) =>
          this.host.shared.log.warn('udp', { err: error, protocol: this.host.protocol.id }, 'UDP socket failed'),
        );
        resolve(this.socket.address().port);
      });
    });
  }

  send(bytes: Uint8Array, port: number, address: string): void {
    // An answer that does not arrive is asked for again by the device's repeat.
    if (!this.stopped) this.socket.send(bytes, port, address, () => undefined);
  }

  forget(peer: UdpPeer): void {
    if (this.peers.get(peer.key) === peer) this.peers.delete(peer.key);
    this.wheel.remove(peer);
  }

  stopReading(): void {
    this.socket.removeAllListeners('message');
  }

  destroy(): void {
    if (this.stopped) return;
    this.stopped = true;
    for (const peer of this.peers.values()) peer.close();
    this.socket.close();
  }

  private receive(datagram: Buffer, from: RemoteInfo): void {
    const peer = this.peerOf(from);
    const nowMs = Date.now();
    peer.lastDatagramMs = nowMs;
    peer.link.bytesIn += datagram.length;
    if (peer.link.isPaused) return;
    for (const event of this.host.protocol.createFramer().push(datagram)) {
      if (event.kind === 'frame') peer.link.receive(event.frame, nowMs);
      else this.host.countError(event.error.code);
    }
  }

  private peerOf(from: RemoteInfo): UdpPeer {
    const key = `${from.address}:${from.port}`;
    let peer = this.peers.get(key);
    if (peer) this.peers.delete(key);
    else {
      peer = new UdpPeer(this, this.host, key, from.address, from.port);
      peer.lastDatagramMs = Date.now();
      this.wheel.add(peer);
      if (this.peers.size >= this.host.shared.limits.maxUdpPeers) this.peers.values().next().value?.close();
    }
    this.peers.set(key, peer);
    return peer;
  }
}
