import type { MediaServerMessage } from '@sightline/contract';
import { decodeWireFrame, encodeWireFrame, WIRE_TYPE, type WireFrame } from '@sightline/media';
import { WebSocket } from 'ws';

/** A screen that watches a camera, or somebody who talks with a device: what it was sent, in order. */
export class MediaViewer {
  readonly frames: WireFrame[] = [];
  readonly messages: MediaServerMessage[] = [];
  closeCode: number | null = null;
  readonly socket: WebSocket;

  private said = 0;

  /** `address` as `video.live` or `audio.talk` gives it. */
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

  /** What was heard, 8000 samples a second. */
  get samples(): number[] {
    return this.frames.flatMap(({ type, data }) => {
      if (type !== WIRE_TYPE.pcm) return [];
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      return Array.from({ length: data.length / 2 }, (_, i) => view.getInt16(i * 2, true));
    });
  }

  /** Sends samples of a microphone. */
  say(samples: Int16Array): void {
    const number = this.said++;
    const data = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    this.socket.send(encodeWireFrame({ type: WIRE_TYPE.pcm, key: true, afterGap: false, number, timestampMs: number * 20, data }));
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
