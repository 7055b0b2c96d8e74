import { SOCKET_LIMITS, SOCKET_PATH, type LiveSubscription } from '@sightline/contract';
import { io, type Socket } from 'socket.io-client';
import { NOTICES, type FromWorker, type ToWorker } from './worker-messages.ts';

const MAX_ATTEMPTS = 10;
const RETRY_DELAY_MS = 5000;
/** After the server closed the connection by itself. */
const REOPEN_DELAY_MS = 10_000;

let socket: Socket | null = null;
let subscription: LiveSubscription | null = null;
let attempts = 0;
let reopen: ReturnType<typeof setTimeout> | undefined;
let heartbeat: ReturnType<typeof setInterval> | undefined;

const tell = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

const subscribe = (): void => {
  if (socket === null || !socket.connected) return;
  if (subscription === null) return void socket.emit('live_unsubscribe', {});
  socket.emit('live_subscribe', subscription, (answer: { code: number }) =>
    tell(answer.code === 0 ? { kind: 'subscribed' } : { kind: 'refused', code: answer.code }),
  );
};

const close = (): void => {
  clearTimeout(reopen);
  clearInterval(heartbeat);
  socket?.removeAllListeners();
  socket?.disconnect();
  socket = null;
};

/** Counts a failure; after the tenth in a row the person decides when to try again. */
const failed = (): void => {
  attempts++;
  clearInterval(heartbeat);
  if (attempts < MAX_ATTEMPTS) {
    tell({ kind: 'state', state: 'retrying' });
    return;
  }
  close();
  tell({ kind: 'state', state: 'failed' });
};

const connect = (host: string, token: string): void => {
  close();
  attempts = 0;
  tell({ kind: 'state', state: 'connecting' });
  socket = io(host, {
    path: SOCKET_PATH,
    query: { token },
    transports: ['websocket', 'polling'],
    reconnectionDelay: RETRY_DELAY_MS,
    reconnectionDelayMax: RETRY_DELAY_MS,
    reconnectionAttempts: MAX_ATTEMPTS,
  });
  socket.on('connect', () => {
    attempts = 0;
    tell({ kind: 'state', state: 'live' });
    if (subscription !== null) subscribe();
    clearInterval(heartbeat);
    heartbeat = setInterval(() => socket?.emit('push_notice_event', { token }), SOCKET_LIMITS.heartbeatMs);
  });
  socket.on('connect_error', failed);
  socket.on('disconnect', (reason) => {
    failed();
    if (reason === 'io server disconnect' && socket !== null) {
      const current = socket;
      reopen = setTimeout(() => current.connect(), REOPEN_DELAY_MS);
    }
  });
  socket.on('live_delta', (message: ArrayBuffer) => tell({ kind: 'delta', message }, [message]));
  socket.on('live_device_changed', () => tell({ kind: 'deviceChanged' }));
  for (const notice of NOTICES) socket.on(notice, () => tell({ kind: 'notice', notice }));
  socket.on('session_ended', () => {
    close();
    tell({ kind: 'sessionEnded' });
  });
};

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'close') close();
  else {
    subscription = data.subscription;
    if (data.kind === 'connect') connect(data.host, data.token);
    else subscribe();
  }
};
