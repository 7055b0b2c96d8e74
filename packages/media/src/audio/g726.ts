/**
 * G.726 (ITU-T): ADPCM of 16, 24, 32 or 40 kbit/s, 8000 samples a second, with an adaptive quantiser and a predictor of two poles and six zeros.
 * Numbers of the state have the widths of the standard's fixed-point forms (clause 4.2).
 */

export type G726Bits = 2 | 3 | 4 | 5;
/** Which end of an octet the first code stands at: cameras pack from the low end (as RFC 3551 does), some from the high end (AAL2). */
export type G726Packing = 'little' | 'big';

interface Table {
  /** Decision levels of the quantiser, in units of log2. */
  readonly levels: readonly number[];
  /** By code: log2 of the quantised difference, scale factor multiplier, rate of change. */
  readonly logs: readonly number[];
  readonly weights: readonly number[];
  readonly speeds: readonly number[];
}

const mirrored = (half: readonly number[]): number[] => [...half, ...[...half].reverse()];

/** Tables 1 to 4 and 7 to 10 of the standard. */
const TABLES: Readonly<Record<G726Bits, Table>> = {
  2: { levels: [261], logs: mirrored([116, 365]), weights: mirrored([-704, 14_048]), speeds: mirrored([0, 0xe00]) },
  3: {
    levels: [8, 218, 331],
    logs: mirrored([-2048, 135, 273, 373]),
    weights: mirrored([-128, 960, 4384, 18_624]),
    speeds: mirrored([0, 0x200, 0x400, 0xe00]),
  },
  4: {
    levels: [-124, 80, 178, 246, 300, 349, 400],
    logs: mirrored([-2048, 4, 135, 213, 273, 323, 373, 425]),
    weights: mirrored([-384, 576, 1312, 2048, 3584, 6336, 11_360, 35_904]),
    speeds: mirrored([0, 0, 0, 0x200, 0x200, 0x200, 0x600, 0xe00]),
  },
  5: {
    levels: [-122, -16, 68, 139, 198, 250, 298, 339, 378, 413, 445, 475, 502, 528, 553],
    logs: mirrored([-2048, -66, 28, 104, 169, 224, 274, 318, 358, 395, 429, 459, 488, 514, 539, 566]),
    weights: mirrored([448, 448, 768, 1248, 1280, 1312, 1856, 3200, 4512, 5728, 7008, 8960, 11_456, 14_080, 16_928, 22_272]),
    speeds: mirrored([0, 0, 0, 0, 0, 0x200, 0x200, 0x200, 0x200, 0x200, 0x400, 0x600, 0x800, 0xa00, 0xc00, 0xc00]),
  },
};

/** Bits that a magnitude needs, at most 15. */
const bitLength = (magnitude: number): number => Math.min(15, 32 - Math.clz32(magnitude));

/** A product of a predictor coefficient and a number in the floating form of the standard (FMULT). */
function multiplied(coefficient: number, float: number): number {
  const magnitude = coefficient > 0 ? coefficient : -coefficient & 0x1fff;
  const exponent = bitLength(magnitude) - 6;
  const mantissa = magnitude === 0 ? 32 : exponent >= 0 ? magnitude >> exponent : magnitude << -exponent;
  const shift = exponent + ((float >> 6) & 15) - 13;
  const product = (mantissa * (float & 63) + 0x30) >> 4;
  const value = shift >= 0 ? (product << shift) & 0x7fff : product >> -shift;
  return (coefficient ^ float) < 0 ? -value : value;
}

/** A number in the floating form: exponent of 4 bits, mantissa of 6, negative ones less 1024 (FLOATA, FLOATB). */
function floating(value: number): number {
  if (value === 0) return 0x20;
  const magnitude = Math.abs(value);
  const exponent = bitLength(magnitude);
  return (exponent << 6) + ((magnitude << 6) >> exponent) - (value < 0 ? 0x400 : 0);
}

/** What encoder and decoder share; both move it on with the same codes. */
class Predictor {
  /** Slow and fast scale factor. */
  private yl = 34_816;
  private yu = 544;
  private dms = 0;
  private dml = 0;
  private ap = 0;
  private readonly a = [0, 0];
  private readonly b = [0, 0, 0, 0, 0, 0];
  private readonly pk = [0, 0];
  private readonly dq = [32, 32, 32, 32, 32, 32];
  private readonly sr = [32, 32];
  private td = 0;

  constructor(
    private readonly bits: G726Bits,
    private readonly table: Table,
  ) {}

  /** Signal estimate of the zeros, of all, and the scale factor for the next sample. */
  estimate(): { sez: number; se: number; y: number } {
    let zeros = 0;
    for (let i = 0; i < 6; i++) zeros += multiplied(this.b[i]! >> 2, this.dq[i]!);
    const poles = multiplied(this.a[1]! >> 2, this.sr[1]!) + multiplied(this.a[0]! >> 2, this.sr[0]!);
    return { sez: zeros >> 1, se: (zeros + poles) >> 1, y: this.scale() };
  }

  private scale(): number {
    if (this.ap >= 256) return this.yu;
    const slow = this.yl >> 6;
    const difference = this.yu - slow;
    const al = this.ap >> 2;
    return slow + (difference > 0 ? (difference * al) >> 6 : (difference * al + 0x3f) >> 6);
  }

  /** Takes a code in; gives the reconstructed sample of 14 bits. */
  take(code: number, { sez, se, y }: { sez: number; se: number; y: number }): number {
    const negative = (code >> (this.bits - 1)) & 1;
    const log = this.table.logs[code]! + (y >> 2);
    const magnitude = log < 0 ? 0 : ((128 + (log & 127)) << 7) >> (14 - ((log >> 7) & 15));
    const difference = negative ? -magnitude : magnitude;
    const sample = se + difference;
    this.update(code, y, magnitude, negative, sample, difference + sez);
    return sample;
  }

  private update(code: number, y: number, magnitude: number, negative: number, sample: number, dqsez: number): void {
    const pk0 = dqsez < 0 ? 1 : 0;
    const whole = this.yl >> 15;
    const threshold = whole > 9 ? 31 << 10 : (32 + ((this.yl >> 10) & 31)) << whole;
    const transition = this.td === 1 && magnitude > (threshold + (threshold >> 1)) >> 1;

    this.yu = Math.min(5120, Math.max(544, y + ((this.table.weights[code]! - y) >> 5)));
    this.yl += this.yu + (-this.yl >> 6);

    let a2 = 0;
    if (transition) {
      this.a.fill(0);
      this.b.fill(0);
    } else {
      a2 = this.adaptPoles(pk0, dqsez);
      this.adaptZeros(magnitude, negative);
    }
    this.dq.copyWithin(1, 0, 5);
    this.dq[0] = magnitude === 0 ? (negative ? -992 : 32) : floating(negative ? -magnitude : magnitude);
    this.sr[1] = this.sr[0]!;
    this.sr[0] = sample <= -32_768 ? -992 : floating(sample);
    this.pk[1] = this.pk[0]!;
    this.pk[0] = pk0;
    this.td = !transition && a2 < -11_776 ? 1 : 0;

    const speed = this.table.speeds[code]!;
    this.dms += (speed - this.dms) >> 5;
    this.dml += ((speed << 2) - this.dml) >> 7;
    const unsteady = y < 1536 || this.td === 1 || Math.abs((this.dms << 2) - this.dml) >= this.dml >> 3;
    this.ap = transition ? 256 : this.ap + ((unsteady ? 0x200 - this.ap : -this.ap) >> 4);
  }

  private adaptPoles(pk0: number, dqsez: number): number {
    const turned = pk0 ^ this.pk[0]!;
    const [a1, before] = [this.a[0]!, this.a[1]!];
    let a2 = before - (before >> 7);
    if (dqsez !== 0) {
      const f = turned ? a1 : -a1;
      a2 += f < -8191 ? -0x100 : f > 8191 ? 0xff : f >> 5;
      const change = pk0 ^ this.pk[1]! ? -0x80 : 0x80;
      a2 = Math.min(12_288, Math.max(-12_288, a2 + change));
    }
    this.a[1] = a2;
    const limit = 15_360 - a2;
    const next = a1 - (a1 >> 8) + (dqsez === 0 ? 0 : turned ? -192 : 192);
    this.a[0] = Math.min(limit, Math.max(-limit, next));
    return a2;
  }

  private adaptZeros(magnitude: number, negative: number): void {
    const leak = this.bits === 5 ? 9 : 8;
    for (let i = 0; i < 6; i++) {
      let value = this.b[i]! - (this.b[i]! >> leak);
      if (magnitude !== 0) value += (negative === 1) === this.dq[i]! < 0 ? 128 : -128;
      this.b[i] = value;
    }
  }
}

/** Bits of a code when a block of `bytes` octets holds `samples` samples; null when that is no G.726. */
export function g726Bits(bytes: number, samples = 320): G726Bits | null {
  const bits = (bytes * 8) / samples;
  return bits === 2 || bits === 3 || bits === 4 || bits === 5 ? bits : null;
}

export class G726Decoder {
  private readonly predictor: Predictor;

  constructor(
    readonly bits: G726Bits,
    private readonly packing: G726Packing = 'little',
  ) {
    this.predictor = new Predictor(bits, TABLES[bits]);
  }

  /** 16-bit samples of a block of codes; bits that fill no code at the end are left. */
  decode(bytes: Uint8Array): Int16Array {
    const count = Math.floor((bytes.length * 8) / this.bits);
    const samples = new Int16Array(count);
    const mask = (1 << this.bits) - 1;
    let held = 0;
    let heldBits = 0;
    let at = 0;
    for (let i = 0; i < count; i++) {
      if (heldBits < this.bits) {
        held = this.packing === 'little' ? held | (bytes[at++]! << heldBits) : (held << 8) | bytes[at++]!;
        heldBits += 8;
      }
      heldBits -= this.bits;
      const code = this.packing === 'little' ? held & mask : (held >> heldBits) & mask;
      held = this.packing === 'little' ? held >> this.bits : held & ((1 << heldBits) - 1);
      const sample = this.predictor.take(code, this.predictor.estimate());
      samples[i] = Math.min(8191, Math.max(-8192, sample)) << 2;
    }
    return samples;
  }
}

export class G726Encoder {
  private readonly predictor: Predictor;
  private readonly table: Table;

  constructor(
    readonly bits: G726Bits,
    private readonly packing: G726Packing = 'little',
  ) {
    this.table = TABLES[bits];
    this.predictor = new Predictor(bits, this.table);
  }

  /** Codes of 16-bit samples; a multiple of eight fills its octets. */
  encode(samples: Int16Array): Uint8Array {
    const bytes = new Uint8Array(Math.ceil((samples.length * this.bits) / 8));
    for (let i = 0; i < samples.length; i++) {
      const estimate = this.predictor.estimate();
      const code = this.codeOf((samples[i]! >> 2) - estimate.se, estimate.y);
      this.predictor.take(code, estimate);
      for (let bit = 0; bit < this.bits; bit++) {
        const at = i * this.bits + bit;
        const value = this.packing === 'little' ? (code >> bit) & 1 : (code >> (this.bits - 1 - bit)) & 1;
        bytes[at >> 3]! |= value << (this.packing === 'little' ? at & 7 : 7 - (at & 7));
      }
    }
    return bytes;
  }

  private codeOf(difference: number, y: number): number {
    const magnitude = Math.abs(difference);
    const exponent = bitLength(magnitude >> 1);
    const log = (exponent << 7) + (((magnitude << 7) >> exponent) & 0x7f) - (y >> 2);
    const { levels } = this.table;
    let level = levels.findIndex((limit) => log < limit);
    if (level < 0) level = levels.length;
    const last = (1 << this.bits) - 1;
    if (difference < 0) return last - level;
    // The smallest positive difference has no code of its own but at 16 kbit/s.
    return level === 0 && this.bits !== 2 ? last : level;
  }
}
