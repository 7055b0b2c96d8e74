import { ERROR_CODE, SOCKET_LIMITS, type LiveSubscription } from '@sightline/contract';
import { NOTICES, type FromWorker } from './worker-messages.ts';

export const KEEPER = {
  /** Failures in a row; then a person, or the tab that is looked at again, begins anew. */
  maxAttempts: 10,
  /** After a connection could not be made, or broke. */
  retryMs: 5_000,
  /** After the server closed it, or this side did. */
  reopenMs: 10_000,
} as const;

/** Answers to a connection that say that the token no longer stands. */
const ENDS_SESSION: readonly unknown[] = [ERROR_CODE.notLoggedIn, ERROR_CODE.accountGone];
/** Reasons of a disconnect after which the library would not try again by itself either: somebody meant it. */
const MEANT = ['io server disconnect', 'io client disconnect'];

/** The part of a Socket.IO socket that is used; it tries again only when it is told to. */
export interface SocketPort {
  readonly connected: boolean;
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  connect(): unknown;
  disconnect(): unknown;
  removeAllListeners(): unknown;
}

type Timer = ReturnType<typeof setTimeout>;

/** Keeps the session's socket: heartbeat, new attempts, what is subscribed to; tells what comes. */
export class SocketKeeper {
  private socket: SocketPort | null = null;
  private subscription: LiveSubscription | null = null;
  private attempts = 0;
  private retry: Timer | undefined;
  private heartbeat: Timer | undefined;

  constructor(
    private readonly open: (host: string, token: string) => SocketPort,
    private readonly tell: (message: FromWorker, transfer?: Transferable[]) => void,
  ) {}

  /** Begins anew, whatever came before. */
  connect(host: string, token: string, subscription: LiveSubscription | null): void {
    this.close();
    this.subscription = subscription;
    this.attempts = 0;
    this.tell({ kind: 'state', state: 'connecting' });
    const socket = this.open(host, token);
    this.socket = socket;
    socket.on('connect', () => this.connected(socket, token));
    socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) => {
      if (ENDS_SESSION.includes(error.data?.code)) this.endSession();
      else this.failed(KEEPER.retryMs);
    });
    socket.on('disconnect', (reason: string) => this.failed(MEANT.includes(reason) ? KEEPER.reopenMs : KEEPER.retryMs));
    socket.on('error', () => this.failed(KEEPER.reopenMs));
    socket.on('live_delta', (message: ArrayBuffer) => this.tell({ kind: 'delta', message }, [message]));
    socket.on('live_device_changed', () => this.tell({ kind: 'deviceChanged' }));
    for (const notice of NOTICES)
      socket.on(notice, (data: unknown) => this.tell({ kind: 'notice', notice, data } as Extract<FromWorker, { kind: 'notice' }>));
    socket.on('session_ended', () => this.endSession());
    socket.connect();
  }

  /** Null: no live positions are wanted any more. */
  subscribe(subscription: LiveSubscription | null): void {
    this.subscription = subscription;
    if (this.socket?.connected === true) this.sendSubscription(this.socket);
  }

  close(): void {
    clearTimeout(this.retry);
    clearInterval(this.heartbeat);
    this.socket?.removeAllListeners();
    this.socket?.disconnect();
    this.socket = null;
  }

  private connected(socket: SocketPort, token: string): void {
    this.attempts = 0;
    clearTimeout(this.retry);
    this.tell({ kind: 'state', state: 'live' });
    if (this.subscription !== null) this.sendSubscription(socket);
    clearInterval(this.heartbeat);
    this.heartbeat = setInterval(() => socket.emit('push_notice_event', { token }), SOCKET_LIMITS.heartbeatMs);
  }

  private sendSubscription(socket: SocketPort): void {
    if (this.subscription === null) return void socket.emit('live_unsubscribe', {});
    socket.emit('live_subscribe', this.subscription, (answer: { code: number }) =>
      this.tell(answer.code === 0 ? { kind: 'subscribed' } : { kind: 'refused', code: answer.code }),
    );
  }

  /** Counts a failure and tries again later; after the tenth in a row that is for others to begin. */
  private failed(waitMs: number): void {
    const { socket } = this;
    clearInterval(this.heartbeat);
    clearTimeout(this.retry);
    this.attempts++;
    if (socket === null || this.attempts >= KEEPER.maxAttempts) {
      this.close();
      this.tell({ kind: 'state', state: 'failed' });
      return;
    }
    this.tell({ kind: 'state', state: 'retrying' });
    this.retry = setTimeout(() => socket.connect(), waitMs);
  }

  private endSession(): void {
    this.close();
    this.tell({ kind: 'sessionEnded' });
  }
}
