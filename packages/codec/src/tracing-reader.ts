import { toHex } from './hex.ts';
import { ByteReader } from './reader.ts';

/** One read of a decoder: which octets, under which name, and what came of it (raw octets as lower-case hex). */
export interface TracedRead {
  readonly field: string;
  readonly offset: number;
  readonly size: number;
  readonly value: string | number;
}

/** Reads beyond this many are not noted: a frame of a few kilobytes never has so many. */
export const MAX_TRACED_READS = 20_000;

const UNNAMED = 'data';

/**
 * A reader that notes what was read where, so that the decoder of a protocol can explain a frame field by field without a
 * second description of its layout. Its parts note into the same list. A read that fails notes nothing.
 */
export class TracingReader extends ByteReader {
  constructor(
    bytes: Uint8Array,
    start = 0,
    end: number = bytes.length,
    readonly reads: TracedRead[] = [],
  ) {
    super(bytes, start, end);
  }

  override u8(field: string | null = null): number {
    return this.note(1, field, super.u8(field));
  }
  override u16(field: string | null = null): number {
    return this.note(2, field, super.u16(field));
  }
  override u24(field: string | null = null): number {
    return this.note(3, field, super.u24(field));
  }
  override u32(field: string | null = null): number {
    return this.note(4, field, super.u32(field));
  }
  override u64(field: string | null = null): bigint {
    const value = super.u64(field);
    this.note(8, field, exact(value));
    return value;
  }
  override i8(field: string | null = null): number {
    return this.note(1, field, super.i8(field));
  }
  override i16(field: string | null = null): number {
    return this.note(2, field, super.i16(field));
  }
  override i32(field: string | null = null): number {
    return this.note(4, field, super.i32(field));
  }
  override i64(field: string | null = null): bigint {
    const value = super.i64(field);
    this.note(8, field, exact(value));
    return value;
  }
  override slice(size: number, field: string | null = null): Uint8Array {
    const bytes = super.slice(size, field);
    this.note(size, field, toHex(bytes));
    return bytes;
  }
  override skip(size: number, field: string | null = null): void {
    const at = this.offset;
    super.skip(size, field);
    this.note(size, field, toHex(this.bytes.subarray(at, at + size)));
  }
  override bcd(size: number, field: string | null = null): string {
    return this.note(size, field, super.bcd(size, field));
  }
  override ascii(size: number, field: string | null = null): string {
    return this.note(size, field, super.ascii(size, field));
  }
  override part(start: number, end: number): TracingReader {
    return new TracingReader(this.bytes, start, end, this.reads);
  }

  private note<T extends string | number>(size: number, field: string | null, value: T): T {
    if (size > 0 && this.reads.length < MAX_TRACED_READS) {
      this.reads.push({ field: field === null || field === '' ? UNNAMED : field, offset: this.offset - size, size, value });
    }
    return value;
  }
}

/** A number where it is exact, else its decimal digits. */
const exact = (value: bigint): number | string => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
};
