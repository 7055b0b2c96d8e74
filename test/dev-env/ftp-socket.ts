import { connect, type Socket } from 'node:net';
import { eventually } from './gateway-client.ts';

/** A control connection of FTP that says what it is told to, octet by octet where that matters. */
export class FtpSocket {
  private text = '';
  private taken = 0;
  closed = false;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (this.text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.closed = true));
  }

  /** `from`: the address of this machine that it comes from. Resolves with the greeting read. */
  static async open(port: number, from = '127.0.0.1'): Promise<FtpSocket> {
    const ftp = new FtpSocket(connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true }));
    await ftp.reply();
    return ftp;
  }

  /** The next reply as it came, `''` when the connection ended before it. */
  async reply(): Promise<string> {
    const next = (): RegExpExecArray | null => /^(?:([0-9]{3})-[\s\S]*?\n\1|[0-9]{3}) [^\n]*\n/.exec(this.text.slice(this.taken));
    await eventually(() => next() !== null || this.closed, 'a reply');
    const match = next();
    this.taken += match?.[0].length ?? 0;
    return match?.[0].trimEnd() ?? '';
  }

  /** Says a line. Resolves with the code of its reply; 0 when there was none. */
  async say(line: string): Promise<number> {
    this.socket.write(`${line}\r\n`);
    return await this.code();
  }

  async code(): Promise<number> {
    return Number((await this.reply()).slice(-1000).match(/^[0-9]{3}/)?.[0] ?? 0);
  }

  async signIn(user: string, password: string): Promise<number> {
    await this.say(`USER ${user}`);
    return await this.say(`PASS ${password}`);
  }

  /** Asks for a data connection. Resolves with its port. */
  async passive(): Promise<number> {
    this.socket.write('PASV\r\n');
    const [, high, low] = /,([0-9]+),([0-9]+)\)/.exec(await this.reply())!;
    return Number(high) * 256 + Number(low);
  }

  async data(from = '127.0.0.1'): Promise<Socket> {
    const port = await this.passive();
    return await FtpSocket.dataTo(port, from);
  }

  static async dataTo(port: number, from = '127.0.0.1'): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', () => resolve()));
    socket.resume();
    return socket;
  }

  /** Brings octets over a data connection, and ends that. Resolves with the code at the end. */
  async store(command: string, bytes: Uint8Array): Promise<number> {
    const data = await this.data();
    const begun = await this.say(command);
    if (begun !== 150) {
      data.destroy();
      return begun;
    }
    data.end(bytes);
    return await this.code();
  }

  close(): void {
    this.socket.destroy();
  }
}
