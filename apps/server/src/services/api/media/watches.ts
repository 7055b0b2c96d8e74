import { MEDIA_SOCKET_LIMITS, TALK_LIMITS, VIDEO_LIMITS } from '@sightline/contract';
import type { TalkLine } from '@sightline/db';
import type { TalkEnd } from '@sightline/domain';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../../context.ts';
import { isConcerned } from '../../../features/principal.ts';
import type { Admission, VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Viewer } from '../../media/ports.ts';
import type { Seat, StreamHub } from '../../media/stream-hub.ts';
import { LookLog, type Look } from './look-log.ts';

const SWEEP_MS = 1_000;

export interface WatchLimits {
  /** One look at a camera. */
  readonly watchMs: number;
  /** Between two questions whether a viewer still may. */
  readonly recheckMs: number;
  readonly perUser: number;
  /** A talk without a word of the microphone, not even silence. */
  readonly silenceMs: number;
  /** Between two notes that a talk still has its line. */
  readonly keepLineMs: number;
}

const DEFAULTS: WatchLimits = {
  watchMs: VIDEO_LIMITS.watchMinutes * 60_000,
  recheckMs: MEDIA_SOCKET_LIMITS.recheckMs,
  perUser: VIDEO_LIMITS.watchesPerUser,
  silenceMs: TALK_LIMITS.silenceMs,
  // A third of the time after which nobody believes it.
  keepLineMs: 10_000,
};

/** The way to a viewer, whatever carries it. */
export interface Outlet extends Omit<Viewer, 'end'> {
  /** Says why and closes. */
  end(reason: TalkEnd): void;
}

interface Watch {
  readonly admission: Admission;
  readonly outlet: Pick<Outlet, 'end'>;
  readonly look: Look;
  readonly seat: Seat;
  readonly endsAtMs: number;
  checkAtMs: number;
  /** Of a talk: when something came from the microphone last. */
  heardMs: number;
  keepLineAtMs: number;
}

/** Everybody who looks at a camera or talks with a device over this process, for as long as they may. */
export class Watches implements Service {
  readonly name = 'watches';
  private readonly all = new Set<Watch>();
  private readonly limits: WatchLimits;
  private readonly log: LookLog;
  private readonly timer: NodeJS.Timeout;
  private readonly unsubscribe: () => void;
  /** Lines of talks that have ended. */
  private readonly freeing = new Set<Promise<void>>();

  constructor(
    context: AppContext,
    private readonly gate: VideoGate,
    private readonly hub: StreamHub,
    limits: Partial<WatchLimits> = {},
    /** For those who cannot play H.265. */
    private readonly converter: Pick<StreamHub, 'watch'> | null = null,
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

  /** Lets somebody look or talk who was admitted; `leave` ends it from that side. `h264Only`: H.265 is converted where that is done here. */
  begin(admission: Admission, outlet: Outlet, h264Only = false): Seat {
    const { ticket, principal, device } = admission;
    const look = this.log.begin(admission.lookId);
    const own = [...this.all].filter((watch) => watch.admission.principal.userId === principal.userId);
    if (own.length >= this.limits.perUser) {
      this.log.end(look, 'limit');
      if (admission.line) void this.gate.freeLine(admission.line);
      outlet.end('limit');
      return { leave: () => undefined, say: () => undefined };
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
      heardMs: nowMs,
      keepLineAtMs: nowMs + this.limits.keepLineMs,
      seat: { leave: () => seat.leave(), say: (samples) => seat.say(samples) },
    };
    this.all.add(watch);
    const { channel, stream, recording, nonce } = ticket;
    // A channel plays one recording at a time: a new one of the same user takes the place of the one before.
    if (recording) for (const other of own) if (isReplayOf(other, device.id, channel)) this.end(other, 'stopped');
    const base = { deviceId: device.id, channel, kind: ticket.use === 'talk' ? 'talk' : 'live', stream, session: '' } as const;
    const streams = h264Only && ticket.use === 'live' ? (this.converter ?? this.hub) : this.hub;
    const seat = streams.watch(recording ? { ...base, kind: 'playback', session: nonce, recording } : base, viewer);
    return {
      leave: () => void this.leave(watch, 'left'),
      say: (samples) => {
        watch.heardMs = Date.now();
        if (this.all.has(watch)) seat.say(samples);
      },
    };
  }

  /**
   * Likewise for what a camera brings by itself, past the streams of this process: it lasts as long as its user may. `end` is called once, when it may
   * not go on; the returned function ends it from that side, with the octets that came and why.
   */
  follow(admission: Admission, end: (reason: TalkEnd) => void): (octets: number, why: string) => void {
    const nowMs = Date.now();
    const watch: Watch = {
      admission,
      outlet: { end },
      look: this.log.begin(admission.lookId),
      endsAtMs: nowMs + this.limits.watchMs,
      checkAtMs: nowMs + this.limits.recheckMs,
      heardMs: nowMs,
      keepLineAtMs: nowMs,
      seat: { leave: () => undefined, say: () => undefined },
    };
    this.all.add(watch);
    return (octets, why) => {
      watch.look.octets = octets;
      void this.leave(watch, why);
    };
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unsubscribe();
    for (const watch of this.all) this.end(watch, 'stopped');
    await Promise.all(this.freeing);
    await this.log.stop();
  }

  private leave(watch: Watch, why: string): boolean {
    if (!this.all.delete(watch)) return false;
    this.log.end(watch.look, why);
    watch.seat.leave();
    const { line } = watch.admission;
    if (line) {
      const freed: Promise<void> = this.gate.freeLine(line).finally(() => this.freeing.delete(freed));
      this.freeing.add(freed);
    }
    return true;
  }

  private end(watch: Watch, reason: TalkEnd): void {
    if (this.leave(watch, reason)) watch.outlet.end(reason);
  }

  private sweep(nowMs: number): void {
    for (const watch of this.all) {
      if (nowMs >= watch.endsAtMs) this.end(watch, 'limit');
      else if (nowMs >= watch.checkAtMs) void this.recheck(watch);
      if (watch.admission.line) this.sweepTalk(watch, watch.admission.line, nowMs);
    }
  }

  private sweepTalk(watch: Watch, line: TalkLine, nowMs: number): void {
    if (nowMs - watch.heardMs >= this.limits.silenceMs) this.end(watch, 'noMicrophone');
    else if (nowMs >= watch.keepLineAtMs) {
      watch.keepLineAtMs = nowMs + this.limits.keepLineMs;
      void this.gate.keepLine(line).then((kept) => kept || this.end(watch, 'busy'));
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
