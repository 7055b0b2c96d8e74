import { DecodeError } from '@sightline/codec';
import { u32 } from '../container/boxes.ts';
import { decodeAmf0, encodeAmf0, type Amf0Object, type Amf0Value } from './amf0.ts';
import { ChunkReader } from './chunk-reader.ts';
import { chunksOf } from './chunk-writer.ts';
import { FlvTags, type TaggedFrame } from './flv-tags.ts';
import { ServerHandshake } from './handshake.ts';
import { CHUNK_STREAM, RTMP_TYPE, USER_CONTROL, type RtmpMessage } from './messages.ts';

/** What somebody wants to publish: the application and the name as they were said, queries included. */
export interface PublishRequest {
  readonly app: string;
  readonly name: string;
}

export type RtmpEvent =
  | { readonly kind: 'send'; readonly bytes: Uint8Array }
  /** Nothing more is read until {@link RtmpSession.accept} or {@link RtmpSession.refuse}. */
  | { readonly kind: 'publish'; readonly request: PublishRequest }
  | { readonly kind: 'frame'; readonly frame: TaggedFrame }
  /** The sender has ended its stream. */
  | { readonly kind: 'ended' }
  /** What came cannot be read or is not served here; nothing more is read. */
  | { readonly kind: 'failed'; readonly error: DecodeError };

/** Octets after which this side asks for word, and gives it (RTMP 1.0 §5.4.4). */
const WINDOW_BYTES = 2_500_000;
/** Of the one stream that a connection has. */
const STREAM_ID = 1;
/** What came while somebody decides whether it may be published. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** Commands and notes of one connection that are neither sound nor pictures; an encoder needs a dozen. */
const MAX_COMMANDS = 10_000;
const MAX_NAME_CHARS = 1_024;
const LIMIT_DYNAMIC = 2;

type State = 'idle' | 'connected' | 'asking' | 'publishing' | 'over';

/** The server's side of a connection over which a camera publishes (RTMP 1.0). Never throws: what is wrong is an event. */
export class RtmpSession {
  private readonly handshake = new ServerHandshake();
  private readonly chunks = new ChunkReader();
  private readonly tags = new FlvTags();
  private state: State = 'idle';
  private app = '';
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  /** Messages behind the request to publish that had come with it. */
  private waiting: RtmpMessage[] = [];
  private received = 0;
  private acknowledged = 0;
  /** Of the other side: how much it sends before it wants to hear. */
  private windowBytes = WINDOW_BYTES;
  private commands = 0;
  /** Blocks of sound that could not be read. */
  damagedSound = 0;

  push(bytes: Uint8Array): RtmpEvent[] {
    if (this.state === 'over') return [];
    return this.guarded((events) => {
      this.received = (this.received + bytes.length) % 0x1_0000_0000;
      if (this.state === 'asking') return this.hold(bytes);
      this.read(bytes, events);
    });
  }

  /** It may publish: what had come meanwhile is read now. */
  accept(): RtmpEvent[] {
    if (this.state !== 'asking') return [];
    return this.guarded((events) => {
      this.state = 'publishing';
      events.push(this.control(RTMP_TYPE.userControl, [0, USER_CONTROL.streamBegin, 0, 0, 0, STREAM_ID]));
      events.push(this.status('status', 'NetStream.Publish.Start', 'Publishing'));
      const [waiting, held] = [this.waiting, this.held];
      this.waiting = [];
      this.held = [];
      this.handle(waiting, events);
      for (const bytes of held) this.read(bytes, events);
    });
  }

  /** It may not; the connection is to be closed behind these octets. */
  refuse(reason: string): RtmpEvent[] {
    if (this.state !== 'asking') return [];
    const events = [this.status('error', 'NetStream.Publish.BadName', reason)];
    this.stop();
    return events;
  }

  private guarded(work: (events: RtmpEvent[]) => void): RtmpEvent[] {
    const events: RtmpEvent[] = [];
    try {
      work(events);
    } catch (error) {
      this.stop();
      events.push({
        kind: 'failed',
        error: error instanceof DecodeError ? error : new DecodeError('framing', error instanceof Error ? error.message : String(error)),
      });
    }
    return events;
  }

  private stop(): void {
    this.state = 'over';
    this.held = [];
    this.waiting = [];
  }

  private hold(bytes: Uint8Array): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes > MAX_HELD_BYTES) throw new DecodeError('too-long', 'too much before it was allowed');
    this.held.push(bytes.slice());
  }

  private read(bytes: Uint8Array, events: RtmpEvent[]): void {
    let rest = bytes;
    if (!this.handshake.done) {
      const { send, rest: behind } = this.handshake.push(bytes);
      if (send) events.push({ kind: 'send', bytes: send });
      rest = behind;
    }
    if (!this.handshake.done || rest.length === 0) return;
    this.handle(this.chunks.push(rest), events);
    this.acknowledge(events);
  }

  private handle(messages: readonly RtmpMessage[], events: RtmpEvent[]): void {
    for (const [i, message] of messages.entries()) {
      if (this.state === 'over') return;
      this.message(message, events);
      if (this.asks) {
        this.waiting = messages.slice(i + 1);
        return;
      }
    }
  }

  private get asks(): boolean {
    return this.state === 'asking';
  }

  private message(message: RtmpMessage, events: RtmpEvent[]): void {
    const { type, body, timestampMs } = message;
    switch (type) {
      case RTMP_TYPE.video:
      case RTMP_TYPE.audio:
        return this.media(type, body, timestampMs, events);
      case RTMP_TYPE.aggregate:
        return this.aggregate(message, events);
    }
    if (++this.commands > MAX_COMMANDS) throw new DecodeError('too-long', 'too many commands');
    switch (type) {
      case RTMP_TYPE.commandAmf0:
        return this.command(body, events);
      case RTMP_TYPE.commandAmf3:
        // An octet 0 announces that the values are AMF0 after all, which every encoder sends (§7.1.1).
        if (body[0] !== 0) throw new DecodeError('unsupported', 'commands of AMF3', 0);
        return this.command(body.subarray(1), events);
      case RTMP_TYPE.windowSize:
        if (body.length >= 4) this.windowBytes = Math.max(1_024, new DataView(body.buffer, body.byteOffset).getUint32(0));
        return;
      case RTMP_TYPE.userControl:
        if (body.length >= 6 && body[1] === USER_CONTROL.pingRequest)
          events.push(this.control(RTMP_TYPE.userControl, [0, USER_CONTROL.pingResponse, ...body.subarray(2, 6)]));
        return;
      // Notes about the stream, words of the other side about what it was sent, and what nobody knows.
      default:
        return;
    }
  }

  private media(type: number, body: Uint8Array, timestampMs: number, events: RtmpEvent[]): void {
    if (this.state !== 'publishing') throw new DecodeError('state', 'media before anything was published');
    let frame: TaggedFrame | null = null;
    if (type === RTMP_TYPE.video) frame = this.tags.video(body, timestampMs);
    else
      try {
        frame = this.tags.audio(body, timestampMs);
      } catch {
        // Pictures go on without it.
        this.damagedSound++;
      }
    if (frame) events.push({ kind: 'frame', frame });
  }

  /** Several tags in one message (§7.1.6); their time stamps count from that of the first. */
  private aggregate({ body, timestampMs }: RtmpMessage, events: RtmpEvent[]): void {
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    let first: number | null = null;
    for (let at = 0; at + 11 <= body.length;) {
      const size = view.getUint32(at) & 0xff_ffff;
      const time = (view.getUint32(at + 4) >>> 8) + view.getUint8(at + 7) * 0x100_0000;
      first ??= time;
      if (at + 11 + size > body.length) throw new DecodeError('length', `a tag of ${size} octets`, at, 'size');
      const type = body[at]!;
      if (type === RTMP_TYPE.video || type === RTMP_TYPE.audio)
        this.media(type, body.subarray(at + 11, at + 11 + size), (timestampMs + time - first) >>> 0, events);
      at += 11 + size + 4;
    }
  }

  private command(body: Uint8Array, events: RtmpEvent[]): void {
    const [name, transaction, ...values] = decodeAmf0(body);
    if (typeof name !== 'string') throw new DecodeError('bad-value', 'a command without a name', 0, 'name');
    const number = typeof transaction === 'number' ? transaction : 0;
    switch (name) {
      case 'connect':
        return this.connect(number, values[0], events);
      case 'createStream':
        return this.result(number, [null, STREAM_ID], events);
      case 'releaseStream':
      case 'FCPublish':
        return this.result(number, [null, undefined], events);
      case 'publish':
        return this.publish(values[1], events);
      case 'FCUnpublish':
      case 'deleteStream':
      case 'closeStream':
        if (this.state !== 'publishing') return;
        this.stop();
        return void events.push({ kind: 'ended' });
      case 'play':
      case 'play2':
        throw new DecodeError('unsupported', 'a player: this port takes streams and gives none', 0, 'name');
      default:
        return;
    }
  }

  private connect(transaction: number, argument: Amf0Value, events: RtmpEvent[]): void {
    if (this.state !== 'idle') throw new DecodeError('state', 'a second connect');
    const app = isObject(argument) ? argument['app'] : undefined;
    if (typeof app !== 'string' || app.length > MAX_NAME_CHARS)
      throw new DecodeError('bad-value', 'connect without an application', 0, 'app');
    this.app = app;
    this.state = 'connected';
    events.push(this.control(RTMP_TYPE.windowSize, u32(WINDOW_BYTES)));
    events.push(this.control(RTMP_TYPE.peerBandwidth, [...u32(WINDOW_BYTES), LIMIT_DYNAMIC]));
    const information = {
      level: 'status',
      code: 'NetConnection.Connect.Success',
      description: 'Connected',
      objectEncoding: 0,
    };
    this.result(transaction, [{ fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, information], events);
  }

  private publish(name: Amf0Value, events: RtmpEvent[]): void {
    if (this.state !== 'connected') throw new DecodeError('state', 'publish without connect, or once more');
    if (typeof name !== 'string' || name.length > MAX_NAME_CHARS) throw new DecodeError('bad-value', 'publish without a name', 0, 'name');
    this.state = 'asking';
    events.push({ kind: 'publish', request: { app: this.app, name } });
  }

  private result(transaction: number, values: readonly Amf0Value[], events: RtmpEvent[]): void {
    const body = encodeAmf0(['_result', transaction, ...values]);
    events.push({
      kind: 'send',
      bytes: chunksOf(CHUNK_STREAM.command, { type: RTMP_TYPE.commandAmf0, streamId: 0, timestampMs: 0, body }),
    });
  }

  private status(level: string, code: string, description: string): RtmpEvent {
    const body = encodeAmf0(['onStatus', 0, null, { level, code, description }]);
    return {
      kind: 'send',
      bytes: chunksOf(CHUNK_STREAM.command, { type: RTMP_TYPE.commandAmf0, streamId: STREAM_ID, timestampMs: 0, body }),
    };
  }

  private control(type: number, octets: readonly number[]): RtmpEvent {
    return {
      kind: 'send',
      bytes: chunksOf(CHUNK_STREAM.control, { type, streamId: 0, timestampMs: 0, body: Uint8Array.from(octets) }),
    };
  }

  private acknowledge(events: RtmpEvent[]): void {
    const unacknowledged = (this.received - this.acknowledged + 0x1_0000_0000) % 0x1_0000_0000;
    if (unacknowledged < this.windowBytes / 2) return;
    this.acknowledged = this.received;
    events.push(this.control(RTMP_TYPE.acknowledgement, u32(this.received)));
  }
}

const isObject = (value: Amf0Value): value is Amf0Object => typeof value === 'object' && value !== null && !Array.isArray(value);
