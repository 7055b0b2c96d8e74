import { DecodeError } from '@sightline/codec';
import { MAX_FRAME_BYTES } from '../jt1078/frames.ts';
import { DEFAULT_CHUNK_BYTES, RTMP_TYPE, type RtmpMessage } from './messages.ts';

/** A publisher uses four or five. */
const MAX_CHUNK_STREAMS = 32;
/** Messages that are neither picture nor sound. */
const MAX_OTHER_BYTES = 64 * 1024;
/** Of messages that have begun, over all chunk streams: a picture, and what comes between its chunks. */
const MAX_PARTIAL_BYTES = MAX_FRAME_BYTES + 1024 * 1024;
/** Room that a message begins with; more is made as it comes. */
const FIRST_ROOM_BYTES = 4 * 1024;
/** A message has 24 bits for its length: a larger chunk means the same (§5.4.1). */
const MAX_CHUNK_BYTES = 0xff_ffff;
/** Three octets that say that the time stamp stands in four more (§5.3.1.3). */
const EXTENDED = 0xff_ffff;
/** Of the message header, by the format of the chunk (§5.3.1.2). */
const HEAD_BYTES = [11, 7, 3, 0] as const;

interface ChunkStream {
  timestampMs: number;
  deltaMs: number;
  length: number;
  type: number;
  streamId: number;
  /** The time stamp as it stood behind the header; null: it fitted in. */
  extended: number | null;
  /** Of the message that has begun; its first `received` octets have come. */
  room: Uint8Array;
  received: number;
  open: boolean;
}

const NOTHING = new Uint8Array(0);

const u24 = (b: Uint8Array, at: number): number => (b[at]! << 16) | (b[at + 1]! << 8) | b[at + 2]!;
const u32 = (b: Uint8Array, at: number): number => u24(b, at) * 256 + b[at + 3]!;

/**
 * Chunks of a connection as messages (RTMP 1.0 §5.3), however the network cuts them. The size of chunks and what aborts a message are
 * obeyed here. Memory is bounded by what has really come, not by what was announced.
 */
export class ChunkReader {
  /** A header that has not come as a whole. */
  private rest: Uint8Array = NOTHING;
  private readonly streams = new Map<number, ChunkStream>();
  private chunkBytes = DEFAULT_CHUNK_BYTES;
  private roomBytes = 0;
  /** Whose chunk it is that comes now, and how much of it is missing. */
  private current: ChunkStream | null = null;
  private left = 0;

  /** @throws DecodeError for what is no chunk, or too much; the connection cannot be read any further then. */
  push(bytes: Uint8Array): RtmpMessage[] {
    const messages: RtmpMessage[] = [];
    let b = bytes;
    if (this.rest.length > 0) {
      b = new Uint8Array(this.rest.length + bytes.length);
      b.set(this.rest);
      b.set(bytes, this.rest.length);
      this.rest = NOTHING;
    }
    for (let at = 0; at < b.length;) {
      if (!this.current) {
        const head = this.header(b, at);
        if (head === 0) {
          this.rest = b.slice(at);
          break;
        }
        at += head;
      }
      at += this.body(this.current!, b, at, messages);
    }
    return messages;
  }

  /** Reads the header of a chunk. Returns its octets; 0: it has not come as a whole. */
  private header(b: Uint8Array, start: number): number {
    const format = b[start]! >> 6;
    const low = b[start]! & 63;
    let at = start + (low > 1 ? 1 : low + 2);
    if (at + HEAD_BYTES[format]! > b.length) return 0;
    const id = low > 1 ? low : low === 0 ? 64 + b[start + 1]! : 64 + b[start + 1]! + b[start + 2]! * 256;
    const known = this.streams.get(id);
    const goesOn = known?.open === true;
    if (!known && format !== 0) throw new DecodeError('framing', `chunk stream ${id} begins without a whole header`, null, 'format');
    if (!known && this.streams.size >= MAX_CHUNK_STREAMS) throw new DecodeError('too-long', `more than ${MAX_CHUNK_STREAMS} chunk streams`);
    if (goesOn && format !== 3) throw new DecodeError('framing', `a message on chunk stream ${id} begins within another`, null, 'format');

    const field = format < 3 ? u24(b, at) : 0;
    const length = format < 2 ? u24(b, at + 3) : known!.length;
    const type = format < 2 ? b[at + 6]! : known!.type;
    const streamId = format === 0 ? b[at + 7]! + b[at + 8]! * 0x100 + b[at + 9]! * 0x1_0000 + b[at + 10]! * 0x100_0000 : known!.streamId;
    at += HEAD_BYTES[format]!;
    let extended: number | null = null;
    if (format < 3 ? field === EXTENDED : known!.extended !== null) {
      if (at + 4 > b.length) return 0;
      extended = u32(b, at);
      // Some senders leave it out of the chunks that go on with a message: then these four octets are the message's.
      if (goesOn && extended !== known.extended) extended = known.extended;
      else at += 4;
    }
    const limit = type === RTMP_TYPE.video || type === RTMP_TYPE.audio || type === RTMP_TYPE.aggregate ? MAX_FRAME_BYTES : MAX_OTHER_BYTES;
    if (length > limit) throw new DecodeError('too-long', `a message of type ${type} with ${length} octets`, null, 'length');

    const stream = known ?? { timestampMs: 0, deltaMs: 0, length, type, streamId, extended, room: NOTHING, received: 0, open: false };
    if (!known) this.streams.set(id, stream);
    if (!goesOn) {
      if (format < 3) stream.deltaMs = extended ?? field;
      // Without a header the difference is that of the message before, which for a whole header is its time stamp (§5.3.1.2.4).
      stream.timestampMs = format === 0 ? stream.deltaMs : (stream.timestampMs + stream.deltaMs) % 0x1_0000_0000;
      Object.assign(stream, { length, type, streamId, extended, open: true });
    }
    this.current = stream;
    this.left = Math.min(this.chunkBytes, length - stream.received);
    return at - start;
  }

  /** Takes what has come of a chunk. Returns its octets. */
  private body(stream: ChunkStream, b: Uint8Array, at: number, messages: RtmpMessage[]): number {
    const size = Math.min(this.left, b.length - at);
    this.makeRoom(stream, size);
    stream.room.set(b.subarray(at, at + size), stream.received);
    stream.received += size;
    this.left -= size;
    if (this.left === 0) this.current = null;
    if (stream.received === stream.length) this.finish(stream, messages);
    return size;
  }

  private makeRoom(stream: ChunkStream, size: number): void {
    const wanted = stream.received + size;
    const { room, length } = stream;
    if (wanted <= room.length) return;
    const grown = new Uint8Array(Math.min(length, Math.max(wanted, room.length * 2, FIRST_ROOM_BYTES)));
    this.roomBytes += grown.length - room.length;
    if (this.roomBytes > MAX_PARTIAL_BYTES) throw new DecodeError('too-long', 'too much of messages that do not end');
    grown.set(room.subarray(0, stream.received));
    stream.room = grown;
  }

  private finish(stream: ChunkStream, messages: RtmpMessage[]): void {
    const { type, streamId, timestampMs, room: body } = stream;
    this.drop(stream);
    if (type === RTMP_TYPE.setChunkSize) this.setChunkBytes(body);
    else if (type === RTMP_TYPE.abort) {
      if (body.length < 4) throw new DecodeError('truncated', 'an abort message names a chunk stream', null, 'body');
      const aborted = this.streams.get(u32(body, 0));
      if (aborted) this.drop(aborted);
    } else messages.push({ type, streamId, timestampMs, body });
  }

  private drop(stream: ChunkStream): void {
    this.roomBytes -= stream.room.length;
    stream.room = NOTHING;
    stream.received = 0;
    stream.open = false;
  }

  private setChunkBytes(body: Uint8Array): void {
    if (body.length < 4) throw new DecodeError('truncated', 'a chunk size has four octets', null, 'body');
    const size = u32(body, 0);
    if (size === 0 || size > 0x7fff_ffff) throw new DecodeError('bad-value', `chunks of ${size} octets`, null, 'chunkSize');
    this.chunkBytes = Math.min(size, MAX_CHUNK_BYTES);
  }
}
