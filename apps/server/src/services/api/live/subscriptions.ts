import { isWithin, pathIds } from '@sightline/domain';
import type { DirectoryDevice } from './live-directory.ts';

/** What a socket wants to see. */
export type Subscription =
  | { readonly kind: 'customer'; readonly path: string; readonly subsumption: boolean }
  | { readonly kind: 'devices'; readonly keys: ReadonlySet<number> };

/**
 * Who wants to hear of a device. Customer subscriptions are found by walking up the device's path, so the cost of an
 * update is the depth of the tree and not the number of browsers.
 */
export class Subscriptions<S> {
  private readonly subtree = new Map<string, Set<S>>();
  private readonly exact = new Map<string, Set<S>>();
  private readonly byDevice = new Map<number, Set<S>>();
  private readonly current = new Map<S, Subscription>();

  set(subscriber: S, subscription: Subscription): void {
    this.clear(subscriber);
    this.current.set(subscriber, subscription);
    if (subscription.kind === 'customer') add(subscription.subsumption ? this.subtree : this.exact, subscription.path, subscriber);
    else for (const key of subscription.keys) add(this.byDevice, key, subscriber);
  }

  clear(subscriber: S): void {
    const subscription = this.current.get(subscriber);
    if (!subscription) return;
    this.current.delete(subscriber);
    if (subscription.kind === 'customer') remove(subscription.subsumption ? this.subtree : this.exact, subscription.path, subscriber);
    else for (const key of subscription.keys) remove(this.byDevice, key, subscriber);
  }

  /** It wants a customer's devices: all that its groups get lie below that customer. */
  isCustomer(subscriber: S): boolean {
    return this.current.get(subscriber)?.kind === 'customer';
  }

  /** Calls back for each set of subscribers that wants this device. A subscriber is in one of them at most. */
  forEachGroup(device: DirectoryDevice, visit: (group: ReadonlySet<S>) => void): void {
    const exact = this.exact.get(device.customerPath);
    if (exact) visit(exact);
    if (this.subtree.size > 0) {
      let path = '';
      for (const id of pathIds(device.customerPath)) {
        path = path === '' ? id : `${path}.${id}`;
        const group = this.subtree.get(path);
        if (group) visit(group);
      }
    }
    const own = this.byDevice.get(device.key);
    if (own) visit(own);
  }
}

/** What somebody may see: a customer with everything below it, less where the user is held to chosen customers or devices. */
export interface Visibility {
  readonly customerPath: string;
  readonly customerPaths: readonly string[] | null;
  readonly deviceKeys: ReadonlySet<number> | null;
}

export const isLimited = (of: Visibility): boolean => of.customerPaths !== null || of.deviceKeys !== null;

/** The same question that row-level security answers for rows. A device list outlives a move of the device: it is asked for all that is sent. */
export const maySee = (who: Visibility, device: DirectoryDevice): boolean =>
  isWithin(who.customerPath, device.customerPath) &&
  (who.customerPaths === null || who.customerPaths.some((path) => isWithin(path, device.customerPath))) &&
  (who.deviceKeys === null || who.deviceKeys.has(device.key));

function add<K, S>(map: Map<K, Set<S>>, key: K, subscriber: S): void {
  const set = map.get(key);
  if (set) set.add(subscriber);
  else map.set(key, new Set([subscriber]));
}

function remove<K, S>(map: Map<K, Set<S>>, key: K, subscriber: S): void {
  const set = map.get(key);
  if (!set) return;
  set.delete(subscriber);
  if (set.size === 0) map.delete(key);
}
