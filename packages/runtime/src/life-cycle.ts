/** A part of the server that can be stopped. Stops must be idempotent and finish on their own. */
export interface Service {
  readonly name: string;
  stop(): Promise<void>;
}

/** Stops services in the reverse order of their start; a failure is reported and does not keep the others running. */
export class LifeCycle {
  private readonly running: Service[] = [];
  private stopping: Promise<void> | null = null;

  constructor(private readonly onError: (service: string, error: unknown) => void) {}

  add<T extends Service>(service: T): T {
    this.running.push(service);
    return service;
  }

  stop(): Promise<void> {
    this.stopping ??= (async () => {
      for (const service of this.running.splice(0).reverse()) {
        try {
          await service.stop();
        } catch (error) {
          this.onError(service.name, error);
        }
      }
    })();
    return this.stopping;
  }
}
