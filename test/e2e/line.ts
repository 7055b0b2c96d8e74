import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { inject } from 'vitest';

/** A line to the platform that a test cuts, as a network does that goes away, and mends. */
export interface Line {
  /** Address of the platform's pages over this line. */
  readonly url: string;
  /** Breaks what is connected; from now on nobody gets through. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function openLine(): Promise<Line> {
  const { port, hostname } = new URL(inject('baseUrl'));
  const sockets = new Set<Socket>();
  let isCut = false;
  const drop = (): void => sockets.forEach((socket) => socket.destroy());
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => void (isCut = false),
    close: () => {
      drop();
      server.close();
    },
  };
}
