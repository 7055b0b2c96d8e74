import type { FtpLimits } from './limits.ts';

const WINDOW_MS = 15 * 60_000;
/** Addresses whose wrong passwords are remembered. */
const MAX_ADDRESSES = 20_000;

/** Counts connections and wrong passwords by address. Bounded; a restart forgets. */
export class AddressGuard {
  private readonly open = new Map<string, number>();
  private readonly failures = new Map<string, { count: number; readonly sinceMs: number }>();
  private total = 0;

  constructor(
    private readonly limits: Pick<FtpLimits, 'maxConnections' | 'maxPerAddress' | 'maxAddressFailures'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Whether one more may come from there; then it counts until {@link left}. */
  admit(address: string): boolean {
    const here = this.open.get(address) ?? 0;
    if (this.total >= this.limits.maxConnections || here >= this.limits.maxPerAddress || this.isBarred(address)) return false;
    this.open.set(address, here + 1);
    this.total++;
    return true;
  }

  left(address: string): void {
    const here = this.open.get(address) ?? 0;
    if (here > 1) this.open.set(address, here - 1);
    else this.open.delete(address);
    this.total--;
  }

  failed(address: string): void {
    const known = this.failures.get(address);
    if (known && this.now() - known.sinceMs < WINDOW_MS) {
      known.count++;
      return;
    }
    this.failures.delete(address);
    this.failures.set(address, { count: 1, sinceMs: this.now() });
    for (const oldest of this.failures.keys()) {
      if (this.failures.size <= MAX_ADDRESSES) break;
      this.failures.delete(oldest);
    }
  }

  isBarred(address: string): boolean {
    const known = this.failures.get(address);
    return known !== undefined && this.now() - known.sinceMs < WINDOW_MS && known.count >= this.limits.maxAddressFailures;
  }
}
