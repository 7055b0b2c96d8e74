import {
  ApiError,
  decodeLiveDelta,
  type LiveDelta,
  type LiveEntry,
  type LiveMotion,
  type LiveSnapshot,
  type LiveAcc,
} from '@sightline/contract';
import { NO_ALARM } from '@sightline/domain';
import { create } from 'zustand';
import { DeltaQueue } from './delta-queue.ts';
import { useConnectionState, type LiveConnection } from './live-connection.ts';
import type { LiveStateStore } from './live-store.ts';
import type { FeedState, FromWorker } from './worker-messages.ts';

/** What the screens show of the connection; the values themselves are in the store. */
export interface FeedView {
  readonly state: FeedState;
  /** The snapshot is on screen. */
  readonly loaded: boolean;
  readonly error: unknown;
  /** UTC ms of the last sign of life. */
  readonly freshMs: number;
}

const IDLE: FeedView = { state: 'connecting', loaded: false, error: null, freshMs: 0 };
export const useFeedView = create<FeedView>()(() => IDLE);

export interface FeedSource {
  readonly connection: LiveConnection;
  readonly loadSnapshot: (customerId: string, signal: AbortSignal) => Promise<LiveSnapshot>;
}

const SWEEP_MS = 5000;
/** Several devices are often changed together; one new snapshot serves them all. */
const RELOAD_AFTER_MS = 2000;

/** A snapshot's columns as single entries for the store. */
export function* entriesOf(snapshot: LiveSnapshot): Generator<LiveEntry> {
  const offlineBefore = snapshot.serverTimeMs - snapshot.onlineTimeoutS * 1000;
  for (let i = 0; i < snapshot.key.length; i++) {
    const lastContactMs = snapshot.lastContactMs[i] ?? 0;
    yield {
      key: snapshot.key[i] ?? -1,
      fixTimeMs: snapshot.fixTimeMs[i] ?? 0,
      lastContactMs,
      lat: snapshot.lat[i] ?? null,
      lon: snapshot.lon[i] ?? null,
      speedKph: snapshot.speedKph[i] ?? null,
      course: snapshot.course[i] ?? null,
      motion: (snapshot.motion[i] ?? 2) as LiveMotion,
      acc: (snapshot.acc[i] ?? 2) as LiveAcc,
      online: lastContactMs >= offlineBefore,
      alarm: snapshot.alarm[i] ?? NO_ALARM,
    };
  }
}

/**
 * Keeps the store of one customer up to date: subscribes first, then reads the snapshot, and holds back the updates that
 * come in between, so that none is lost. A new connection reads the snapshot again.
 */
export class LiveFeed {
  private stopListening: (() => void) | null = null;
  private customerId: string | null = null;
  private loading: AbortController | null = null;
  private held: LiveDelta[] | null = null;
  private sweep: ReturnType<typeof setInterval> | undefined;
  private reload: ReturnType<typeof setTimeout> | undefined;
  private serverAheadMs = 0;
  private onlineTimeoutS = Infinity;

  private readonly store: LiveStateStore;
  private readonly source: FeedSource;
  private readonly queue: DeltaQueue;

  constructor(store: LiveStateStore, source: FeedSource) {
    this.store = store;
    this.queue = new DeltaQueue(store);
    this.source = source;
  }

  /** Shows a customer with everything below it. Devices of both the former and the new one keep their values. */
  watch(customerId: string): void {
    if (customerId === this.customerId) return;
    this.customerId = customerId;
    this.hold();
    useFeedView.setState({ loaded: false, error: null, state: useConnectionState.getState().state });
    this.stopListening ??= this.source.connection.listen((message) => this.receive(message));
    this.sweep ??= setInterval(() => this.store.expire(Date.now() + this.serverAheadMs - this.onlineTimeoutS * 1000), SWEEP_MS);
    this.source.connection.subscribe({ customerId, subsumption: true });
  }

  /** Connects anew, after the connection gave up or when a person asks for it. */
  connect(): void {
    if (this.customerId === null) return;
    this.hold();
    this.source.connection.connect();
  }

  /** Wants no positions any more; the connection stays. */
  stop(): void {
    this.loading?.abort();
    clearInterval(this.sweep);
    this.sweep = undefined;
    clearTimeout(this.reload);
    this.stopListening?.();
    this.stopListening = null;
    if (this.source.connection.isOpen) this.source.connection.subscribe(null);
    this.customerId = null;
    this.held = null;
    this.queue.clear();
    this.store.setRoster([]);
    useFeedView.setState(IDLE);
  }

  private hold(): void {
    this.held ??= [];
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case 'state':
        useFeedView.setState({ state: message.state });
        if (message.state !== 'live') this.hold();
        // Without a socket the snapshot is still worth seeing, marked as not up to date.
        if (message.state === 'retrying' && !useFeedView.getState().loaded && this.loading === null) void this.load();
        return;
      case 'subscribed':
        void this.load();
        return;
      case 'refused':
        useFeedView.setState({ error: new ApiError(message.code) });
        return;
      case 'delta': {
        const delta = decodeLiveDelta(message.message);
        if (delta === null) return;
        if (this.held !== null) this.held.push(delta);
        else this.queue.push(delta);
        useFeedView.setState({ freshMs: Date.now() });
        return;
      }
      case 'deviceChanged':
        clearTimeout(this.reload);
        this.reload = setTimeout(() => void this.load(), RELOAD_AFTER_MS);
        return;
      default:
    }
  }

  private async load(): Promise<void> {
    const { customerId } = this;
    if (customerId === null) return;
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    this.hold();
    try {
      const snapshot = await this.source.loadSnapshot(customerId, loading.signal);
      if (loading.signal.aborted) return;
      this.show(snapshot);
      useFeedView.setState({ loaded: true, error: null, freshMs: Date.now() });
    } catch (error) {
      if (!loading.signal.aborted) useFeedView.setState({ error });
    } finally {
      if (this.loading === loading) this.loading = null;
    }
  }

  private show(snapshot: LiveSnapshot): void {
    this.serverAheadMs = snapshot.serverTimeMs - Date.now();
    this.onlineTimeoutS = snapshot.onlineTimeoutS;
    this.store.setRoster(
      snapshot.key.map((key, i) => ({
        key,
        deviceId: snapshot.id[i] ?? '',
        name: snapshot.name[i] || (snapshot.id[i] ?? ''),
        customerId: snapshot.customers[snapshot.customer[i] ?? -1]?.id ?? '',
        icon: snapshot.icons[snapshot.icon[i] ?? -1] ?? '',
        // Its licence has ended, or opens no tracking any more.
        hasNoPlace: snapshot.lat[i] === null,
      })),
    );
    this.store.applyEntries(entriesOf(snapshot));
    // What came before the snapshot was asked for is in it.
    this.queue.clear();
    for (const delta of this.held ?? []) this.store.applyDelta(delta);
    this.held = null;
  }
}
