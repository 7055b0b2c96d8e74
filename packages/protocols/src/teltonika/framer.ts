import { DecodeError } from '@sightline/codec';
import type { Framer, FramerEvent } from '../protocol.ts';
import { startOf, type PacketStart } from './packet.ts';

const JUNK_BLOCK = 256;

/**
 * Cuts Teltonika packets: login, data, ping, and datagrams (a datagram is handed to a framer of its own). What no packet
 * begins with is skipped up to the next byte where one does; within such a run FF is no ping.
 */
export class TeltonikaFramer implements Framer {
  private buffer = new Uint8Array(0);
  /** Bytes at the front of the buffer that are known to belong to no packet. */
  private junk = 0;

  get pendingBytes(): number {
    return this.buffer.length;
  }

  push(chunk: Uint8Array): readonly FramerEvent[] {
    const events: FramerEvent[] = [];
    const bytes = this.buffer.length === 0 ? chunk : joined(this.buffer, chunk);
    let at = 0;
    let junk = this.junk;
    while (at + junk < bytes.length) {
      const start = startOf(bytes, at + junk, bytes.length);
      if (start === 'more') break;
      if (start === null || (junk > 0 && start.kind === 'ping')) {
        junk++;
        if (junk < JUNK_BLOCK) continue;
        events.push(skipped(bytes, at, junk));
        at += junk;
        junk = 0;
        continue;
      }
      if (!isWhole(bytes, at + junk, start)) break;
      if (junk > 0) events.push(skipped(bytes, at, junk));
      at += junk;
      junk = 0;
      events.push({ kind: 'frame', frame: bytes.slice(at, at + start.total) });
      at += start.total;
    }
    this.buffer = bytes.slice(at);
    this.junk = junk;
    return events;
  }
}

const isWhole = (bytes: Uint8Array, at: number, start: PacketStart): boolean => bytes.length - at >= start.total;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function skipped(bytes: Uint8Array, at: number, count: number): FramerEvent {
  const error = new DecodeError('framing', 'bytes that belong to no packet', 0);
  return { kind: 'skipped', bytes: bytes.slice(at, at + count), error };
}
