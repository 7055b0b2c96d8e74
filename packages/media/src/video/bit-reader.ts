import { DecodeError } from '@sightline/codec';

/** Bits of a raw parameter set, most significant first, with Exp-Golomb codes (ITU-T H.264 §9.1). Reading past the end throws DecodeError. */
export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  bit(): 0 | 1 {
    const octet = this.bytes[this.at >> 3];
    if (octet === undefined) throw new DecodeError('truncated', 'the parameter set ends too early', this.at >> 3);
    return ((octet >> (7 - (this.at++ & 7))) & 1) as 0 | 1;
  }

  /** An unsigned number of up to 32 bits. */
  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** ue(v). */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros > 31) throw new DecodeError('bad-value', 'a code of more than 32 bits', this.at >> 3);
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v). */
  signed(): number {
    const code = this.unsigned();
    return code & 1 ? (code + 1) / 2 : -code / 2;
  }
}
