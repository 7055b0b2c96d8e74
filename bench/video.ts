import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createLogger } from '@sightline/runtime';
import { SocketOutlet } from '@sightline/server/services/api/media/socket-outlet';
import { MediaListener } from '@sightline/server/services/media/media-listener';
import { StreamHub } from '@sightline/server/services/media/stream-hub';
import { WebSocketServer } from 'ws';
import { argument, flag } from './lib/arguments.ts';
import { OtherSide, serveTasks, sideName } from './lib/other-side.ts';
import { simOf, startLoad, type LoadTask } from './lib/video-load.ts';
import { measureScreen } from './lib/video-screen.ts';

/**
 * What live video costs the server, and what a person has of it on the screen (`lib/video-screen.ts`). `--part server` or `--part screen`
 * measures one of them; `--seconds N` is the time of each figure of delay on the screen, `--long` adds the delay after ten minutes.
 *
 * The server: processor share (100 = one core) and memory of the process that takes cameras' packets and gives viewers
 * their frames over WebSockets. Cameras and viewers are another process. The yardstick of the same run is a relay that writes the same octets
 * from one TCP connection to the others and looks at nothing. Asking devices, sign-in and the log of looks are not in it: they are once a look.
 */
const SECONDS = 6;
const SCREEN_SECONDS = 10;
const SETTLE_MS = 3_000;
const CASES = [
  { streams: 1, viewersPerStream: 1 },
  { streams: 50, viewersPerStream: 1 },
  { streams: 200, viewersPerStream: 1 },
  { streams: 1, viewersPerStream: 500 },
] as const;

type Mode = LoadTask['mode'];
type ServerTask = { readonly kind: 'start'; readonly mode: Mode } | { readonly kind: 'memory' } | { readonly kind: 'measure' };
interface Ports {
  readonly cameraPort: number;
  readonly viewerPort: number;
}
interface Measured {
  readonly cpuPercent: number;
  readonly rss: number;
  readonly dropped: number;
}

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise(
    (resolve) => void server.listen({ port, host: '127.0.0.1', backlog: 1024 }, () => resolve((server.address() as AddressInfo).port)),
  );
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function startMedia(): Promise<{ ports: Ports; hub: StreamHub }> {
  const control = { start: () => Promise.resolve({ remote: null }), stop: () => Promise.resolve(), soundOf: () => Promise.resolve(null) };
  const hub = new StreamHub(control, { limits: { connectTimeoutMs: 60_000 } });
  const cameraPort = await new MediaListener(hub, ['live'], createLogger('error')).listen(0, '127.0.0.1');
  const http = createHttpServer();
  new WebSocketServer({ server: http, perMessageDeflate: false }).on('connection', (socket, request) => {
    const stream = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('stream'));
    const outlet = new SocketOutlet(socket);
    const { leave } = hub.watch({ deviceId: simOf(stream), channel: 1, kind: 'live', stream: 0, session: '' }, outlet);
    socket.on('error', () => undefined).on('close', leave);
  });
  return { ports: { cameraPort, viewerPort: await listen(http) }, hub };
}

/** A connection says in two octets which stream it carries or wants. */
function numbered(take: (stream: number, socket: Socket) => void): Server {
  return createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      if (head.length > 2) socket.unshift(head.subarray(2));
      take((head[0]! << 8) | head[1]!, socket);
    });
  });
}

async function startRelay(): Promise<Ports> {
  const viewers = new Map<number, Socket[]>();
  const viewerPort = await listen(numbered((stream, socket) => void viewers.set(stream, [...(viewers.get(stream) ?? []), socket])));
  const cameras = numbered((stream, socket) =>
    socket.on('data', (chunk) => {
      for (const viewer of viewers.get(stream) ?? []) viewer.write(chunk);
    }),
  );
  return { viewerPort, cameraPort: await listen(cameras) };
}

if (sideName() === 'server') {
  let hub: StreamHub | null = null;
  const memory = async (): Promise<number> => {
    // Twice, with a pause: buffers are freed by finalisers.
    for (let i = 0; i < 2; i++) {
      (globalThis as { gc?: () => void }).gc?.();
      await sleep(200);
    }
    return process.memoryUsage.rss();
  };
  serveTasks<ServerTask>(async (task) => {
    if (task.kind === 'memory') return await memory();
    if (task.kind === 'start') {
      if (task.mode === 'relay') return await startRelay();
      const started = await startMedia();
      hub = started.hub;
      return started.ports;
    }
    const [cpu, at] = [process.cpuUsage(), performance.now()];
    await sleep(SECONDS * 1000);
    const { user, system } = process.cpuUsage(cpu);
    const cpuPercent = (user + system) / 10 / (performance.now() - at);
    const dropped = hub?.list().reduce((sum, { status }) => sum + status.droppedMessages, 0) ?? 0;
    return { cpuPercent, rss: await memory(), dropped } satisfies Measured;
  });
} else if (sideName() === 'load') {
  let load: Awaited<ReturnType<typeof startLoad>> | null = null;
  serveTasks<LoadTask | { readonly kind: 'received' }>(async (task) => {
    if (task.kind === 'received') return load?.received();
    load = await startLoad(task);
    return null;
  });
}

interface Received {
  readonly bytes: number;
  readonly messages: number;
}

async function measure(mode: Mode, size: (typeof CASES)[number]): Promise<Record<string, number>> {
  const [server, load] = [new OtherSide(import.meta.url, 'server'), new OtherSide(import.meta.url, 'load')];
  try {
    const ports = await server.ask<Ports>({ kind: 'start', mode });
    const idle = await server.ask<number>({ kind: 'memory' });
    await load.ask({ kind: 'load', mode, ...ports, ...size } satisfies LoadTask);
    await sleep(SETTLE_MS);
    const before = await load.ask<Received>({ kind: 'received' });
    const at = performance.now();
    const measured = await server.ask<Measured>({ kind: 'measure' });
    const after = await load.ask<Received>({ kind: 'received' });
    const seconds = (performance.now() - at) / 1000;
    const mbitPerSecond = ((after.bytes - before.bytes) * 8) / 1e6 / seconds;
    if (mbitPerSecond === 0) throw new Error(`${mode}: viewers got nothing`);
    return {
      cpuPercent: Math.round(measured.cpuPercent * 10) / 10,
      memoryMb: Math.round((measured.rss - idle) / 1e5) / 10,
      mbitPerSecond: Math.round(mbitPerSecond * 10) / 10,
      ...(mode === 'media' && { messagesPerSecond: Math.round((after.messages - before.messages) / seconds), dropped: measured.dropped }),
    };
  } finally {
    await load.end();
    await server.end();
  }
}

/** For each case the media service and the relay: CPU in percent of a core, memory over idle in MB, what reached the viewers. */
async function measureServer(): Promise<Record<string, unknown>> {
  const cases: Record<string, unknown> = {};
  for (const size of CASES) {
    const media = await measure('media', size);
    const relay = await measure('relay', size);
    const name = `${size.streams} x ${size.viewersPerStream}`;
    cases[name] = { media, relay, ratioToRelay: Math.round((media['cpuPercent']! / relay['cpuPercent']!) * 100) / 100 };
  }
  return { streamsAndViewers: cases, seconds: SECONDS };
}

/** @returns `server`: see {@link measureServer}; `screen`: delays and times to the first picture, ms */
export async function run(): Promise<Record<string, unknown>> {
  const part = argument('part');
  const seconds = Number(argument('seconds') ?? SCREEN_SECONDS);
  return {
    ...(part !== 'screen' && { server: await measureServer() }),
    ...(part !== 'server' && { screen: await measureScreen({ seconds, long: flag('long') }) }),
  };
}
