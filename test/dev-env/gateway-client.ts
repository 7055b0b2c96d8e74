import { connect, type Socket } from 'node:net';
import { Jt808Answers, type Jt808Answer } from './gateway-frames.ts';

/** Waits until `condition` gives something, at most `timeoutMs`. Looks less and less often: a call of the API is limited in its rate. */
export async function eventually<T>(condition: () => T | Promise<T>, what: string, timeoutMs = 30_000): Promise<NonNullable<T>> {
  const untilMs = Date.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.2, 40)) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > untilMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A TCP connection as a device has it. */
export class DeviceSocket {
  closed = false;
  readonly received: Buffer[] = [];
  private readonly parser = new Jt808Answers();
  private readonly parsed: Jt808Answer[] = [];
  private parsedChunks = 0;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => this.received.push(chunk));
    socket.on('close', () => {
      this.closed = true;
    });
    socket.on('error', () => undefined);
  }

  static open(port: number): Promise<DeviceSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new DeviceSocket(socket));
      });
    });
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.received);
  }

  /** All answers so far. */
  answers(): Jt808Answer[] {
    while (this.parsedChunks < this.received.length) this.parsed.push(...this.parser.push(this.received[this.parsedChunks++]!));
    return [...this.parsed];
  }

  /** Running numbers that have been answered by 0x8001, in order. */
  answered(): number[] {
    return this.answers()
      .filter((answer) => answer.id === 0x8001)
      .map((answer) => answer.answered);
  }

  close(): void {
    this.socket.destroy();
  }
}
