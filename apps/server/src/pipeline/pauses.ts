/** Waits that end early, and for good, when their owner stops. */
export class Pauses {
  private readonly wakers = new Set<() => void>();
  stopped = false;

  wait(ms: number): Promise<void> {
    if (this.stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wakers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wakers.add(done);
    });
  }

  stop(): void {
    this.stopped = true;
    for (const wake of this.wakers) wake();
  }
}
