import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** RFC 8446 5.1: the first byte of a connection that speaks TLS, a record with a handshake. */
const HANDSHAKE = 0x16;
/** Until the first byte has come. */
const SILENT_MS = 30_000;
const HOST = /^[A-Za-z0-9.:[\]-]{1,300}$/;

/**
 * Lets people who typed `http://` before the address of an https server through to it, on the same port: the first byte of a connection tells the
 * one from the other. Nothing but looking is sent on: what came in the clear with another method is refused.
 */
export function redirectPlainHttp(secure: Server): void {
  const plain = createServer({ maxHeaderSize: 16_384, requestTimeout: SILENT_MS, headersTimeout: SILENT_MS }, answerPlain);
  const handshakes = secure.listeners('connection') as ((socket: Socket) => void)[];
  secure.removeAllListeners('connection');
  secure.on('connection', (socket: Socket) => {
    const end = (): void => void socket.destroy();
    socket.setTimeout(SILENT_MS, end);
    socket.on('error', end);
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null;
      if (first === null) return end();
      socket.unshift(first);
      socket.setTimeout(0);
      socket.off('timeout', end);
      socket.off('error', end);
      if (first[0] === HANDSHAKE) for (const handshake of handshakes) handshake.call(secure, socket);
      else plain.emit('connection', socket);
    });
  });
}

function answerPlain(request: IncomingMessage, response: ServerResponse): void {
  const { host = '' } = request.headers;
  response.setHeader('connection', 'close');
  if (!HOST.test(host)) return void response.writeHead(400).end();
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(426, { upgrade: 'TLS/1.2, HTTP/1.1' }).end('this address is https\n');
  response.writeHead(308, { location: `https://${host}${request.url ?? '/'}` }).end();
}
