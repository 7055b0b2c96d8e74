import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { jt808Heartbeat } from '../test/dev-env/gateway-frames.ts';
import { registerDevices } from '../test/dev-env/gateway-devices.ts';
import { startGatewayServer, type GatewayServer } from '../test/dev-env/gateway-server.ts';
import { openFileLimit } from '@sightline/server/services/gateway/file-limit';
import { openBenchDatabase, type BenchDatabase } from './lib/bench-database.ts';
import { OtherSide, serveTasks, sideName } from './lib/other-side.ts';

/**
 * Resident memory of the server per idle connection of a device that has said its name, gateway, pipeline and registry cache
 * included. The yardstick is a bare TCP server that keeps its sockets and nothing else, measured in the same way.
 */
const WANTED = 20_000;
const OTHER_FILES = 300;

type ServerTask = { kind: 'bare' } | { kind: 'gateway'; ids: readonly string[] } | { kind: 'memory' } | { kind: 'stop' };
interface ClientTask {
  readonly port: number;
  readonly count: number;
  readonly ids: readonly string[] | null;
}
interface Memory {
  readonly connections: number;
  readonly rss: number;
}

const idOf = (i: number): string => `1500000${String(i).padStart(5, '0')}`;

if (sideName() === 'server') {
  let bare: Server | null = null;
  let open = 0;
  let opened: { database: BenchDatabase; server: GatewayServer } | null = null;
  const stop = async (): Promise<void> => {
    bare?.close();
    await opened?.server.stop();
    await opened?.database.close();
    opened = null;
  };
  serveTasks<ServerTask>(async (task) => {
    switch (task.kind) {
      case 'bare': {
        const server = (bare = createServer((socket) => {
          open++;
          socket.on('data', () => undefined);
          socket.on('close', () => open--);
          socket.on('error', () => undefined);
        }));
        return await new Promise<number>((resolve) =>
          server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => resolve((server.address() as AddressInfo).port)),
        );
      }
      case 'gateway': {
        const database = await openBenchDatabase();
        await registerDevices(database.database, task.ids);
        const server = await startGatewayServer(database.database, { logLevel: 'error' });
        opened = { database, server };
        return server.gateway.ports['jt808']!.tcp!;
      }
      case 'memory': {
        // Twice, with a pause: buffers are freed by finalisers.
        for (let i = 0; i < 3; i++) {
          (globalThis as { gc?: () => void }).gc?.();
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
        return { connections: opened?.server.gateway.connectionCount() ?? open, rss: process.memoryUsage.rss() } satisfies Memory;
      }
      case 'stop':
        return await stop();
    }
  }, stop);
} else if (sideName() === 'clients') {
  let sockets: Socket[] = [];
  serveTasks<ClientTask>(async ({ port, count, ids }) => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    for (let i = 0; i < count; i += 200) {
      await Promise.all(
        Array.from({ length: Math.min(200, count - i) }, (_, k) => {
          const id = ids?.[i + k];
          return new Promise<void>((resolve, reject) => {
            const socket = connect({ port, host: '127.0.0.1' });
            socket.once('error', reject);
            socket.once('connect', () => {
              if (id === undefined) resolve();
              else socket.write(jt808Heartbeat(id, 1));
            });
            if (id !== undefined) socket.once('data', () => resolve());
            sockets.push(socket);
          });
        }),
      );
    }
    return sockets.length;
  });
}

async function perConnection(
  server: OtherSide,
  clients: OtherSide,
  port: number,
  ids: readonly string[],
  named: boolean,
): Promise<{ connections: number; bytes: number }> {
  const before = await server.ask<Memory>({ kind: 'memory' });
  await clients.ask({ port, count: ids.length, ids: named ? ids : null });
  const after = await server.ask<Memory>({ kind: 'memory' });
  return { connections: after.connections, bytes: Math.round((after.rss - before.rss) / after.connections) };
}

export async function run(): Promise<Record<string, unknown>> {
  const limit = openFileLimit()?.hard ?? WANTED + OTHER_FILES;
  const count = Math.min(WANTED, limit - OTHER_FILES);
  const ids = Array.from({ length: count }, (_, i) => idOf(i));
  const measure = async (kind: 'bare' | 'gateway'): Promise<{ connections: number; bytes: number }> => {
    const server = new OtherSide(import.meta.url, 'server');
    const clients = new OtherSide(import.meta.url, 'clients');
    try {
      const port = await server.ask<number>({ kind, ids });
      return await perConnection(server, clients, port, ids, kind === 'gateway');
    } finally {
      await clients.end();
      await server.end();
    }
  };
  const bare = await measure('bare');
  const gateway = await measure('gateway');
  return {
    connections: gateway.connections,
    ...(count < WANTED && { note: `limited to ${count} by ulimit -Hn ${limit}` }),
    bytesPerConnection: gateway.bytes,
    bareSocketBytes: bare.bytes,
    ratioToBareSocket: Number((gateway.bytes / bare.bytes).toFixed(2)),
  };
}
