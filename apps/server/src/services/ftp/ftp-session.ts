import type { Socket } from 'node:net';
import type { Logger } from '@sightline/runtime';
import type { AddressGuard } from './address-guard.ts';
import { CommandLines, type CommandLine } from './command-lines.ts';
import { FTP_COMMANDS, OPEN_COMMANDS, TRANSFERS } from './ftp-commands.ts';
import type { Transfer } from './ftp-transfer.ts';
import type { FtpLimits } from './limits.ts';
import type { PassiveOffer, PassiveRange } from './passive-ports.ts';
import type { AccountUser, UploadAccount, UploadAccounts } from './upload-account.ts';

/** A code of RFC 959 §4.2 and what it says; several lines for a code that needs them. */
export type Reply = readonly [code: number, ...lines: string[]];

/** What all control connections share. */
export interface FtpHost {
  readonly accounts: UploadAccounts;
  readonly guard: AddressGuard;
  readonly limits: FtpLimits;
  readonly logger: Logger;
  /** Where data connections are listened for. */
  readonly listenHost: string;
  readonly passivePorts: PassiveRange;
  /** The IPv4 address that clients are told; null = the one that they have connected to. */
  publicAddress(): Promise<string | null>;
}

/**
 * One control connection (RFC 959, 2228 left out, 2428, 3659). Commands are answered one after the other, ABOR at once; more than a few are not
 * read before those have been answered.
 */
export class FtpSession implements AccountUser {
  /** Signed in. */
  account: UploadAccount | null = null;
  /** Who wants to sign in; null before. */
  user: string | null = null;
  folder = '/';
  /** Of REST, for the next file. */
  restAt = 0;
  renameFrom: string | null = null;
  passive: PassiveOffer | null = null;
  transfer: Transfer | null = null;
  /** After EPSV ALL nothing else is allowed (RFC 2428 §4). */
  onlyExtended = false;
  failures = 0;
  private readonly lines = new CommandLines();
  private readonly waiting: CommandLine[] = [];
  private busy = false;
  private closing = false;
  private isLast = false;
  private commands = 0;
  private timer: NodeJS.Timeout | null = null;
  private finished: () => void = () => undefined;
  /** Resolves when nothing of it is left. */
  readonly ended = new Promise<void>((resolve) => (this.finished = resolve));

  constructor(
    readonly host: FtpHost,
    private readonly socket: Socket,
    readonly peer: string,
  ) {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => void this.gone());
    socket.on('data', (chunk) => this.take(chunk));
    this.arm(host.limits.strangerMs);
    this.say([220, 'Ready']);
  }

  get localAddress(): string {
    return this.socket.localAddress ?? '127.0.0.1';
  }

  say([code, ...lines]: Reply): void {
    const last = lines.length - 1;
    const text = lines.map((line, i) => (i === last ? `${code} ${line}` : i === 0 ? `${code}-${line}` : ` ${line}`));
    if (!this.socket.destroyed) this.socket.write(`${text.join('\r\n')}\r\n`);
    if (this.socket.writableLength > this.host.limits.maxUnsentBytes) this.socket.destroy();
  }

  signIn(account: UploadAccount): void {
    this.account = account;
    account.users.add(this);
    account.touch();
  }

  /** Nothing that came after this is answered. */
  close(): void {
    this.closing = true;
    this.waiting.length = 0;
    this.socket.end();
    // A client that does not end its side is not waited for.
    setTimeout(() => this.socket.destroy(), 2_000).unref();
  }

  /** The answer to this command is the last one. */
  closeAfterReply(): void {
    this.isLast = true;
  }

  end(): void {
    if (this.closing) return;
    this.say([421, 'This account has ended']);
    this.close();
    this.transfer?.abort();
  }

  destroy(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    if (this.closing) return;
    this.waiting.push(...this.lines.push(chunk));
    if (this.isAbortWaiting) this.transfer?.abort();
    if (this.waiting.length > this.host.limits.maxWaiting) this.socket.pause();
    void this.pump();
  }

  /** ABOR is answered in its turn; a transfer, for which that turn would wait, ends before. */
  get isAbortWaiting(): boolean {
    return this.waiting.some((line) => line !== null && /^ABOR\s*$/i.test(line));
  }

  private async pump(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.disarm();
    try {
      while (this.waiting.length > 0 && !this.closing) {
        const line = this.waiting.shift()!;
        const reply = await this.answer(line);
        if (reply) this.say(reply);
        if (this.isLast) this.close();
      }
    } catch (error) {
      this.host.logger.error({ err: error, remote: this.peer }, 'an FTP command could not be carried out');
      this.say([451, 'Not now']);
      this.close();
    } finally {
      this.busy = false;
    }
    if (this.closing || this.socket.destroyed) return;
    this.arm(this.account ? this.host.limits.silenceMs : this.host.limits.strangerMs);
    this.socket.resume();
  }

  private async answer(line: CommandLine): Promise<Reply | null> {
    const { limits } = this.host;
    if (++this.commands > (this.account ? limits.maxCommands : limits.maxStrangerCommands)) {
      this.say([421, 'Too many commands']);
      this.close();
      return null;
    }
    const match = line === null ? null : /^([A-Za-z]{3,4})(?: (.*))?$/.exec(line.trimEnd());
    if (!match) return [500, 'Not a command'];
    const name = match[1]!.toUpperCase();
    const command = Object.hasOwn(FTP_COMMANDS, name) ? FTP_COMMANDS[name] : undefined;
    if (!this.account && !OPEN_COMMANDS.has(name)) return [530, 'Sign in first'];
    if (!command) return [502, 'Not here'];
    const reply = await command(this, match[2] ?? '');
    // A name to rename is for the very next command; a place to go on from for the next file, since clients ask for their port in between.
    if (TRANSFERS.has(name)) this.restAt = 0;
    if (name !== 'RNFR') this.renameFrom = null;
    return reply;
  }

  private arm(ms: number): void {
    this.disarm();
    this.timer = setTimeout(() => {
      this.say([421, 'Too long without a command']);
      this.close();
    }, ms);
  }

  private disarm(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private async gone(): Promise<void> {
    this.closing = true;
    this.disarm();
    this.passive?.close();
    this.account?.users.delete(this);
    // What has come is on the disk before anybody looks.
    await this.transfer?.left();
    this.finished();
  }
}
