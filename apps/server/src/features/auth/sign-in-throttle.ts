import { LRUCache } from 'lru-cache';

export interface ThrottleLimits {
  readonly windowMs: number;
  /** Wrong passwords of one account from one address. */
  readonly perPair: number;
  /** Of one account from everywhere: higher, so that a stranger cannot lock somebody out from one address. */
  readonly perAccount: number;
  readonly perAddress: number;
  /** From this failure of a pair on, answers are delayed: `delayStepMs`, doubled each time, at most `delayMaxMs`. */
  readonly delayFrom: number;
  readonly delayStepMs: number;
  readonly delayMaxMs: number;
}

export const DEFAULT_THROTTLE: ThrottleLimits = {
  windowMs: 15 * 60_000,
  perPair: 10,
  perAccount: 100,
  perAddress: 50,
  delayFrom: 4,
  delayStepMs: 250,
  delayMaxMs: 4000,
};

export type ThrottleVerdict =
  | { readonly allowed: true; readonly delayMs: number }
  | { readonly allowed: false; readonly retryAfterS: number };

interface Count {
  failures: number;
  readonly since: number;
}

const keysOf = (account: string | null, address: string): string[] => [
  ...(account === null ? [] : [`p ${address} ${account}`, `n ${account}`]),
  `a ${address}`,
];

/** Counts wrong passwords by account, by address and by both. Memory is bounded; a restart forgets. */
export class SignInThrottle {
  private readonly counts: LRUCache<string, Count>;

  constructor(
    private readonly limits: ThrottleLimits = DEFAULT_THROTTLE,
    private readonly now: () => number = Date.now,
  ) {
    this.counts = new LRUCache({ max: 50_000 });
  }

  /** `account` null, here and below: nobody has been named yet, and the address alone counts. */
  check(account: string | null, address: string): ThrottleVerdict {
    const { limits } = this;
    const pair = account === null ? undefined : this.get(`p ${address} ${account}`);
    const over = [
      [pair, limits.perPair],
      [account === null ? undefined : this.get(`n ${account}`), limits.perAccount],
      [this.get(`a ${address}`), limits.perAddress],
    ] as const;
    for (const [count, limit] of over) {
      if (count && count.failures >= limit) {
        return { allowed: false, retryAfterS: Math.max(1, Math.ceil((count.since + limits.windowMs - this.now()) / 1000)) };
      }
    }
    const beyond = (pair?.failures ?? 0) - limits.delayFrom;
    return { allowed: true, delayMs: beyond < 0 ? 0 : Math.min(limits.delayMaxMs, limits.delayStepMs * 2 ** beyond) };
  }

  /** Counts a failure; call it before the slow check of the password and {@link succeeded} after a right one. */
  failed(account: string | null, address: string): void {
    for (const key of keysOf(account, address)) {
      const count = this.get(key);
      if (count) count.failures++;
      else this.counts.set(key, { failures: 1, since: this.now() });
    }
  }

  /** Takes back the failure that was counted in advance, and forgets the pair. */
  succeeded(account: string, address: string): void {
    this.counts.delete(`p ${address} ${account}`);
    for (const key of [`n ${account}`, `a ${address}`]) {
      const count = this.get(key);
      if (count) count.failures--;
    }
  }

  /** Takes back a failure that was counted in advance and was none, leaving the others as they are. */
  withdrawn(account: string | null, address: string): void {
    for (const key of keysOf(account, address)) {
      const count = this.get(key);
      if (count) count.failures--;
    }
  }

  private get(key: string): Count | undefined {
    const count = this.counts.get(key);
    if (count && this.now() - count.since >= this.limits.windowMs) {
      this.counts.delete(key);
      return undefined;
    }
    return count;
  }
}
