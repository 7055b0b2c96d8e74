import { useEffect, useState } from 'react';

const SETTLE_MS = 250;

/** The value once it has rested for a moment: questions to the server wait for the end of a word. */
export const useSettled = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
