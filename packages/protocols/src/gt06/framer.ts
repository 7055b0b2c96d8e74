import { DecodeError } from '@sightline/codec';
import type { Framer, FramerEvent } from '../protocol.ts';
import { bareWifiTotal, checksumMatches, declaredTotal, MAX_FRAME_BYTES, MIN_FRAME_BYTES, startAt } from './frame.ts';

const JUNK_BLOCK = 256;

/**
 * Cuts GT06 frames. The decision at every byte depends on the bytes so far alone, so chunking cannot change the result:
 * a stop (0D0A) ends a frame where the length says so, or where the CRC matches, or, past the declared end, anyway
 * (clones send wrong lengths). What lies before a start is skipped.
 */
export class Gt06Framer implements Framer {
  private buffer = new Uint8Array(256);
  private length = 0;

  get pendingBytes(): number {
    return this.length;
  }

  push(chunk: Uint8Array): readonly FramerEvent[] {
    const events: FramerEvent[] = [];
    let i = 0;
    while (i < chunk.length) {
      const whole = this.length === 0 ? wholeFrameAt(chunk, i) : 0;
      if (whole > 0) {
        events.push({ kind: 'frame', frame: chunk.slice(i, i + whole) });
        i += whole;
      } else {
        this.append(chunk[i]!);
        this.step(events);
        i++;
      }
    }
    return events;
  }

  private append(byte: number): void {
    if (this.length === this.buffer.length) {
      const grown = new Uint8Array(this.buffer.length * 2);
      grown.set(this.buffer);
      this.buffer = grown;
    }
    this.buffer[this.length++] = byte;
  }

  private step(events: FramerEvent[]): void {
    const { buffer, length } = this;
    if (length < 2) return;
    if (startAt(buffer, 0) === null) {
      if (startAt(buffer, length - 2) !== null) {
        this.skip(events, length - 2, 'framing', 'bytes before a start');
      } else if (length > JUNK_BLOCK) {
        this.skip(events, JUNK_BLOCK, 'framing', 'bytes that belong to no frame');
      }
      return;
    }
    if (length >= 4 && declaredTotal(buffer, 0) > MAX_FRAME_BYTES) {
      this.skip(events, length, 'too-long', `a frame of ${declaredTotal(buffer, 0)} bytes is declared`);
      return;
    }
    if (length >= MIN_FRAME_BYTES && buffer[length - 1] === 0x0a && buffer[length - 2] === 0x0d) this.stop(events);
    if (this.length >= MAX_FRAME_BYTES) {
      this.skip(events, this.length, 'too-long', `no end of frame within ${MAX_FRAME_BYTES} bytes`);
    }
  }

  /** A 0D0A ends the buffer: the end of a frame, or part of its content. */
  private stop(events: FramerEvent[]): void {
    const { buffer, length } = this;
    const declared = declaredTotal(buffer, 0);
    const wifi = bareWifiTotal(buffer, length);
    if (length !== declared && length !== wifi && !checksumMatches(buffer, length)) {
      const open = (length < declared && !isCutLogin(buffer)) || (wifi !== null && length < wifi);
      const inner = this.innerFrame(open);
      if (inner > 0) this.skip(events, inner, 'framing', 'a frame without end before a whole one');
      else if (open) return;
    }
    events.push({ kind: 'frame', frame: this.buffer.slice(0, this.length) });
    this.release();
  }

  /**
   * Start of a well-formed frame that ends where the buffer does, behind a start that led nowhere; 0 = none. While the
   * first start may still come to its end, only a matching checksum is believed.
   */
  private innerFrame(checked: boolean): number {
    for (let at = 2; at <= this.length - MIN_FRAME_BYTES; at++) {
      if (startAt(this.buffer, at) === null || declaredTotal(this.buffer, at) !== this.length - at) continue;
      if (!checked || checksumMatches(this.buffer.subarray(at), this.length - at)) return at;
    }
    return 0;
  }

  private skip(events: FramerEvent[], count: number, code: 'framing' | 'too-long', why: string): void {
    const bytes = this.buffer.slice(0, count);
    events.push({ kind: 'skipped', bytes, error: new DecodeError(code, why, 0) });
    this.buffer.copyWithin(0, count, this.length);
    this.length -= count;
    if (this.length === 0) this.release();
  }

  /** Idle connections should not hold a large buffer. */
  private release(): void {
    this.length = 0;
    if (this.buffer.length > 1024) this.buffer = new Uint8Array(256);
  }
}

/** Some clones cut their login short. Its digits hold no 0D0A, so a stop that early is one all the same. */
const isCutLogin = (buffer: Uint8Array): boolean => buffer[0] === 0x78 && buffer[2]! <= 0x11 && buffer[3] === 0x01;

/** Size of the frame that lies whole and unambiguous at `at`; 0 sends the bytes the slow way. */
function wholeFrameAt(chunk: Uint8Array, at: number): number {
  if (chunk.length - at < MIN_FRAME_BYTES || startAt(chunk, at) === null) return 0;
  const total = declaredTotal(chunk, at);
  if (total < MIN_FRAME_BYTES || total > MAX_FRAME_BYTES || at + total > chunk.length) return 0;
  if (chunk[at + total - 2] !== 0x0d || chunk[at + total - 1] !== 0x0a) return 0;
  const firstReturn = chunk.indexOf(0x0d, at + 3);
  return firstReturn === at + total - 2 ? total : innerStopFree(chunk, firstReturn, at + total - 2) ? total : 0;
}

/** No 0D0A in `[from, end)`: then the slow way would not even look at an earlier end. */
function innerStopFree(chunk: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i >= 0 && i < end; i = chunk.indexOf(0x0d, i + 1)) {
    if (chunk[i + 1] === 0x0a) return false;
  }
  return true;
}
