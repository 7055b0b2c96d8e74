/** Bits of a raw payload, most significant first, with Exp-Golomb codes (ITU-T H.264 §9.1). */
export class BitWriter {
  private bytes = new Uint8Array(4096);
  private length = 0;
  private held = 0;
  private heldBits = 0;

  /** The `count` low bits of `value`; at most 16 at a time. */
  put(value: number, count: number): void {
    this.held = (this.held << count) | (value & ((1 << count) - 1));
    this.heldBits += count;
    while (this.heldBits >= 8) {
      this.heldBits -= 8;
      if (this.length === this.bytes.length) this.grow();
      this.bytes[this.length++] = this.held >>> this.heldBits;
    }
    this.held &= (1 << this.heldBits) - 1;
  }

  /** ue(v), below 65535. */
  unsigned(value: number): void {
    const bits = 32 - Math.clz32(value + 1);
    this.put(0, bits - 1);
    this.put(value + 1, bits);
  }

  /** se(v). */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** The payload with its stop bit (rbsp_trailing_bits, §7.3.2.11); the writer is empty after it. The octets are a view that the next use overwrites. */
  finish(): Uint8Array {
    this.put(1, 1);
    if (this.heldBits > 0) this.put(0, 8 - this.heldBits);
    const out = this.bytes.subarray(0, this.length);
    this.length = 0;
    this.held = 0;
    this.heldBits = 0;
    return out;
  }

  private grow(): void {
    const larger = new Uint8Array(this.bytes.length * 2);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** A NAL unit: its first octet, then the payload with an octet 3 wherever a start code would show (§7.4.1). */
export function nalUnit(refIdc: number, type: number, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(1 + payload.length + (payload.length >> 1) + 1);
  out[0] = (refIdc << 5) | type;
  let n = 1;
  let zeros = 0;
  for (const octet of payload) {
    if (zeros === 2 && octet <= 3) {
      out[n++] = 3;
      zeros = 0;
    }
    out[n++] = octet;
    zeros = octet === 0 ? zeros + 1 : 0;
  }
  return out.slice(0, n);
}
