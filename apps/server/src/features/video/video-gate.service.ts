import { ApiError, apiError, ERROR_CODE, type ErrorName } from '@sightline/contract';
import type { TalkEnd } from '@sightline/domain';
import {
  beginCameraLook,
  findUser,
  freeTalkLine,
  keepTalkLine,
  takeTalkLine,
  type LookKind,
  type TalkLine,
  type WatchedDevice,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import { scopeOf, type Principal } from '../principal.ts';
import type { MediaNodes } from './media-nodes.service.ts';
import { mayWatchVideo, playableDevice, watchableDevice } from './video-access.service.ts';
import type { VideoTicket, VideoTickets } from './video-tickets.ts';

/** Refusals that have nothing to do with rights: the allowance comes back, and then so does the picture. */
const LIMITS: readonly ErrorName[] = ['trafficOverLimit'];
const LOOK_KINDS = { live: 'live', replay: 'replay', flv: 'link', talk: 'talk', clip: 'clip' } as const;
const RIGHTS = { live: 'live', replay: 'recordings', flv: 'live', talk: 'live', clip: 'clips' } as const;

/** Somebody who may watch a camera, at this moment. */
export interface Admission {
  readonly ticket: VideoTicket;
  readonly principal: Principal;
  readonly device: WatchedDevice;
  /** Of its row in the log. */
  readonly lookId: string;
  /** Of a talk; to be kept while it lasts, and freed. */
  readonly line: TalkLine | null;
}

/** Lets viewers in by their tickets and asks again, while they watch, whether they still may. */
export class VideoGate {
  constructor(
    private readonly context: AppContext,
    private readonly sessions: Sessions,
    readonly tickets: VideoTickets,
    private readonly nodes: MediaNodes,
  ) {}

  /**
   * Writes down that somebody begins to look, or to talk; a talk has the line to its device from here on.
   *
   * @throws ApiError: 401 for a ticket that opens nothing (any more), 20020 while another talk has the line, else what
   * {@link watchableDevice} refuses with.
   */
  async admit(text: unknown, use: VideoTicket['use'], remote: string | null): Promise<Admission> {
    const ticket = await this.tickets.verify(text, use, Date.now());
    // A ticket is for one node: what another one shows is not known here.
    if (ticket?.node !== this.nodes.own) throw apiError('notLoggedIn');
    return await this.begin(ticket, remote);
  }

  /** Likewise for a clip that is taken here. @throws ApiError */
  async admitClip(ticket: VideoTicket): Promise<Admission> {
    return await this.begin(ticket, null);
  }

  /** Likewise for a clip that the camera brings: that disturbs nobody who plays a recording. @throws ApiError */
  async admitUpload(ticket: VideoTicket): Promise<Admission> {
    const { principal, device } = await this.check(ticket);
    // It is tried again by playing where that is wanted, with the ticket that opens once.
    const lookId = await this.beginLook({ ...ticket, nonce: null }, principal, device, 'upload', null);
    return { ticket, principal, device, lookId: lookId!, line: null };
  }

  private async begin(ticket: VideoTicket, remote: string | null): Promise<Admission> {
    const { use } = ticket;
    const { principal, device } = await this.check(ticket, use === 'replay' || use === 'clip');
    const line = use === 'talk' ? { deviceKey: device.key, nonce: ticket.nonce } : null;
    if (line && !(await takeTalkLine(this.context.database.system, line, device.customer_id)))
      throw apiError('channelBusy', { deviceId: device.id });
    const lookId = await this.beginLook(use === 'flv' ? { ...ticket, nonce: null } : ticket, principal, device, LOOK_KINDS[use], remote);
    // A ticket opens one connection.
    if (lookId === null) {
      if (line) await this.freeLine(line);
      throw apiError('notLoggedIn');
    }
    return { ticket, principal, device, lookId, line };
  }

  /** Null for a nonce that has been used; without one it may be used again. */
  private async beginLook(
    { nonce, channel, stream }: Pick<VideoTicket, 'channel' | 'stream'> & { readonly nonce: string | null },
    principal: Principal,
    device: WatchedDevice,
    kind: LookKind,
    remote: string | null,
  ): Promise<string | null> {
    return await beginCameraLook(this.context.database.system, {
      nonce,
      device,
      channel,
      kind,
      stream,
      userId: principal.userId,
      account: principal.account,
      fromAbove: device.customer_id !== principal.customerId,
      remote,
      node: this.nodes.own,
    });
  }

  /** Whether the line to a device is still that of this talk. While the database is away it is taken to be. */
  async keepLine(line: TalkLine): Promise<boolean> {
    return await keepTalkLine(this.context.database.system, line).catch((error: unknown) => {
      this.context.logger.warn({ err: error }, 'the line of a talk could not be kept');
      return true;
    });
  }

  /** What cannot be freed is so by itself, some seconds later. */
  async freeLine(line: TalkLine): Promise<void> {
    await freeTalkLine(this.context.database.system, line).catch((error: unknown) =>
      this.context.logger.warn({ err: error }, 'the line of a talk could not be freed'),
    );
  }

  /** Whether a viewer may go on: null, or why not. */
  async recheck(ticket: VideoTicket): Promise<TalkEnd | null> {
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

  /** `begins`: a recording is not being played yet. */
  private async check(ticket: VideoTicket, begins = false): Promise<Pick<Admission, 'principal' | 'device'>> {
    const principal = await this.principalOf(ticket);
    if (!principal) throw apiError('notLoggedIn');
    if (!mayWatchVideo(principal, RIGHTS[ticket.use])) throw apiError('noPermission');
    if (ticket.use === 'talk' && principal.demo) throw apiError('demoMode');
    const { deviceId, channel } = ticket;
    const camera = { deviceId, channelId: channel };
    const device = await this.context.database.scopedRead(scopeOf(principal), async (trx) => {
      if (!begins) return await watchableDevice(trx, principal, camera);
      const playable = await playableDevice(trx, principal, camera);
      // The user's own one before runs elsewhere, where it has to end first: the camera plays one, and knows no difference between their ends.
      if (playable.inUse && this.nodes.isOther(playable.inUse.node)) throw apiError('channelBusy', { deviceId });
      return playable.device;
    });
    return { principal, device };
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
}

/** How a viewer's stream ends that is refused with an error. */
export const endOf = (error: ApiError): TalkEnd =>
  error.code === ERROR_CODE.channelBusy ? 'busy' : LIMITS.some((name) => ERROR_CODE[name] === error.code) ? 'limit' : 'permission';
