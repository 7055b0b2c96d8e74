import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { ByteReader } from '@sightline/codec';
import { FrameAssembler, PacketSplitter, parsePacket, type MediaFrame, type MediaPacket } from '@sightline/media';
import { decodeBody, encodeBody } from '@sightline/protocols';
import { factoryMemory } from '../../devices/device-memory.ts';
import { jt808Command } from '../../devices/jt808-commands.ts';
import { Camera } from '../camera.ts';
import type { CameraFaults } from '../options.ts';

export const DEVICE_ID = '013912345678';

/** The platform's end of media connections, TCP and UDP: everything that came. */
export class MediaPort {
  readonly packets: MediaPacket[] = [];
  readonly frames: MediaFrame[] = [];
  readonly sockets: Socket[] = [];
  readonly assembler = new FrameAssembler();
  connections = 0;
  ended = 0;
  private readonly tcp = createServer((socket) => this.accept(socket));
  private readonly udp = createSocket('udp4');
  tcpPort = 0;
  udpPort = 0;

  async open(): Promise<this> {
    this.tcp.listen(0, '127.0.0.1');
    await once(this.tcp, 'listening');
    this.tcpPort = (this.tcp.address() as AddressInfo).port;
    this.udp.on('message', (datagram) => this.take(parsePacket(Uint8Array.from(datagram))));
    this.udp.bind(0, '127.0.0.1');
    await once(this.udp, 'listening');
    this.udpPort = this.udp.address().port;
    return this;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.tcp.close();
    this.udp.close();
  }

  get pictures(): MediaFrame[] {
    return this.frames.filter((f) => f.payloadType === 98);
  }
  get sounds(): MediaFrame[] {
    return this.frames.filter((f) => f.payloadType === 6);
  }

  private accept(socket: Socket): void {
    this.connections++;
    this.sockets.push(socket);
    const splitter = new PacketSplitter();
    socket.on('data', (bytes) => {
      for (const packet of splitter.push(Uint8Array.from(bytes))) this.take(packet);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.ended++);
  }

  private take(packet: MediaPacket): void {
    this.packets.push(packet);
    this.frames.push(...this.assembler.add(packet));
  }
}

/** A camera and the commands that reach it over its ordinary connection. */
export class CommandedCamera {
  readonly camera: Camera;
  private serial = 0;

  constructor(channels: number, faults: Partial<CameraFaults> = {}) {
    this.camera = new Camera(DEVICE_ID, { channels, faults });
  }

  /** Sends a command; the messages that answer it, each by its number with its fields. */
  send(id: number, fields: Readonly<Record<string, unknown>>): { id: number; fields: Readonly<Record<string, unknown>> }[] {
    const device = { memory: factoryMemory(), camera: this.camera, now: () => null };
    const { messages } = jt808Command(DEVICE_ID, device, id, ++this.serial, new ByteReader(encodeBody(id, fields)), () => new Uint8Array());
    return messages.map((m) => ({ id: m.id, fields: decodeBody(m.id, m.body).fields }));
  }

  /** The result of the general answer. */
  result(id: number, fields: Readonly<Record<string, unknown>>): unknown {
    return this.send(id, fields)[0]?.fields['result'];
  }
}
