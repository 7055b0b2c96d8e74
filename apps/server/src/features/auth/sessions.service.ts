import { createHash, randomBytes } from 'node:crypto';
import {
  customerLineage,
  findCustomer,
  findSession,
  findUser,
  insertSession,
  limitsOfUser,
  revokeSession,
  revokeUserSessions,
  touchSession,
  type Database,
  type UserRecord,
} from '@sightline/db';
import { unitChoiceOf } from '@sightline/domain';
import type { BusTopics, EventBus } from '@sightline/runtime';
import { LRUCache } from 'lru-cache';
import { chosenMediaNodes } from './media-nodes.service.ts';
import { effectivePermissions } from './permissions.service.ts';
import { isConcerned, type Principal } from '../principal.ts';
import { settingsOf } from '../users/user-settings.service.ts';

const DAY_MS = 86_400_000;
/** A session ends this long after its last use ... */
const IDLE_MS = DAY_MS;
/** ... and this long after sign-in at the latest. */
const ABSOLUTE_MS = 30 * DAY_MS;
/** The end is moved at most this often: a write a minute and session, not a write a call. */
const TOUCH_MS = 60_000;
/** How long a change made by another process may stay unseen. */
const CACHE_MS = 30_000;
const CACHED_SESSIONS = 20_000;

/** 256 random bits as text. */
export const newToken = (): string => randomBytes(32).toString('base64url');
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

interface CachedSession {
  readonly principal: Principal;
  readonly hash: Buffer;
  readonly createdAtMs: number;
  touchedAtMs: number;
}

export interface IssuedSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Opaque tokens: stored hashed, found through a cache, ended at once. */
export class Sessions {
  private readonly cache = new LRUCache<string, CachedSession>({ max: CACHED_SESSIONS, ttl: CACHE_MS });
  private readonly unsubscribe: () => void;
  /** Counts invalidations: what was read before one must not be cached after it. */
  private generation = 0;

  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly now: () => number = Date.now,
  ) {
    this.unsubscribe = bus.subscribe('principal.changed', (change) => this.forget(change));
  }

  /** The principal of a token, or null when it is unknown, ended, or its user or customer was stopped. Moves the end. */
  async resolve(token: string): Promise<Principal | null> {
    return await this.resolveHash(tokenHash(token));
  }

  /** The same of a token that is known by its hash: what goes on with a session in its name. */
  async resolveHash(hash: Buffer): Promise<Principal | null> {
    const key = hash.toString('base64');
    let cached = this.cache.get(key);
    if (!cached) {
      const { generation } = this;
      const session = await findSession(this.database.system, hash);
      if (!session || session.createdAt.getTime() + ABSOLUTE_MS <= this.now()) return null;
      const user = await findUser(this.database.system, session.userId);
      const found = user && (await this.principalOf(user));
      if (!found) return null;
      // Somebody from above has signed in as himself.
      const principal = session.enteredBy === null ? found : { ...found, twoFactorMissing: false };
      cached = { principal, hash, createdAtMs: session.createdAt.getTime(), touchedAtMs: session.lastUsedAt.getTime() };
      if (generation === this.generation) this.cache.set(key, cached);
    }
    const now = this.now();
    if (now - cached.touchedAtMs >= TOUCH_MS) {
      cached.touchedAtMs = now;
      await touchSession(this.database.system, hash, new Date(Math.min(now + IDLE_MS, cached.createdAtMs + ABSOLUTE_MS)));
    }
    return cached.principal;
  }

  /** What a user may, from the database; null when the user or a customer above is not active. */
  async principalOf(user: UserRecord): Promise<Principal | null> {
    if (user.status !== 'active') return null;
    const customer = await findCustomer(this.database.system, user.customer_id);
    if (!customer) return null;
    const lineage = await customerLineage(this.database.system, customer.path);
    if (lineage.some((c) => c.status !== 'active')) return null;
    // Only ordinary users are forced, and only where their customer asks for it.
    const days = user.user_type === 3 ? customer.force_password_days : null;
    const platform = user.user_type === 1 && customer.parent_id === null;
    const limits = user.customer_limited || user.device_limited ? await limitsOfUser(this.database.system, user.id) : null;
    return {
      userId: user.id,
      account: user.account,
      userName: user.name,
      userType: user.user_type,
      customerId: customer.id,
      customerName: customer.name,
      customerPath: customer.path,
      customerType: customer.customer_type,
      platform,
      demo: user.demo,
      language: user.language,
      timezone: user.timezone,
      units: unitChoiceOf(settingsOf(user)),
      permissions: effectivePermissions({ userMenuIds: user.menu_ids, lineage }),
      passwordMustChange: days !== null && !user.demo && this.now() - user.password_changed_at.getTime() > days * DAY_MS,
      twoFactorMissing: customer.two_factor_required && user.two_factor_at === null && !user.demo,
      limits: user.customer_limited ? (user.device_limited ? 'both' : 'customer') : user.device_limited ? 'device' : 'none',
      customerPaths: limits && user.customer_limited ? limits.customerPaths : null,
      deviceKeys: limits && user.device_limited ? new Set(limits.deviceKeys) : null,
      mediaNodes: chosenMediaNodes(user, lineage),
    };
  }

  /** What a user may when it signs in, whether or not it could at the moment; null when its customer is gone. */
  async permissionsOf(user: UserRecord): Promise<ReadonlySet<string> | null> {
    const customer = await findCustomer(this.database.system, user.customer_id);
    if (!customer) return null;
    return effectivePermissions({ userMenuIds: user.menu_ids, lineage: await customerLineage(this.database.system, customer.path) });
  }

  /** Begins a session; with single login it ends the user's others. `enteredBy`: the account above that goes on as this user. */
  async issue(
    user: Pick<UserRecord, 'id' | 'concurrent_login'>,
    remote: string | null,
    agent: string | null,
    enteredBy: string | null = null,
  ): Promise<IssuedSession> {
    const token = newToken();
    const expiresAt = new Date(this.now() + IDLE_MS);
    const hash = tokenHash(token);
    await this.database.system.transaction().execute(async (trx) => {
      await insertSession(trx, { hash, userId: user.id, expiresAt, remote, agent: agent?.slice(0, 200) ?? null, enteredBy });
      if (!user.concurrent_login) await revokeUserSessions(trx, user.id, hash);
    });
    if (!user.concurrent_login) this.bus.publish('principal.changed', { userId: user.id });
    return { token, expiresAt };
  }

  async revoke(token: string): Promise<void> {
    const hash = tokenHash(token);
    const userId = this.cache.get(hash.toString('base64'))?.principal.userId ?? (await findSession(this.database.system, hash))?.userId;
    await revokeSession(this.database.system, hash);
    if (userId !== undefined) this.bus.publish('principal.changed', { userId });
  }

  /** Ends all sessions of a user but the one of `keep`. */
  async revokeOthers(userId: string, keep: string | null): Promise<void> {
    await revokeUserSessions(this.database.system, userId, keep === null ? null : tokenHash(keep));
    this.bus.publish('principal.changed', { userId });
  }

  close(): void {
    this.unsubscribe();
  }

  private forget(change: BusTopics['principal.changed']): void {
    this.generation++;
    for (const [key, entry] of this.cache.entries()) if (isConcerned(entry.principal, change)) this.cache.delete(key);
  }
}
