import { DecodeError } from '@sightline/codec';

/** RTMP 1.0 §5.2: version, then 1536 octets of each side, then those of the other side back. */
export const RTMP_VERSION = 3;
export const HANDSHAKE_BYTES = 1536;

/**
 * The server's part of the plain handshake. What the two sides sign in the other form of it (for players of Flash) is not asked of
 * those who publish; whoever begins it goes on with the plain one when the answer is plain.
 */
export class ServerHandshake {
  private waiting: Uint8Array = new Uint8Array(0);
  private answered = false;
  private over = false;

  get done(): boolean {
    return this.over;
  }

  /** @returns what has to be sent, and the octets behind the handshake. @throws DecodeError for another version. */
  push(bytes: Uint8Array): { readonly send: Uint8Array | null; readonly rest: Uint8Array } {
    const all = new Uint8Array(this.waiting.length + bytes.length);
    all.set(this.waiting);
    all.set(bytes, this.waiting.length);
    if (all.length > 0 && !this.answered && all[0] !== RTMP_VERSION)
      throw new DecodeError('unsupported', `version ${all[0]} of RTMP`, 0, 'version');
    const first = 1 + HANDSHAKE_BYTES;
    let send: Uint8Array | null = null;
    let left = all;
    if (!this.answered && all.length >= first) {
      send = new Uint8Array(first + HANDSHAKE_BYTES);
      send[0] = RTMP_VERSION;
      // Time 0, four zeros, octets that need not be random: nothing is proved by them.
      for (let i = 9; i < first; i++) send[i] = (i * 167) & 0xff;
      send.set(all.subarray(1, first), first);
      this.answered = true;
      left = all.subarray(first);
    }
    if (this.answered && left.length >= HANDSHAKE_BYTES) {
      this.over = true;
      this.waiting = new Uint8Array(0);
      return { send, rest: left.slice(HANDSHAKE_BYTES) };
    }
    this.waiting = left.slice();
    return { send, rest: new Uint8Array(0) };
  }
}
