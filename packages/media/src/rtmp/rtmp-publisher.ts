import { DecodeError } from '@sightline/codec';
import { decodeAmf0, encodeAmf0, type Amf0Object, type Amf0Value } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { chunksOf } from './chunk-writer.ts';
import { HANDSHAKE_BYTES, RTMP_VERSION } from './handshake.ts';
import { CHUNK_STREAM, RTMP_TYPE } from './messages.ts';

/** As encoders do: few headers in a picture. */
const CHUNK_BYTES = 4_096;

export interface PublishTarget {
  /** `live` */
  readonly app: string;
  /** What stands behind it, query included. */
  readonly name: string;
  readonly url: string;
}

/**
 * The camera's side of a connection: what it says until it may publish, then its tags. For simulated cameras; the octets go
 * through whatever carries them.
 */
export class RtmpPublisher {
  private readonly chunks = new ChunkReader();
  private hello: Uint8Array = new Uint8Array(0);
  private greeted = false;
  /** The other side agreed. */
  ready = false;

  constructor(
    private readonly target: PublishTarget,
    private readonly send: (bytes: Uint8Array) => void,
  ) {}

  start(): void {
    const hello = new Uint8Array(1 + HANDSHAKE_BYTES);
    hello[0] = RTMP_VERSION;
    for (let i = 9; i < hello.length; i++) hello[i] = (i * 31) & 0xff;
    this.send(hello);
  }

  /** Octets of the server. @throws DecodeError when it refuses, or speaks something else. */
  push(bytes: Uint8Array): void {
    let rest = bytes;
    if (!this.greeted) {
      const all = new Uint8Array(this.hello.length + bytes.length);
      all.set(this.hello);
      all.set(bytes, this.hello.length);
      this.hello = all;
      const whole = 1 + 2 * HANDSHAKE_BYTES;
      if (all.length < whole) return;
      this.greeted = true;
      rest = all.subarray(whole);
      this.send(all.slice(1, 1 + HANDSHAKE_BYTES));
      this.sendChunkSize();
      const { app, url } = this.target;
      this.command('connect', 1, [{ app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Sightline)', tcUrl: url }]);
    }
    for (const message of this.chunks.push(rest)) if (message.type === RTMP_TYPE.commandAmf0) this.answered(decodeAmf0(message.body));
  }

  /** A tag of an FLV stream, picture or sound, with the size behind it. */
  tag(flv: Uint8Array): void {
    const type = flv[0]!;
    const timestampMs = (flv[7]! * 0x100_0000 + (flv[4]! << 16) + (flv[5]! << 8) + flv[6]!) >>> 0;
    const chunkStream = type === RTMP_TYPE.video ? CHUNK_STREAM.video : CHUNK_STREAM.media;
    this.send(chunksOf(chunkStream, { type, streamId: 1, timestampMs, body: flv.subarray(11, -4) }, CHUNK_BYTES));
  }

  /** Says that nothing more comes. */
  finish(): void {
    this.command('FCUnpublish', 6, [null, this.target.name]);
    this.command('deleteStream', 7, [null, 1]);
  }

  private answered([name, transaction, , information]: Amf0Value[]): void {
    if (name === '_result' && transaction === 1) {
      this.command('releaseStream', 2, [null, this.target.name]);
      this.command('FCPublish', 3, [null, this.target.name]);
      this.command('createStream', 4, [null]);
    } else if (name === '_result' && transaction === 4) this.command('publish', 5, [null, this.target.name, 'live'], 1);
    else if (name === 'onStatus') {
      const { level, description } = (information ?? {}) as Amf0Object;
      if (level === 'error') throw new DecodeError('state', typeof description === 'string' ? description : 'refused');
      this.ready = true;
    }
  }

  private sendChunkSize(): void {
    const body = new Uint8Array(4);
    new DataView(body.buffer).setUint32(0, CHUNK_BYTES);
    this.send(chunksOf(CHUNK_STREAM.control, { type: RTMP_TYPE.setChunkSize, streamId: 0, timestampMs: 0, body }));
  }

  private command(name: string, transaction: number, values: readonly Amf0Value[], streamId = 0): void {
    const body = encodeAmf0([name, transaction, ...values]);
    this.send(chunksOf(CHUNK_STREAM.command, { type: RTMP_TYPE.commandAmf0, streamId, timestampMs: 0, body }, CHUNK_BYTES));
  }
}
