import { isMagic, packetAt, packetExtent, type MediaPacket, type PacketExtent, type SimBytes } from './packet.ts';

/** Longer bodies are believed only of a packet that follows a packet: the standard allows 950. */
const PLAUSIBLE_BODY_BYTES = 8192;
/** After so much that was no packet the width of the SIM field is measured again. */
const REMEASURE_BYTES = 16_384;

/**
 * Cuts the octets of one TCP connection into packets (JT/T 1078-2016 §5.5.3). Nothing in a packet says how wide its SIM field is, so the
 * first packet is measured both ways; the width that leads to another packet (or to the end of what has come) holds for the connection. Where the magic is missing
 * everything up to the next one is skipped and counted. Holds at most one packet (64 KiB).
 */
export class PacketSplitter {
  private rest: Uint8Array = new Uint8Array(0);
  private width: SimBytes | null;
  private skipped = 0;
  private skippedBefore = 0;
  /** The last thing that was read was a packet. */
  private inStep = false;

  constructor(width: SimBytes | null = null) {
    this.width = width;
  }

  /** Octets that belonged to no packet. */
  get skippedBytes(): number {
    return this.skipped;
  }

  get simBytes(): SimBytes | null {
    return this.width;
  }

  /** Whole packets in the order of their octets. Their bodies are views of `chunk` or of a copy made here. */
  push(chunk: Uint8Array): MediaPacket[] {
    let bytes = chunk;
    if (this.rest.length > 0) {
      bytes = new Uint8Array(this.rest.length + chunk.length);
      bytes.set(this.rest, 0);
      bytes.set(chunk, this.rest.length);
    }
    const packets: MediaPacket[] = [];
    let at = 0;
    for (;;) {
      at = this.seekMagic(bytes, at);
      if (bytes.length - at < 4) break;
      // Measured wrongly at first, or another device behind the same connection.
      if (this.skipped - this.skippedBefore > REMEASURE_BYTES) this.width = null;
      const found = this.judge(bytes, at);
      if (found === undefined) break;
      if (found === null) {
        // The magic stood there by chance.
        at++;
        this.skipped++;
        this.inStep = false;
        continue;
      }
      this.skippedBefore = this.skipped;
      packets.push(packetAt(bytes, at, found.width, found));
      this.width = found.width;
      this.inStep = true;
      at += found.total;
    }
    // A copy: the rest must not keep a large chunk alive.
    this.rest = bytes.slice(at);
    return packets;
  }

  /** The next place where a packet may begin: of a torn magic at the end, its first octet. */
  private seekMagic(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length) {
      const next = bytes.indexOf(0x30, at);
      if (next < 0) {
        at = bytes.length;
        break;
      }
      at = next;
      if (bytes.length - at < 4 ? startsMagic(bytes, at) : isMagic(bytes, at)) break;
      at++;
    }
    this.skipped += at - from;
    if (at > from) this.inStep = false;
    return at;
  }

  /**
   * The packet at `at`: null when there is none, undefined while more octets are needed to say. A packet that follows a packet is
   * believed; any other has to lead to one, or to end where the stream has come to.
   */
  private judge(bytes: Uint8Array, at: number): (PacketExtent & { readonly width: SimBytes }) | null | undefined {
    let open = false;
    for (const width of this.width === null ? ([6, 10] as const) : [this.width]) {
      const extent = packetExtent(bytes, at, width);
      if (extent === null) continue;
      const end = extent === undefined ? Number.POSITIVE_INFINITY : at + extent.total;
      if (extent && this.inStep && end <= bytes.length) return { ...extent, width };
      if (extent && !this.inStep && extent.total - extent.head > PLAUSIBLE_BODY_BYTES) continue;
      if (!extent || this.inStep || (end + 4 > bytes.length && end !== bytes.length)) open = true;
      else if (end === bytes.length || isMagic(bytes, end)) return { ...extent, width };
    }
    return open ? undefined : null;
  }
}

const startsMagic = (bytes: Uint8Array, at: number): boolean =>
  [0x30, 0x31, 0x63].every((octet, i) => at + i >= bytes.length || bytes[at + i] === octet);
