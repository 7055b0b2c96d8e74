import { SOCKET_PATH } from '@sightline/contract';
import { io } from 'socket.io-client';
import { SocketKeeper } from './socket-keeper.ts';
import type { ToWorker } from './worker-messages.ts';

const keeper = new SocketKeeper(
  (host, token) =>
    io(host, { path: SOCKET_PATH, query: { token }, transports: ['websocket', 'polling'], autoConnect: false, reconnection: false }),
  (message, transfer = []) => self.postMessage(message, { transfer }),
);

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'close') keeper.close();
  else if (data.kind === 'connect') keeper.connect(data.host, data.token, data.subscription);
  else keeper.subscribe(data.subscription);
};
