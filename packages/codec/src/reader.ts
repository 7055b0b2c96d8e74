import { DecodeError } from './errors.ts';

/** A bounded big-endian reader; reading past the end throws a `truncated` {@link DecodeError} with offset and field. */
export class ByteReader {
  private readonly view: DataView;
  offset: number;

  constructor(
    readonly bytes: Uint8Array,
    start = 0,
    readonly end = bytes.length,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.offset = start;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  private take(size: number, field: string | null): number {
    const at = this.offset;
    if (at + size > this.end) {
      throw new DecodeError('truncated', `${field ?? 'field'} needs ${size} bytes, ${this.end - at} left`, at, field);
    }
    this.offset = at + size;
    return at;
  }

  u8(field: string | null = null): number {
    return this.bytes[this.take(1, field)]!;
  }
  u16(field: string | null = null): number {
    return this.view.getUint16(this.take(2, field));
  }
  u24(field: string | null = null): number {
    const at = this.take(3, field);
    return (this.bytes[at]! << 16) | (this.bytes[at + 1]! << 8) | this.bytes[at + 2]!;
  }
  u32(field: string | null = null): number {
    return this.view.getUint32(this.take(4, field));
  }
  u64(field: string | null = null): bigint {
    return this.view.getBigUint64(this.take(8, field));
  }
  i8(field: string | null = null): number {
    return this.view.getInt8(this.take(1, field));
  }
  i16(field: string | null = null): number {
    return this.view.getInt16(this.take(2, field));
  }
  i32(field: string | null = null): number {
    return this.view.getInt32(this.take(4, field));
  }
  i64(field: string | null = null): bigint {
    return this.view.getBigInt64(this.take(8, field));
  }
  /** A view (not a copy) of the next `size` bytes. */
  slice(size: number, field: string | null = null): Uint8Array {
    const at = this.take(size, field);
    return this.bytes.subarray(at, at + size);
  }
  rest(field: string | null = null): Uint8Array {
    return this.slice(this.remaining, field);
  }
  /** A reader over a range of the same bytes, e.g. a part whose size was just read. */
  part(start: number, end: number): ByteReader {
    return new ByteReader(this.bytes, start, end);
  }
  skip(size: number, field: string | null = null): void {
    this.take(size, field);
  }
  /** `size` octets of packed BCD as digits, high nibble first. Nibbles over 9 become `a`-`f`. */
  bcd(size: number, field: string | null = null): string {
    const at = this.take(size, field);
    let out = '';
    for (let i = at; i < at + size; i++) out += (this.bytes[i]! >>> 4).toString(16) + (this.bytes[i]! & 15).toString(16);
    return out;
  }
  ascii(size: number, field: string | null = null): string {
    const at = this.take(size, field);
    let out = '';
    for (let i = at; i < at + size; i++) out += String.fromCharCode(this.bytes[i]!);
    return out;
  }
}
