import type { MediaServerMessage } from '@sightline/contract';
import { decodeWireFrame, WIRE_TYPE, type WireFrame } from '@sightline/media';
import { WebSocket } from 'ws';

/** A screen that watches a camera: what it was sent, in order. */
export class MediaViewer {
  readonly frames: WireFrame[] = [];
  readonly messages: MediaServerMessage[] = [];
  closeCode: number | null = null;
  readonly socket: WebSocket;

  /** `address` as `video.live` gives it. */
  constructor(baseUrl: string, address: string) {
    this.socket = new WebSocket(new URL(address, baseUrl.replace(/^http/, 'ws')), { perMessageDeflate: false });
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.frames.push(decodeWireFrame(new Uint8Array(data)));
      else this.messages.push(JSON.parse(data.toString()) as MediaServerMessage);
    });
    this.socket.on('close', (code) => void (this.closeCode = code));
    this.socket.on('error', () => undefined);
  }

  get pictures(): WireFrame[] {
    return this.frames.filter((f) => f.type === WIRE_TYPE.h264 || f.type === WIRE_TYPE.h265);
  }

  /** Why the stream ended; null while it goes on. */
  get end(): string | null {
    const last = this.messages.find((m) => m.type === 'end');
    return last?.type === 'end' ? last.failure : null;
  }

  get states(): string[] {
    return this.messages.flatMap((m) => (m.type === 'state' ? [`${m.state} ${m.codec}`] : []));
  }

  close(): void {
    this.socket.terminate();
  }
}
