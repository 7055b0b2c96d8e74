import { useRef, useState } from 'react';
import { describeError } from '../../api/describe-error.ts';

export interface Saved<T> {
  /** What stands in the field: the value on its way, else the one that is kept. */
  readonly value: T;
  readonly saving: boolean;
  /** Words of what went wrong with the last choice. */
  readonly problem: string | null;
  /** There is something to take back. */
  readonly mayUndo: boolean;
  readonly choose: (value: T) => void;
  readonly undo: () => void;
}

/** A setting that is saved as soon as it is chosen and can be taken back. A choice while another is on its way follows it. */
export const useSaved = <T>(kept: T, save: (value: T) => Promise<unknown>): Saved<T> => {
  const [pending, setPending] = useState<{ readonly value: T } | null>(null);
  const [before, setBefore] = useState<{ readonly value: T } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const newest = useRef<object | null>(null);
  const start = (value: T, former: { readonly value: T } | null): void => {
    const own = { value };
    newest.current = own;
    setPending(own);
    setProblem(null);
    running.current = running.current
      .then(() => save(value))
      .then(
        () => setBefore(former),
        (error: unknown) => setProblem(describeError(error).text),
      )
      .then(() => {
        if (newest.current === own) setPending(null);
      });
  };
  const value = pending === null ? kept : pending.value;
  return {
    value,
    saving: pending !== null,
    problem,
    mayUndo: before !== null && pending === null,
    choose: (next) => {
      if (next !== value) start(next, { value: before !== null && pending !== null ? before.value : kept });
    },
    undo: () => {
      if (before !== null) start(before.value, null);
    },
  };
};
