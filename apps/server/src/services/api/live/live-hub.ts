import { encodeLiveDelta, type LiveEntry } from '@sightline/contract';
import type { LiveDirectory, LiveUpdate } from './live-directory.ts';
import { isLimited, maySee, Subscriptions, type Subscription, type Visibility } from './subscriptions.ts';

/** A browser as the hub sees it. */
export interface LiveClient {
  /** Which devices it may see. */
  readonly visibility: Visibility;
  /** It has not taken what was sent: it gets nothing more until it has, and then only what is newest. */
  isBehind(): boolean;
  sendDelta(bytes: Uint8Array): void;
  sendDeviceChanged(deviceId: string): void;
}

interface ClientState {
  /** Devices whose newest value has not been sent; at most the devices of the subscription. */
  readonly pending: Set<number>;
}

/**
 * Spreads the newest state of changed devices over the browsers that want it. Browsers with the same customer share one
 * message, made once. Nothing is kept for a slow browser but the keys of the devices that changed.
 */
export class LiveHub<C extends LiveClient> {
  private readonly subscriptions = new Subscriptions<C>();
  private readonly states = new Map<C, ClientState>();
  private readonly dirty = new Set<number>();

  constructor(private readonly directory: LiveDirectory) {}

  subscribe(client: C, subscription: Subscription): void {
    this.subscriptions.set(client, subscription);
    this.states.set(client, { pending: new Set() });
  }

  unsubscribe(client: C): void {
    this.subscriptions.clear(client);
    this.states.delete(client);
  }

  update(state: LiveUpdate): void {
    if (this.directory.update(state)) this.dirty.add(state.deviceKey);
  }

  /** Reads everything anew, for when changes may have been missed, and tells what is newer. */
  async reload(): Promise<void> {
    for (const key of await this.directory.load()) this.dirty.add(key);
  }

  /** Devices that fell silent are told like any other change. */
  expire(nowMs: number): void {
    for (const key of this.directory.expire(nowMs)) this.dirty.add(key);
  }

  /** Reads devices anew and tells those who saw them before or see them now. */
  async devicesChanged(deviceIds: readonly string[]): Promise<void> {
    for (const { deviceId, places } of await this.directory.refresh(deviceIds)) {
      const told = new Set<C>();
      for (const device of places) {
        this.subscriptions.forEachGroup(device, (group) => {
          for (const client of group) if (maySee(client.visibility, device)) told.add(client);
        });
      }
      for (const client of told) client.sendDeviceChanged(deviceId);
    }
  }

  /** One round of updates. */
  flush(nowMs: number): void {
    const groups = new Map<ReadonlySet<C>, number[]>();
    for (const key of this.dirty) {
      const device = this.directory.device(key);
      if (!device) continue;
      this.subscriptions.forEachGroup(device, (group) => {
        const keys = groups.get(group);
        if (keys) keys.push(key);
        else groups.set(group, [key]);
      });
    }
    this.dirty.clear();

    for (const [group, keys] of groups) {
      let shared: Uint8Array | null = null;
      for (const client of group) {
        const { pending } = this.states.get(client)!;
        const upToDate = pending.size === 0 && !client.isBehind();
        const sharesMessage = this.subscriptions.isCustomer(client) && !isLimited(client.visibility);
        if (upToDate && sharesMessage) client.sendDelta((shared ??= encodeLiveDelta(nowMs, this.entries(keys))));
        else for (const key of keys) pending.add(key);
      }
    }
    for (const [client, { pending }] of this.states) {
      if (pending.size === 0 || client.isBehind()) continue;
      const entries = this.entries([...pending].filter((key) => this.isVisible(client, key)));
      pending.clear();
      if (entries.length > 0) client.sendDelta(encodeLiveDelta(nowMs, entries));
    }
  }

  private entries(keys: readonly number[]): LiveEntry[] {
    return keys.map((key) => this.directory.entry(key)).filter((e) => e !== undefined);
  }

  /** A device may have moved out of the client's scope since it was subscribed or became pending. */
  private isVisible(client: C, key: number): boolean {
    const device = this.directory.device(key);
    return device !== undefined && maySee(client.visibility, device);
  }
}
