import { DecodeError, xor8 } from '@sightline/codec';
import type { Framer, FramerEvent } from '../protocol.ts';
import { FLAG, FLAG_E7, isEscape, MAX_FRAME_BYTES, TEXT_END, TEXT_START, unescapedPair } from './frame.ts';

/** Below this nothing can be a message: 12 octets of header and the check octet. */
const MIN_CONTENT = 13;

/** One working buffer for all connections: a framer keeps only the bytes of an unfinished frame. */
const scratch = new Uint8Array(MAX_FRAME_BYTES);

/** Frames are cut from a piece of memory: bytes of their own for each would cost more than reading them. */
const SLAB_BYTES = 16_384;
let slab = new Uint8Array(SLAB_BYTES);
let slabUsed = 0;

/** Bytes that nobody else will write to. */
function allocate(size: number): Uint8Array {
  if (slabUsed + size > SLAB_BYTES) {
    slab = new Uint8Array(SLAB_BYTES);
    slabUsed = 0;
  }
  slabUsed += size;
  return slab.subarray(slabUsed - size, slabUsed);
}

/**
 * - `idle`: before any delimiter, bytes are garbage;
 * - `open`: after a delimiter of its own, what follows up to the next one is a frame;
 * - `shared`: after the closing delimiter of a frame, which may open the next one as well;
 * - `text`: inside a `( ... )` sentence.
 */
type Mode = 'idle' | 'open' | 'shared' | 'text';

/**
 * Cuts frames out of a JT/T 808 stream (§4.4.2). A frame is handed out unescaped **with** its two delimiters, check octet
 * included and not judged; a `( ... )` sentence is handed out as it is. Leading garbage, empty frames, one delimiter
 * between two frames and the E7 variant are understood. At most {@link MAX_FRAME_BYTES} are held back.
 */
export class Jt808Framer implements Framer {
  private mode: Mode = 'idle';
  private flag = FLAG;
  /** A frame with 7E was seen: E7 is then never a delimiter on this connection. */
  private plainSeen = false;
  private escape = 0;
  private held: Uint8Array | null = null;
  private length = 0;

  get pendingBytes(): number {
    return this.length + (this.escape === 0 ? 0 : 1);
  }

  push(chunk: Uint8Array): readonly FramerEvent[] {
    const events: FramerEvent[] = [];
    if (this.held !== null) scratch.set(this.held);
    this.held = null;
    for (let i = 0; i < chunk.length; i++) {
      i = this.plainRun(chunk, i);
      if (i < chunk.length) this.octet(chunk[i]!, events);
    }
    if (this.length > 0) this.held = scratch.slice(0, this.length);
    return events;
  }

  /** Takes octets of a frame that stand for themselves in one go, most of every stream; returns where it stopped. */
  private plainRun(chunk: Uint8Array, from: number): number {
    if (this.escape !== 0 || this.length === 0 || (this.mode !== 'open' && this.mode !== 'shared')) return from;
    const flag = this.flag;
    let length = this.length;
    let i = from;
    for (; i < chunk.length && length < MAX_FRAME_BYTES; i++) {
      const octet = chunk[i]!;
      if (octet === flag || isEscape(flag, octet)) break;
      scratch[length++] = octet;
    }
    this.length = length;
    return i;
  }

  private octet(octet: number, events: FramerEvent[]): void {
    if (this.escape !== 0) {
      const first = this.escape;
      this.escape = 0;
      const plain = unescapedPair(this.flag, first, octet);
      if (plain >= 0) return this.keep(plain, events);
      this.keep(first, events);
    }
    switch (this.mode) {
      case 'text':
        return this.textOctet(octet, events);
      case 'idle':
        return this.idleOctet(octet, events);
      default:
        return this.frameOctet(octet, events);
    }
  }

  private idleOctet(octet: number, events: FramerEvent[]): void {
    if (octet === FLAG || (octet === FLAG_E7 && !this.plainSeen)) {
      this.skip(events, 'framing', 'bytes outside a frame');
      this.flag = octet;
      this.mode = 'open';
    } else if (octet === TEXT_START) {
      this.skip(events, 'framing', 'bytes outside a frame');
      this.mode = 'text';
      this.keep(octet, events);
    } else this.keep(octet, events);
  }

  private textOctet(octet: number, events: FramerEvent[]): void {
    if (octet < 0x20 || octet >= FLAG) {
      this.skip(events, 'framing', 'unfinished sentence');
      this.mode = 'idle';
      return this.idleOctet(octet, events);
    }
    this.keep(octet, events);
    if (octet === TEXT_END && this.length > 0) {
      events.push({ kind: 'frame', frame: scratch.slice(0, this.length) });
      this.length = 0;
      this.mode = 'idle';
    }
  }

  private frameOctet(octet: number, events: FramerEvent[]): void {
    if (octet === this.flag) this.close(events);
    else if (this.mode === 'shared' && this.length === 0 && octet === TEXT_START) {
      this.mode = 'text';
      this.keep(octet, events);
    } else if (isEscape(this.flag, octet)) this.escape = octet;
    else this.keep(octet, events);
  }

  private close(events: FramerEvent[]): void {
    if (this.length === 0) {
      this.mode = 'open';
      return;
    }
    // after a shared delimiter garbage and frames look alike: there the check octet decides
    if (this.mode === 'open' || (this.length >= MIN_CONTENT && xor8(scratch, 0, this.length) === 0)) {
      const frame = allocate(this.length + 2);
      frame[0] = this.flag;
      for (let i = 0; i < this.length; i++) frame[i + 1] = scratch[i]!;
      frame[this.length + 1] = this.flag;
      events.push({ kind: 'frame', frame });
      if (this.flag === FLAG) this.plainSeen = true;
      this.length = 0;
    } else this.skip(events, 'framing', 'bytes between frames');
    this.mode = 'shared';
  }

  private keep(octet: number, events: FramerEvent[]): void {
    if (this.length === MAX_FRAME_BYTES) {
      this.skip(events, 'too-long', `no frame within ${MAX_FRAME_BYTES} bytes`);
      this.mode = 'idle';
    }
    scratch[this.length++] = octet;
  }

  private skip(events: FramerEvent[], code: 'framing' | 'too-long', why: string): void {
    if (this.length === 0) return;
    events.push({ kind: 'skipped', bytes: scratch.slice(0, this.length), error: new DecodeError(code, why, 0) });
    this.length = 0;
  }
}
