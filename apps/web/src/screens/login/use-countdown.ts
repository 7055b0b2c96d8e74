import { useEffect, useState } from 'react';

/** Seconds that are left, and how to begin again. */
export const useCountdown = (): readonly [leftS: number, begin: (seconds: number) => void] => {
  const [leftS, setLeftS] = useState(0);
  useEffect(() => {
    if (leftS <= 0) return;
    const timer = setTimeout(() => setLeftS(leftS - 1), 1000);
    return () => clearTimeout(timer);
  }, [leftS]);
  return [leftS, setLeftS];
};
