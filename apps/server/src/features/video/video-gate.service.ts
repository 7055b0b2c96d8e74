import { ApiError, apiError, ERROR_CODE, type ErrorName } from '@sightline/contract';
import { findUser, type DeviceRecord } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { scopeOf, type Principal } from '../principal.ts';
import { mayWatchVideo, watchableDevice } from './video-access.service.ts';
import type { VideoTicket, VideoTickets } from './video-tickets.ts';

/** Refusals that have nothing to do with rights: the allowance comes back, and then so does the picture. */
const LIMITS: readonly ErrorName[] = ['trafficOverLimit'];

/** Somebody who may watch a camera, at this moment. */
export interface Admission {
  readonly ticket: VideoTicket;
  readonly principal: Principal;
  readonly device: DeviceRecord;
}

/** Lets viewers in by their tickets and asks again, while they watch, whether they still may. */
export class VideoGate {
  /** Tickets for one connection that have had it, until they would have expired anyway. */
  private readonly used = new Map<string, number>();

  constructor(
    private readonly context: AppContext,
    private readonly sessions: Sessions,
    readonly tickets: VideoTickets,
  ) {}

  /** @throws ApiError: 401 for a ticket that opens nothing (any more), else what {@link watchableDevice} refuses with. */
  async admit(text: unknown, use: VideoTicket['use']): Promise<Admission> {
    const ticket = await this.tickets.verify(text, use, Date.now());
    if (!ticket || (use === 'live' && !this.useUp(ticket))) throw apiError('notLoggedIn');
    return await this.check(ticket);
  }

  /** Whether a viewer may go on: null, or why not. */
  async recheck(ticket: VideoTicket): Promise<'permission' | 'limit' | null> {
    try {
      await this.check(ticket);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return endOf(error);
      // The database is away: nobody is cut off for that, and nobody new gets in.
      this.context.logger.warn({ err: error }, 'a viewer could not be checked');
      return null;
    }
  }

  private async check(ticket: VideoTicket): Promise<Admission> {
    const principal = await this.principalOf(ticket);
    if (!principal) throw apiError('notLoggedIn');
    if (!mayWatchVideo(principal)) throw apiError('noPermission');
    const { deviceId, channel } = ticket;
    const device = await this.context.database.scoped(
      scopeOf(principal),
      async (trx) => await watchableDevice(trx, principal, { deviceId, channelId: channel }),
    );
    return { ticket, principal, device };
  }

  private async principalOf(ticket: VideoTicket): Promise<Principal | null> {
    if (ticket.session !== null) {
      const principal = await this.sessions.resolveHash(Buffer.from(ticket.session, 'base64url'));
      return principal?.userId === ticket.userId ? principal : null;
    }
    // A link outlives its session, but not the password that it was made with.
    const user = await findUser(this.context.database.system, ticket.userId);
    if (!user || user.password_changed_at.getTime() > ticket.issuedAtMs) return null;
    return await this.sessions.principalOf(user);
  }

  private useUp(ticket: VideoTicket): boolean {
    const nowMs = Date.now();
    for (const [nonce, expiresAtMs] of this.used) if (expiresAtMs <= nowMs) this.used.delete(nonce);
    if (this.used.has(ticket.nonce)) return false;
    this.used.set(ticket.nonce, ticket.expiresAtMs);
    return true;
  }
}

/** How a viewer's stream ends that is refused with an error. */
export const endOf = (error: ApiError): 'permission' | 'limit' =>
  LIMITS.some((name) => ERROR_CODE[name] === error.code) ? 'limit' : 'permission';
