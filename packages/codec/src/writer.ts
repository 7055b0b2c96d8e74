/** A growing big-endian writer. */
export class ByteWriter {
  private bytes: Uint8Array;
  private view: DataView;
  length = 0;

  constructor(capacity = 64) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  private room(size: number): number {
    const at = this.length;
    if (at + size > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, at + size));
      grown.set(this.bytes);
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    this.length = at + size;
    return at;
  }

  u8(value: number): this {
    const at = this.room(1); // before `bytes` is looked at: it may be replaced by a larger one
    this.bytes[at] = value;
    return this;
  }
  u16(value: number): this {
    const at = this.room(2);
    this.view.setUint16(at, value);
    return this;
  }
  u32(value: number): this {
    const at = this.room(4);
    this.view.setUint32(at, value);
    return this;
  }
  u64(value: bigint): this {
    const at = this.room(8);
    this.view.setBigUint64(at, value);
    return this;
  }
  i32(value: number): this {
    const at = this.room(4);
    this.view.setInt32(at, value);
    return this;
  }
  raw(value: Uint8Array): this {
    const at = this.room(value.length);
    this.bytes.set(value, at);
    return this;
  }
  /** Digits as packed BCD of `size` octets, left-padded with 0; too many digits keep the last ones. */
  bcd(digits: string, size: number): this {
    const padded = digits.padStart(2 * size, '0').slice(-2 * size);
    for (let i = 0; i < size; i++) this.u8(Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16));
    return this;
  }
  ascii(text: string): this {
    for (let i = 0; i < text.length; i++) this.u8(text.charCodeAt(i) & 0xff);
    return this;
  }
  /** Overwrites two octets written before, for lengths that are known only at the end. */
  patchU16(at: number, value: number): this {
    this.view.setUint16(at, value);
    return this;
  }
  patchU32(at: number, value: number): this {
    this.view.setUint32(at, value);
    return this;
  }
  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}
