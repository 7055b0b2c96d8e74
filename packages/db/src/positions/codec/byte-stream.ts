import { ChunkError } from './chunk-error.ts';

/** Largest magnitude of an integer in a chunk; differences of two of them still fit, zigzagged, into a double. */
export const MAX_INTEGER = 2 ** 51;
const MAX_VARINT_BYTES = 8;

/** Appends to a buffer that doubles as needed. */
export class ByteWriter {
  private buffer: Buffer;
  private length = 0;

  constructor(capacity: number) {
    this.buffer = Buffer.allocUnsafe(Math.max(64, capacity));
  }

  private room(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  /** Unsigned LEB128 of an integer below 2^53. */
  unsigned(value: number): void {
    this.room(MAX_VARINT_BYTES);
    const bytes = this.buffer;
    let rest = value;
    while (rest >= 0x80) {
      bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[this.length++] = rest;
  }

  /** Zigzag LEB128 of an integer of magnitude below 2^52. */
  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  }

  float64(value: number): void {
    this.room(8);
    this.length = this.buffer.writeDoubleLE(value, this.length);
  }

  int32(value: number): void {
    this.room(4);
    this.length = this.buffer.writeInt32LE(value, this.length);
  }

  /** UTF-8 with its length in front. */
  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.unsigned(length);
    this.room(length);
    this.length += this.buffer.write(value, this.length);
  }

  /** One bit for each of `count` rows, least significant first. */
  bits(count: number, isSet: (index: number) => boolean): void {
    for (let at = 0; at < count; at += 8) {
      let octet = 0;
      for (let bit = 0; bit < 8 && at + bit < count; bit++) if (isSet(at + bit)) octet |= 1 << bit;
      this.byte(octet);
    }
  }

  /** A view of what was written; valid until the next write. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** Reads what {@link ByteWriter} wrote. Every read is checked against the end. @throws ChunkError */
export class ByteReader {
  /** Named in errors. */
  field = '';
  offset = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.offset === this.bytes.length;
  }

  fail(message: string): never {
    throw new ChunkError(this.field, this.offset, message);
  }

  private take(count: number): number {
    const from = this.offset;
    if (count > this.bytes.length - from) this.fail(`${count} bytes wanted, ${this.bytes.length - from} left`);
    this.offset = from + count;
    return from;
  }

  byte(): number {
    return this.bytes[this.take(1)] ?? 0;
  }

  unsigned(): number {
    const bytes = this.bytes;
    let value = 0;
    let weight = 1;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const octet = bytes[this.offset];
      if (octet === undefined) this.fail('varint cut off');
      this.offset++;
      value += (octet & 0x7f) * weight;
      if (octet < 0x80) return value;
      weight *= 0x80;
    }
    return this.fail('varint too long');
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /**
   * Fills `out` with the running sum of signed varints, each divided by `scale`; rows of `nulls` take none and become NaN.
   * The same as {@link signed} in a loop, four times faster: most differences are small, so the first four bytes are put
   * together as integers.
   */
  sums(out: Float64Array, scale: number, nulls: Uint8Array | null): void {
    const bytes = this.bytes;
    const end = bytes.length;
    let at = this.offset;
    let sum = 0;
    for (let row = 0; row < out.length; row++) {
      if (nulls !== null && hasBit(nulls, row)) {
        out[row] = Number.NaN;
        continue;
      }
      if (end - at < MAX_VARINT_BYTES) {
        this.offset = at;
        sum += this.signed();
        at = this.offset;
      } else {
        let octet = bytes[at++]!;
        let zigzag = octet & 0x7f;
        if (octet >= 0x80) {
          octet = bytes[at++]!;
          zigzag |= (octet & 0x7f) << 7;
          if (octet >= 0x80) {
            octet = bytes[at++]!;
            zigzag |= (octet & 0x7f) << 14;
            if (octet >= 0x80) {
              octet = bytes[at++]!;
              zigzag |= (octet & 0x7f) << 21;
            }
          }
        }
        if (octet < 0x80) {
          sum += (zigzag >>> 1) ^ -(zigzag & 1);
        } else {
          this.offset = at - 4;
          sum += this.signed();
          at = this.offset;
        }
      }
      out[row] = sum / scale;
    }
    this.offset = at;
  }

  float64(): number {
    return this.bytes.readDoubleLE(this.take(8));
  }

  int32(): number {
    return this.bytes.readInt32LE(this.take(4));
  }

  text(): string {
    const length = this.unsigned();
    const from = this.take(length);
    return this.bytes.toString('utf8', from, from + length);
  }

  /** The bytes of a bit set of `count` rows; see {@link hasBit}. */
  bits(count: number): Uint8Array {
    const length = (count + 7) >> 3;
    const from = this.take(length);
    return this.bytes.subarray(from, from + length);
  }
}

export const hasBit = (bits: Uint8Array, index: number): boolean => (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
