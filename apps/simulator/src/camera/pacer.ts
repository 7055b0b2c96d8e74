/** Later than this and the time that was missed is left out instead of caught up with, ms. */
const GIVE_UP_MS = 500;

/** Calls `step` soon and then every `periodMs()` ms (asked after each step), without drift. The returned function ends it. */
export function paced(periodMs: () => number, step: () => void): () => void {
  let dueMs = performance.now();
  let ended = false;
  const run = (): void => {
    step();
    if (ended) return;
    const now = performance.now();
    dueMs = now - dueMs > GIVE_UP_MS ? now : dueMs + periodMs();
    timer = setTimeout(run, Math.max(0, dueMs - now));
  };
  let timer = setTimeout(run, 0);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
