import { useState } from 'react';
import { throttledFor } from './throttled.ts';
import { useCountdown } from './use-countdown.ts';

export interface Sending {
  readonly busy: boolean;
  readonly error: unknown;
  /** Seconds to wait before the next try; 0: none. */
  readonly waitS: number;
  /** Runs what a form is for; false when it was refused, which {@link error} or {@link waitS} then tell. */
  readonly send: (work: () => Promise<void>) => Promise<boolean>;
}

/** A call of a form: busy meanwhile, then what it was refused with. While one is under way another is not begun. */
export const useSending = (): Sending => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [waitS, wait] = useCountdown();
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (failure) {
      const seconds = throttledFor(failure);
      if (seconds > 0) wait(seconds);
      else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, waitS, send };
};
