import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A reference that always holds the value of the last render: for listeners that must not be put up anew each time. */
export const useLatest = <T>(value: T): RefObject<T> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
