import type { LiveSubscription } from '@sightline/contract';
import { create } from 'zustand';
import type { FeedState, FromWorker, ToWorker } from './worker-messages.ts';

/** The part of a Worker that the connection uses. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  terminate(): void;
}

export interface ConnectionSource {
  readonly openWorker: () => WorkerPort;
  readonly host: () => string;
  readonly token: () => string | null;
}

/** Whether the server can tell of changes now. */
export const useConnectionState = create<{ readonly state: FeedState }>()(() => ({ state: 'connecting' }));

/** How often to ask for what the server tells of: only while it cannot tell. */
export const useWhileAway = (everyMs: number | undefined): number | undefined =>
  useConnectionState(({ state }) => (state === 'live' ? undefined : everyMs));

/** The one socket of a session, in a worker. Every screen hears what it tells; positions come once somebody has subscribed. */
export class LiveConnection {
  private worker: WorkerPort | null = null;
  private subscription: LiveSubscription | null = null;
  private readonly listeners = new Set<(message: FromWorker) => void>();

  constructor(private readonly source: ConnectionSource) {}

  get isOpen(): boolean {
    return this.worker !== null;
  }

  listen(listener: (message: FromWorker) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  open(): void {
    if (!this.isOpen) this.connect();
  }

  /** Connects anew, after the worker gave up or when a person asks for it. */
  connect(): void {
    const token = this.source.token();
    if (token === null) return;
    if (this.worker === null) {
      this.worker = this.source.openWorker();
      this.worker.onmessage = ({ data }) => this.receive(data);
    }
    this.worker.postMessage({ kind: 'connect', host: this.source.host(), token, subscription: this.subscription });
  }

  /** Replaces what is subscribed to; null: nothing. */
  subscribe(subscription: LiveSubscription | null): void {
    this.subscription = subscription;
    if (this.worker === null) this.connect();
    else this.worker.postMessage({ kind: 'subscribe', subscription });
  }

  close(): void {
    this.worker?.postMessage({ kind: 'close' });
    this.worker?.terminate();
    this.worker = null;
    this.subscription = null;
    useConnectionState.setState({ state: 'connecting' });
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'state') useConnectionState.setState({ state: message.state });
    for (const listener of this.listeners) listener(message);
  }
}
