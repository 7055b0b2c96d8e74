import type { Field } from '@sightline/codec';
import type { Edition } from '../header.ts';
import type { Collector } from './collector.ts';

/** A value of an additional item: octets `start`..`end` of `bytes`. Reads past the end give 0, never another item. */
export class ItemValue {
  constructor(
    readonly bytes: Uint8Array,
    readonly start: number,
    readonly end: number,
  ) {}

  get length(): number {
    return this.end - this.start;
  }
  u8(at: number): number {
    const i = this.start + at;
    return i < this.end ? this.bytes[i]! : 0;
  }
  i8(at: number): number {
    return (this.u8(at) << 24) >> 24;
  }
  u16(at: number): number {
    return (this.u8(at) << 8) | this.u8(at + 1);
  }
  i16(at: number): number {
    return (this.u16(at) << 16) >> 16;
  }
  u24(at: number): number {
    return (this.u16(at) << 8) | this.u8(at + 2);
  }
  u32(at: number): number {
    return ((this.u16(at) << 16) | this.u16(at + 2)) >>> 0;
  }
  slice(at: number, size = this.length - at): Uint8Array {
    return this.bytes.subarray(Math.min(this.start + at, this.end), Math.min(this.start + at + size, this.end));
  }
  part(at: number, size: number): ItemValue {
    const start = Math.min(this.start + at, this.end);
    return new ItemValue(this.bytes, start, Math.min(start + size, this.end));
  }
  text(at = 0, size = this.length - at): string {
    let out = '';
    for (const octet of this.slice(at, size)) out += String.fromCharCode(octet);
    return out;
  }
  get printable(): boolean {
    for (let i = this.start; i < this.end; i++) if (this.bytes[i]! < 0x20 || this.bytes[i]! > 0x7e) return false;
    return this.length > 0;
  }
}

export interface ItemContext {
  readonly edition: Edition;
  readonly model: string | undefined;
}

/** One additional item of 0x0200. */
export interface ItemDefinition {
  readonly id: number;
  readonly name: string;
  /** Layout on the wire, for standard items: values in wire units. */
  readonly field?: Field<unknown>;
  /**
   * Adds what the value means to the collector; `false` = the value has no known form (it is then kept as hex).
   */
  readonly apply: (value: ItemValue, sink: Collector, context: ItemContext) => boolean | void;
}
