import type { OutputOf, PushedNotice } from '@sightline/contract';
import type { FromWorker } from '../live/worker-messages.ts';
import { ToldIds } from './notice-groups.ts';
import { noteOf } from './notes.ts';
import { takeNote, takeNotices, useNotices } from './notice-store.ts';
import type { SoundOutcome } from './sound-gate.ts';
import type { SoundType } from './sounds.ts';

export const NOTICE_PACE = {
  /** What comes together is drawn together: soon after the first of it, and not again within this. */
  firstMs: 16,
  againMs: 250,
  /** A socket may be dead for a while before anybody knows. */
  overlapMs: 120_000,
  /** What was missed and is older opens no dialog and makes no sound. */
  freshMs: 600_000,
  askAgainMs: 10_000,
  /** Notices that may wait to be drawn; the rest is asked for as missed. */
  maxWaiting: 2_000,
} as const;

export interface NoticeOutlets {
  readonly loadMissed: (since: string | undefined) => Promise<OutputOf<'user.notice.missed'>>;
  readonly sound: (type: SoundType, nowMs: number) => SoundOutcome;
  /** Up to when the person has read, by the server's clock; null: nothing is known of it. */
  readonly readUntilMs: () => number | null;
}

type Told = (urgency: {
  readonly dialog: readonly PushedNotice[];
  readonly toasts: readonly PushedNotice[];
  readonly rest: number;
}) => void;

/** Hears the socket's notices and brings them to the dialog, the messages and the bell in batches; asks for what was missed. */
export class NoticeCenter {
  private waiting: PushedNotice[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawnMs = 0;
  private readonly told = new ToldIds();
  private readonly listeners = new Set<Told>();
  /** The server's clock is ahead of ours by this. */
  private aheadMs = 0;
  /** Our clock, when the socket was known to stand last; null before its first time. */
  private heardMs: number | null = null;
  private isLive = false;
  /** Our clock, since when an answer about what was missed is still wanting. */
  private owedMs: number | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;
  /** Answers to questions of a former session are dropped. */
  private round = 0;

  constructor(private readonly outlets: NoticeOutlets) {}

  /** Told of each batch: who draws the messages of level 2 and speaks. */
  listen(listener: Told): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  get serverNowMs(): number {
    return Date.now() + this.aheadMs;
  }

  readonly hear = (message: FromWorker): void => {
    if (message.kind === 'state') this.changeState(message.state === 'live');
    if (message.kind !== 'notice') return;
    if (message.notice === 'push_notice_event') this.take(message.data);
    else if (message.notice === 'push_notice_missed') void this.catchUp(Date.now());
    else {
      const note = noteOf(message, Date.now());
      if (note !== null) takeNote(note);
    }
  };

  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.again);
    this.timer = undefined;
    this.owedMs = null;
    this.waiting = [];
    this.told.clear();
    this.heardMs = null;
    this.isLive = false;
    this.round++;
  }

  private changeState(isLive: boolean): void {
    if (isLive === this.isLive) return;
    this.isLive = isLive;
    if (isLive) void this.catchUp(this.heardMs);
    else this.heardMs = this.owedMs ?? Date.now();
  }

  /** Asks for what came since an instant of our clock; at the beginning of a session, since the person has read last. */
  private async catchUp(sinceMs: number | null): Promise<void> {
    const { round } = this;
    clearTimeout(this.again);
    const fromMs = sinceMs === null ? this.outlets.readUntilMs() : sinceMs + this.aheadMs - NOTICE_PACE.overlapMs;
    try {
      const { notices, more, serverTime } = await this.outlets.loadMissed(fromMs === null ? undefined : new Date(fromMs).toISOString());
      if (round !== this.round) return;
      this.owedMs = null;
      this.aheadMs = Date.parse(serverTime) - Date.now();
      if (more) useNotices.setState({ hasMore: true });
      const oldMs = this.serverNowMs - NOTICE_PACE.freshMs;
      this.take(notices.map((notice) => (Date.parse(notice.alarmTs) < oldMs ? { ...notice, noticeLevel: 3, noticeSound: 0 } : notice)));
    } catch {
      if (round !== this.round) return;
      // The socket stands and the call did not get through: asked again, and with the next connection.
      this.owedMs = sinceMs;
      this.again = setTimeout(() => {
        if (this.isLive) void this.catchUp(sinceMs);
      }, NOTICE_PACE.askAgainMs);
    }
  }

  private take(notices: readonly PushedNotice[]): void {
    for (const notice of notices) if (this.told.add(notice.id)) this.waiting.push(notice);
    if (this.waiting.length > NOTICE_PACE.maxWaiting) {
      this.waiting = this.waiting.slice(-NOTICE_PACE.maxWaiting);
      useNotices.setState({ hasMore: true });
    }
    if (this.waiting.length === 0 || this.timer !== undefined) return;
    const waitMs = Math.max(NOTICE_PACE.firstMs, this.drawnMs + NOTICE_PACE.againMs - Date.now());
    this.timer = setTimeout(() => this.draw(), waitMs);
  }

  private draw(): void {
    const notices = this.waiting;
    const nowMs = Date.now();
    this.waiting = [];
    this.timer = undefined;
    this.drawnMs = nowMs;
    const dialog = notices.filter(({ noticeLevel }) => noticeLevel === 1);
    takeNotices(notices, dialog);
    this.sound(notices, nowMs);
    const toasts = notices.filter(({ noticeLevel }) => noticeLevel === 2);
    for (const listener of this.listeners) listener({ dialog, toasts, rest: notices.length - dialog.length - toasts.length });
  }

  /** The most urgent of them that has a sound is heard. */
  private sound(notices: readonly PushedNotice[], nowMs: number): void {
    const [loudest] = notices.filter(({ noticeSound }) => noticeSound > 0).toSorted((a, b) => a.noticeLevel - b.noticeLevel);
    if (loudest === undefined) return;
    const outcome = this.outlets.sound(loudest.noticeSound as SoundType, nowMs);
    if (outcome === 'refused') useNotices.setState({ isSoundRefused: true });
    if (outcome === 'played') useNotices.setState({ isSoundRefused: false });
  }
}
