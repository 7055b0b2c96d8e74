import { open } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { FtpSession, Reply } from './ftp-session.ts';
import { folderOf, nameOf } from './virtual-path.ts';
import type { AccountFile, StoreRefusal, UploadAccount } from './upload-account.ts';
import { NoDataConnectionError, type PassiveOffer } from './passive-ports.ts';

const REFUSALS: Readonly<Record<StoreRefusal, Reply>> = {
  tooMany: [452, 'Too many files'],
  busy: [450, 'This file is being written'],
  gap: [554, 'Nothing has come up to there'],
  closed: [421, 'This account has ended'],
};
const NO_CONNECTION: Reply = [425, 'No data connection'];

/** A data connection that is waited for, or runs. */
export class Transfer {
  private socket: Socket | null = null;
  private aborted = false;
  private done: () => void = () => undefined;
  private readonly ended = new Promise<void>((resolve) => (this.done = resolve));

  constructor(private readonly offer: PassiveOffer) {}

  get isAborted(): boolean {
    return this.aborted;
  }

  /** Breaks it off. */
  abort(): void {
    this.aborted = true;
    this.offer.close();
    this.socket?.destroy();
  }

  /** The control connection has gone: a file that has come whole by then is whole. Resolves when nothing runs any more. */
  async left(): Promise<void> {
    this.offer.close();
    await this.ended;
  }

  /** Runs `work` with the data connection. @throws NoDataConnectionError, whatever `work` throws */
  async run(silenceMs: number, work: (socket: Socket) => Promise<Reply>): Promise<Reply> {
    try {
      const socket = await this.offer.connection();
      this.socket = socket;
      socket.setTimeout(silenceMs, () => socket.destroy(new NoDataConnectionError('silence')));
      return await work(socket);
    } finally {
      this.offer.close();
      this.socket?.destroy();
      this.done();
    }
  }
}

/** Takes the offer of PASV and runs a transfer over it. */
async function transferred(session: FtpSession, work: (socket: Socket, transfer: Transfer) => Promise<Reply>): Promise<Reply> {
  const { passive, host } = session;
  session.passive = null;
  if (!passive) return NO_CONNECTION;
  const transfer = new Transfer(passive);
  session.transfer = transfer;
  if (session.isAbortWaiting) transfer.abort();
  try {
    return await transfer.run(host.limits.dataSilenceMs, (socket) => work(socket, transfer));
  } catch (error) {
    if (error instanceof NoDataConnectionError) return transfer.isAborted ? [426, 'Broken off'] : NO_CONNECTION;
    throw error;
  } finally {
    session.transfer = null;
  }
}

type Received = 'whole' | 'broken' | 'full' | 'unwanted';
const ANSWERS: Readonly<Record<Received, Reply>> = {
  whole: [226, 'It has come'],
  broken: [426, 'Broken off'],
  full: [552, 'Too large'],
  unwanted: [553, 'Not a recording'],
};

/** STOR, APPE: what comes is written where it belongs, and looked at as soon as it can be told what it is. */
export async function store(session: FtpSession, account: UploadAccount, path: string, offset: number | 'end'): Promise<Reply> {
  if (!session.passive) return NO_CONNECTION;
  const file = await account.begin(path, offset, session);
  if (typeof file === 'string') return REFUSALS[file];
  const end: { received: Received } = { received: 'broken' };
  try {
    session.say([150, 'Send']);
    return await transferred(session, async (socket, transfer) => {
      const received = await receive(account, file, socket);
      end.received = transfer.isAborted ? 'broken' : received;
      return ANSWERS[end.received];
    });
  } finally {
    await account.finish(path, file, end.received === 'full' ? 'unwanted' : end.received);
  }
}

/** The end of the data connection is the end of the file (RFC 959 §3.4.1). */
async function receive(account: UploadAccount, file: AccountFile, socket: Socket): Promise<Received> {
  const { headBytes } = account.order;
  let isKnown = false;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      if (!(await account.write(file, chunk))) return account.closed ? 'broken' : 'full';
      if (isKnown || file.sizeBytes < headBytes) continue;
      isKnown = true;
      if (!(await isWanted(account, file))) return 'unwanted';
    }
  } catch (error) {
    // The network's, or ours when it was too long silent; what the disk says is for others.
    if (socket.errored === null && !socket.destroyed) throw error;
    return 'broken';
  }
  return isKnown || (await isWanted(account, file)) ? 'whole' : 'unwanted';
}

async function isWanted({ order }: UploadAccount, { partial, sizeBytes }: AccountFile): Promise<boolean> {
  if (sizeBytes === 0) return false;
  const handle = await open(partial.path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(order.headBytes), 0, order.headBytes, 0);
    return order.accepts(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** LIST, NLST: the account's own files of a folder. */
export async function list(session: FtpSession, account: UploadAccount, folder: string, long: boolean): Promise<Reply> {
  if (!session.passive) return NO_CONNECTION;
  const lines = [...account.files].flatMap(([path, { sizeBytes }]) => {
    if (folderOf(path) !== folder) return [];
    const name = nameOf(path);
    return [long ? `-rw------- 1 device device ${String(sizeBytes).padStart(12)} Jan  1 00:00 ${name}\r\n` : `${name}\r\n`];
  });
  session.say([150, 'The list']);
  return await transferred(session, async (socket) => {
    await new Promise<void>((resolve) => {
      if (socket.destroyed) return resolve();
      socket.once('close', () => resolve());
      socket.end(lines.join(''));
      // The other side ends as well when it has read everything.
      socket.resume();
    });
    return socket.errored ? [426, 'Broken off'] : [226, 'That was all'];
  });
}
