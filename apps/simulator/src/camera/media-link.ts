import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { DATA_TYPE, packetsOfFrame, PacketSplitter, parsePacket, PAYLOAD, type MediaPacket } from '@sightline/media';
import { generator } from '../random.ts';
import type { CameraFaults } from './options.ts';

export interface LinkTarget {
  readonly address: string;
  /** 0: not over TCP. */
  readonly tcpPort: number;
  /** 0: not over UDP. */
  readonly udpPort: number;
}

export interface LinkOptions {
  readonly target: LinkTarget;
  /** The device's number, 12 digits. */
  readonly deviceId: string;
  readonly channel: number;
  readonly faults: CameraFaults;
  readonly onOpen: () => void;
  /** What the platform says over it. */
  readonly onPacket: (packet: MediaPacket) => void;
  /** The platform has ended it, or it could not be opened. */
  readonly onClose: () => void;
}

/** What a session is given of them. */
export type LinkPart = Omit<LinkOptions, 'onOpen' | 'onPacket'>;

/** Octets that wait to leave; over this nothing more is sent until they have. */
const MAX_UNSENT_BYTES = 256 * 1024;

/** One media connection of a device to the platform: TCP, or UDP when only that is named. JT/T 1078-2016 §5.5. */
export class MediaLink {
  private tcp: Socket | null = null;
  private udp: UdpSocket | null = null;
  private closed = false;
  private sequence = 0;
  private keyMs: number | null = null;
  private frameMs: number | null = null;
  private readonly openedMs = Date.now();
  private readonly random: () => number;
  private readonly sim: string;
  sentPackets = 0;

  constructor(private readonly options: LinkOptions) {
    this.random = generator(`${options.deviceId}/${options.channel}/${this.openedMs}`);
    this.sim = options.deviceId.padStart(12, '0');
    const { target, faults } = options;
    if (faults.neverConnects) return;
    if (target.tcpPort > 0) this.openTcp(target.address, target.tcpPort);
    else this.openUdp(target.address, target.udpPort);
  }

  /** The connection is full: a picture or sound of now is better left out. */
  get congested(): boolean {
    return (this.tcp?.writableLength ?? 0) > MAX_UNSENT_BYTES;
  }

  video(data: Uint8Array, key: boolean, timestampMs: number): void {
    const late = key && Date.now() - this.openedMs < this.options.faults.lateKeyS * 1000;
    if (key) this.keyMs = timestampMs;
    const sinceFrameMs = this.frameMs === null ? 0 : Math.abs(timestampMs - this.frameMs);
    this.frameMs = timestampMs;
    if (late) return;
    const sinceKeyMs = Math.abs(timestampMs - (this.keyMs ?? timestampMs));
    this.send(PAYLOAD.h264, key ? DATA_TYPE.i : DATA_TYPE.p, timestampMs, data, { sinceKeyMs, sinceFrameMs });
  }

  sound(block: Uint8Array, timestampMs: number): void {
    this.send(PAYLOAD.g711a, DATA_TYPE.audio, timestampMs, block, {});
  }

  close(): void {
    this.closed = true;
    this.tcp?.end();
    // What is on its way goes out first; a platform that does not answer the end is left.
    const { tcp } = this;
    if (tcp) setTimeout(() => tcp.destroy(), 1_000).unref();
    this.udp?.close();
    this.udp = null;
  }

  private send(
    payloadType: number,
    dataType: 0 | 1 | 3,
    timestampMs: number,
    body: Uint8Array,
    intervals: { readonly sinceKeyMs?: number; readonly sinceFrameMs?: number },
  ): void {
    const { faults, channel } = this.options;
    if (this.closed || faults.connectsSilently) return;
    const { stall } = faults;
    if (stall && ((Date.now() - this.openedMs) / 1000) % stall.everyS >= stall.everyS - stall.forS) return;
    const frame = { payloadType, sim: faults.wrongSim ?? this.sim, channel, dataType, timestampMs, ...intervals, body };
    const packets = packetsOfFrame(frame, () => this.sequence++ & 0xffff).filter(() => this.random() >= faults.lossShare);
    this.sentPackets += packets.length;
    if (this.tcp) this.tcp.write(Buffer.concat(packets));
    else for (const packet of packets) this.udp?.send(packet);
  }

  private openTcp(address: string, port: number): void {
    const splitter = new PacketSplitter();
    const socket = connect({ host: address, port, noDelay: true });
    this.tcp = socket;
    socket.on('connect', () => this.opened());
    socket.on('data', (bytes) => splitter.push(bytes).forEach(this.options.onPacket));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.lost());
  }

  private openUdp(address: string, port: number): void {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    this.udp = socket;
    socket.on('message', (datagram) => {
      const packet = packetOf(datagram);
      if (packet) this.options.onPacket(packet);
    });
    socket.on('error', () => this.lost());
    socket.connect(port, address, () => this.opened());
  }

  /** A request may be taken back while the connection is still being made. */
  private opened(): void {
    if (!this.closed) this.options.onOpen();
  }

  private lost(): void {
    if (this.closed) return;
    this.closed = true;
    this.udp?.close();
    this.options.onClose();
  }
}

function packetOf(datagram: Uint8Array): MediaPacket | null {
  try {
    return parsePacket(datagram);
  } catch {
    return null;
  }
}
