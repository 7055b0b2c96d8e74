import { useSyncExternalStore } from 'react';

/** One timer for everything that ticks, aligned with the second; stops when nobody watches. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

const tick = (): void => {
  now = Date.now();
  for (const listener of listeners) listener();
  timer = setTimeout(tick, 1000 - (now % 1000));
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setTimeout(tick, 1000 - (now % 1000));
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
  };
};

/** UTC ms, anew each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
