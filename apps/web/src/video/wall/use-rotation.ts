import { useEffect, useEffectEvent, useState } from 'react';

/** Calls `onStep` every so many seconds while it is on. The first step is taken at once. */
export const useRotation = (seconds: number, onStep: (step: number) => void): readonly [on: boolean, setOn: (on: boolean) => void] => {
  const [on, setOn] = useState(false);
  const step = useEffectEvent(onStep);
  useEffect(() => {
    if (!on) return;
    let count = 0;
    step(count);
    const timer = setInterval(() => step(++count), seconds * 1000);
    return () => clearInterval(timer);
  }, [on, seconds]);
  return [on, setOn];
};
