import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeWireFrame, type WireFrame } from '@sightline/media';
import { WebSocketServer, type WebSocket } from 'ws';

/** One viewer's connection, in the hands of the test. */
export interface StandInViewer {
  /** What was asked for: the device and channel, 0 main or 1 sub, and whether H.265 shall be converted. */
  readonly asked: {
    readonly deviceId: string;
    readonly channelId: number;
    readonly bitstreamType: number;
    readonly codec?: 'any' | 'h264';
  };
  say(message: object): void;
  send(frame: WireFrame): void;
  close(code: number): void;
  readonly open: boolean;
  /** Frames that were sent. */
  readonly sent: number;
}

export interface MediaStandIn {
  /** The same platform with another media service. */
  readonly port: number;
  close(): Promise<void>;
}

const LIVE_CALL = '/gps/v2/video/live/v3';
const LIVE_PATH = '/gps/media/live';

const bodyOf = async (message: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of message) text += String(chunk);
  return text;
};

/**
 * A door in front of the platform that answers for the media service: pages and all other calls come from the platform at `baseUrl`, streams
 * from the test. So a browser's player meets exactly the frames and the words that a test wants it to meet.
 */
export async function standInForMedia(baseUrl: string, onViewer: (viewer: StandInViewer) => void): Promise<MediaStandIn> {
  const platform = new URL(baseUrl);
  const asked: StandInViewer['asked'][] = [];
  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const onward = request(
      { host: platform.hostname, port: platform.port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, answer) => {
    if (incoming.url !== LIVE_CALL) return pass(incoming, answer);
    void bodyOf(incoming).then((body) => {
      asked.push(JSON.parse(body) as StandInViewer['asked']);
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ code: 0, msg: 'Success', data: `${LIVE_PATH}?ticket=${asked.length - 1}` }));
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, socket, head) => {
    const url = new URL(incoming.url ?? '', baseUrl);
    if (url.pathname !== LIVE_PATH) return socket.destroy();
    sockets.handleUpgrade(incoming, socket, head, (ws) => {
      answerPings(ws);
      let sent = 0;
      onViewer({
        asked: asked[Number(url.searchParams.get('ticket'))]!,
        say: (message) => ws.send(JSON.stringify(message)),
        send: (frame) => {
          sent++;
          ws.send(encodeWireFrame(frame));
        },
        close: (code) => ws.close(code),
        get open() {
          return ws.readyState === ws.OPEN;
        },
        get sent() {
          return sent;
        },
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const ws of sockets.clients) ws.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerPings(ws: WebSocket): void {
  ws.on('message', (data: Buffer) => {
    const { type, id } = JSON.parse(data.toString()) as { type: string; id: number };
    if (type === 'ping') ws.send(JSON.stringify({ type: 'pong', id, serverTimeMs: Date.now() }));
  });
}

const STEP_MS = 66;

/** Sends frames at an even pace, round and round, until the viewer is gone; `beside` each of them something more. */
export function play(
  viewer: StandInViewer,
  frames: readonly WireFrame[],
  beside: (number: number, timestampMs: number) => void = () => undefined,
): void {
  viewer.say({ type: 'state', state: 'streaming', codec: 'h264' });
  let number = 0;
  const timer = setInterval(() => {
    if (!viewer.open) return clearInterval(timer);
    const frame = frames[number % frames.length]!;
    const timestampMs = number * STEP_MS;
    viewer.send({ ...frame, number, timestampMs });
    beside(number, timestampMs);
    number++;
  }, STEP_MS);
}
