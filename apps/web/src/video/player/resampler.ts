/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const CROSSINGS = 16;
/** Of half the lower rate: what lies above would fold back. */
const PASS_SHARE = 0.9;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Hann. `at` from -1 to 1. */
const windowAt = (at: number): number => (Math.abs(at) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * at));
const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/**
 * Brings samples from one rate to another (whole numbers of samples a second) with a low pass between them: a windowed sinc, computed once
 * for each place that an outgoing sample can have between incoming ones. Late by {@link CROSSINGS} samples of the lower rate.
 */
export class Resampler {
  private readonly step: number;
  private readonly phases: number;
  private readonly half: number;
  private readonly filters: readonly Float32Array[];
  private held: Float32Array;
  /** Where the next outgoing sample lies: a whole incoming sample of `held`, and so many parts of one. */
  private at: number;
  private phase = 0;

  constructor(fromRate: number, toRate: number) {
    const common = divisor(fromRate, toRate);
    this.step = fromRate / common;
    this.phases = toRate / common;
    const lower = Math.min(fromRate, toRate);
    this.half = Math.ceil((CROSSINGS * fromRate) / lower);
    const pass = (PASS_SHARE * lower) / fromRate;
    this.filters = Array.from({ length: this.phases }, (_, phase) => {
      const filter = Float32Array.from({ length: 2 * this.half + 1 }, (__, i) => {
        const distance = i - this.half - phase / this.phases;
        return pass * sinc(pass * distance) * windowAt(distance / (this.half + 1));
      });
      // Silence stays silence and a level stays that level, in each of the places.
      const sum = filter.reduce((all, value) => all + value, 0);
      return filter.map((value) => value / sum);
    });
    this.held = new Float32Array(this.half);
    this.at = this.half;
  }

  /** Takes what came and gives what can be said of it so far. */
  push(samples: Float32Array): Float32Array<ArrayBuffer> {
    const input = new Float32Array(this.held.length + samples.length);
    input.set(this.held);
    input.set(samples, this.held.length);
    const out: number[] = [];
    while (this.at + this.half < input.length) {
      const filter = this.filters[this.phase]!;
      const first = this.at - this.half;
      let sum = 0;
      for (let i = 0; i < filter.length; i++) sum += input[first + i]! * filter[i]!;
      out.push(sum);
      this.phase += this.step;
      this.at += Math.floor(this.phase / this.phases);
      this.phase %= this.phases;
    }
    // At high rates the next sample may lie behind everything that has come.
    const keepFrom = Math.min(input.length, Math.max(0, this.at - this.half));
    this.held = input.slice(keepFrom);
    this.at -= keepFrom;
    return Float32Array.from(out);
  }
}
