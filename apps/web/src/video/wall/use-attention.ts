import { useCallback, useEffect, useRef, useState } from 'react';

/** Without a touch for so long a wall asks whether somebody is there. */
export const ASK_AFTER_MS = 10 * 60_000;
/** And ends what runs when nobody answers. */
export const ANSWER_WITHIN_MS = 60_000;

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

export interface Attention {
  /** When the wall stops if nobody answers; `null`: no question is open. */
  readonly untilMs: number | null;
  readonly goOn: () => void;
}

/**
 * Watches whether a person is at the wall while something plays. A question, once asked, is answered by its own button only: a mouse that is
 * knocked is no answer. `onNobody` is called when the time to answer is over.
 */
export const useAttention = (playing: boolean, onNobody: () => void): Attention => {
  const [untilMs, setUntilMs] = useState<number | null>(null);
  const touchedMs = useRef(0);
  const goOn = useCallback(() => {
    touchedMs.current = Date.now();
    setUntilMs(null);
  }, []);

  useEffect(() => {
    if (!playing || untilMs !== null) return;
    touchedMs.current = Date.now();
    const touch = (): void => {
      touchedMs.current = Date.now();
    };
    for (const name of TOUCHES) window.addEventListener(name, touch, { passive: true });
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const restMs = touchedMs.current + ASK_AFTER_MS - Date.now();
      if (restMs <= 0) setUntilMs(Date.now() + ANSWER_WITHIN_MS);
      else timer = setTimeout(look, restMs);
    };
    timer = setTimeout(look, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      for (const name of TOUCHES) window.removeEventListener(name, touch);
    };
  }, [playing, untilMs]);

  useEffect(() => {
    if (untilMs === null) return;
    const timer = setTimeout(() => {
      setUntilMs(null);
      onNobody();
    }, untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [untilMs, onNobody]);

  return { untilMs: playing ? untilMs : null, goOn };
};
