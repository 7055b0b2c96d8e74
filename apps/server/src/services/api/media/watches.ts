import { VIDEO_LIMITS, MEDIA_SOCKET_LIMITS } from '@sightline/contract';
import type { WatchEnd } from '@sightline/domain';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../../context.ts';
import { isConcerned } from '../../../features/principal.ts';
import type { Admission, VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Viewer } from '../../media/ports.ts';
import type { StreamHub } from '../../media/stream-hub.ts';
import { LookLog, type Look } from './look-log.ts';

const SWEEP_MS = 1_000;

export interface WatchLimits {
  /** One look at a camera. */
  readonly watchMs: number;
  /** Between two questions whether a viewer still may. */
  readonly recheckMs: number;
  readonly perUser: number;
}

const DEFAULTS: WatchLimits = {
  watchMs: VIDEO_LIMITS.watchMinutes * 60_000,
  recheckMs: MEDIA_SOCKET_LIMITS.recheckMs,
  perUser: VIDEO_LIMITS.watchesPerUser,
};

/** The way to a viewer, whatever carries it. */
export interface Outlet extends Omit<Viewer, 'end'> {
  /** Says why and closes. */
  end(reason: WatchEnd): void;
}

interface Watch {
  readonly admission: Admission;
  readonly outlet: Outlet;
  readonly look: Look;
  readonly leave: () => void;
  readonly endsAtMs: number;
  checkAtMs: number;
}

/** Everybody who looks at a camera over this process, for as long as they may. */
export class Watches implements Service {
  readonly name = 'watches';
  private readonly all = new Set<Watch>();
  private readonly limits: WatchLimits;
  private readonly log: LookLog;
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;

  constructor(
    context: AppContext,
    private readonly gate: VideoGate,
    private readonly hub: StreamHub,
    limits: Partial<WatchLimits> = {},
  ) {
    this.limits = { ...DEFAULTS, ...limits };
    this.log = new LookLog(context.database, context.logger);
    this.timer = setInterval(() => this.sweep(Date.now()), SWEEP_MS);
    this.unsubscribe = context.bus.subscribe('principal.changed', (change) => {
      for (const watch of this.all) if (isConcerned(watch.admission.principal, change)) void this.recheck(watch);
    });
  }

  get size(): number {
    return this.all.size;
  }

  /** Lets somebody look who was admitted. The returned function ends it from the viewer's side. */
  begin(admission: Admission, outlet: Outlet): () => void {
    const { ticket, principal, device } = admission;
    const look = this.log.begin(admission.lookId);
    const own = [...this.all].filter((watch) => watch.admission.principal.userId === principal.userId);
    if (own.length >= this.limits.perUser) {
      this.log.end(look, 'limit');
      outlet.end('limit');
      return () => undefined;
    }
    const nowMs = Date.now();
    const linkEndsMs = ticket.use === 'flv' ? ticket.expiresAtMs : Number.POSITIVE_INFINITY;
    const endsAtMs = Math.min(nowMs + this.limits.watchMs, linkEndsMs);
    const viewer: Viewer = {
      get unsentBytes() {
        return outlet.unsentBytes;
      },
      send: (message) => {
        look.octets += message.length;
        outlet.send(message);
      },
      state: (state, codec) => outlet.state(state, codec),
      end: (failure) => this.end(watch, failure),
    };
    const watch: Watch = {
      admission,
      outlet,
      look,
      endsAtMs,
      checkAtMs: nowMs + this.limits.recheckMs,
      leave: () => leaveHub(),
    };
    this.all.add(watch);
    const { channel, stream, recording, nonce } = ticket;
    // A channel plays one recording at a time: a new one of the same user takes the place of the one before.
    if (recording) for (const other of own) if (isReplayOf(other, device.id, channel)) this.end(other, 'stopped');
    const live = { deviceId: device.id, channel, kind: 'live', stream, session: '' } as const;
    const leaveHub = this.hub.watch(recording ? { ...live, kind: 'playback', session: nonce, recording } : live, viewer);
    return () => this.leave(watch, 'left');
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unsubscribe();
    for (const watch of this.all) this.end(watch, 'stopped');
    await this.log.stop();
  }

  private leave(watch: Watch, why: WatchEnd | 'left'): boolean {
    if (!this.all.delete(watch)) return false;
    this.log.end(watch.look, why);
    watch.leave();
    return true;
  }

  private end(watch: Watch, reason: WatchEnd): void {
    if (this.leave(watch, reason)) watch.outlet.end(reason);
  }

  private sweep(nowMs: number): void {
    for (const watch of this.all) {
      if (nowMs >= watch.endsAtMs) this.end(watch, 'limit');
      else if (nowMs >= watch.checkAtMs) void this.recheck(watch);
    }
  }

  private async recheck(watch: Watch): Promise<void> {
    watch.checkAtMs = Date.now() + this.limits.recheckMs;
    const end = await this.gate.recheck(watch.admission.ticket);
    if (end) this.end(watch, end);
  }
}

const isReplayOf = ({ admission }: Watch, deviceId: string, channel: number): boolean =>
  admission.ticket.use === 'replay' && admission.device.id === deviceId && admission.ticket.channel === channel;
