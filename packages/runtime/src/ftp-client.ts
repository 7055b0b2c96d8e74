import { connect, type Socket } from 'node:net';

/** Longer replies are nobody's. */
const MAX_REPLY_CHARS = 16_384;

/** The server said no (its code), or the connection failed (null). */
export class FtpError extends Error {
  override readonly name = 'FtpError';
  constructor(
    readonly code: number | null,
    message: string,
  ) {
    super(message);
  }
}

export interface FtpTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** For each connection and each answer. */
  readonly timeoutMs: number;
}

interface FtpReply {
  readonly code: number;
  readonly text: string;
}

/** Data connections go where the control connection goes, whatever address the server names: it shall not lead to other machines. */
const PASSIVE: readonly (readonly [command: string, pattern: RegExp, port: (match: RegExpExecArray) => number])[] = [
  ['EPSV', /\(\|\|\|([0-9]{1,5})\|\)/, (match) => Number(match[1])],
  ['PASV', /([0-9]{1,3}),([0-9]{1,3})\)?[^0-9]*$/, (match) => Number(match[1]) * 256 + Number(match[2])],
];

/** A client for the one thing that is done with FTP here: files are brought to a server (RFC 959 and 2428), in passive mode. */
export class FtpClient {
  private text = '';
  private readonly replies: FtpReply[] = [];
  private wanted: { resolve: (reply: FtpReply) => void; reject: (error: Error) => void } | null = null;
  private failure: FtpError | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly timeoutMs: number,
  ) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => this.take(chunk));
    socket.on('error', (error) => this.fail(new FtpError(null, error.message)));
    socket.on('close', () => this.fail(new FtpError(null, 'the connection has ended')));
    socket.setTimeout(timeoutMs, () => this.fail(new FtpError(null, 'no answer in time')));
  }

  /** Connects and signs in. @throws FtpError */
  static async open({ host, port, user, password, timeoutMs }: FtpTarget): Promise<FtpClient> {
    const client = new FtpClient(connect({ host, port, noDelay: true }), timeoutMs);
    try {
      await client.expect([220]);
      const asked = await client.command(`USER ${user}`, [230, 331]);
      if (asked.code === 331) await client.command(`PASS ${password}`, [202, 230]);
      await client.command('TYPE I', [200]);
      return client;
    } catch (error) {
      client.destroy();
      throw error;
    }
  }

  /** Goes into a folder, which is made where it is missing. @throws FtpError */
  async enter(folder: string): Promise<void> {
    const entered = await this.command(`CWD ${folder}`, [250, 550]);
    if (entered.code === 250) return;
    await this.command(`MKD ${folder}`, [250, 257]);
    await this.command(`CWD ${folder}`, [250]);
  }

  /** How much of a file is there; null when there is none, or it is not told. @throws FtpError */
  async size(name: string): Promise<number | null> {
    const { code, text } = await this.command(`SIZE ${name}`, [213, 500, 502, 550]);
    return code === 213 ? Number(text) : null;
  }

  /** Brings a file, from an octet on. `aborted`: breaks it off when it is. @throws FtpError, whatever the source throws */
  async store(name: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, from = 0, aborted?: AbortSignal): Promise<void> {
    const data = await this.passive();
    // The server shall not take a part for the whole.
    const stop = (): void => void data.resetAndDestroy();
    aborted?.addEventListener('abort', stop, { once: true });
    // Nothing is said meanwhile, however long it takes; the data connection has a watch of its own.
    this.socket.setTimeout(0);
    try {
      if (from > 0) await this.command(`REST ${from}`, [350]);
      await this.command(`STOR ${name}`, [125, 150]);
      for await (const chunk of source) {
        if (data.destroyed) throw new FtpError(null, 'the data connection has ended');
        if (!data.write(chunk)) await drained(data);
      }
      const ended = new Promise<void>((resolve) => data.once('close', resolve));
      this.socket.setTimeout(this.timeoutMs);
      if (aborted?.aborted) throw new FtpError(null, 'broken off');
      data.end();
      await ended;
      await this.expect([226, 250]);
    } catch (error) {
      data.resetAndDestroy();
      throw error;
    } finally {
      aborted?.removeEventListener('abort', stop);
      data.destroy();
    }
  }

  /** @throws FtpError */
  async remove(name: string): Promise<void> {
    await this.command(`DELE ${name}`, [250]);
  }

  /** Signs out; nothing is thrown. */
  async quit(): Promise<void> {
    await this.command('QUIT', [221]).catch(() => undefined);
    this.destroy();
  }

  destroy(): void {
    this.socket.destroy();
  }

  private async passive(): Promise<Socket> {
    for (const [command, pattern, portOf] of PASSIVE) {
      const { code, text } = await this.command(command, [227, 229, 500, 501, 502, 522, 425]);
      const match = code === 227 || code === 229 ? pattern.exec(text) : null;
      if (match) return await this.dataConnection(portOf(match));
    }
    throw new FtpError(null, 'no passive mode');
  }

  private async dataConnection(port: number): Promise<Socket> {
    const host = this.socket.remoteAddress;
    if (host === undefined || port < 1 || port > 65_535) throw new FtpError(null, 'no such port');
    const data = connect({ host, port, noDelay: true });
    data.setTimeout(this.timeoutMs, () => data.destroy(new FtpError(null, 'no data connection in time')));
    // Told by what is awaited.
    data.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      data.once('connect', resolve);
      data.once('close', () => reject(new FtpError(null, 'no data connection')));
    });
    data.resume();
    return data;
  }

  private async command(line: string, expected: readonly number[]): Promise<FtpReply> {
    if (/[\r\n\0]/.test(line)) throw new FtpError(null, 'a line cannot hold that');
    if (!this.failure) this.socket.write(`${line}\r\n`);
    return await this.expect(expected);
  }

  private async expect(expected: readonly number[]): Promise<FtpReply> {
    const reply =
      this.replies.shift() ??
      (await new Promise<FtpReply>((resolve, reject) => {
        if (this.failure) reject(this.failure);
        else this.wanted = { resolve, reject };
      }));
    if (!expected.includes(reply.code)) throw new FtpError(reply.code, `${reply.code} ${reply.text}`);
    return reply;
  }

  /** A reply ends with the line that has its code and a space (RFC 959 §4.2). */
  private take(chunk: string): void {
    this.text += chunk;
    for (;;) {
      const match = /^(?:([0-9]{3})-[\s\S]*?\n\1|([0-9]{3})) ([^\r\n]*)\r?\n/.exec(this.text);
      if (!match) break;
      this.text = this.text.slice(match[0].length);
      this.replies.push({ code: Number(match[1] ?? match[2]), text: match[3]!.trimEnd() });
    }
    if (this.text.length > MAX_REPLY_CHARS) this.fail(new FtpError(null, 'this is not FTP'));
    const reply = this.wanted && this.replies.shift();
    if (!reply) return;
    this.wanted?.resolve(reply);
    this.wanted = null;
  }

  private fail(error: FtpError): void {
    this.failure ??= error;
    this.wanted?.reject(this.failure);
    this.wanted = null;
    this.socket.destroy();
  }
}

const drained = async (socket: Socket): Promise<void> =>
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
  });
