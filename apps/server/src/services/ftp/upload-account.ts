import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PartialFile, PartialFiles } from '../attachments/partial-files.ts';

/** What an account is for, and where it ends. */
export interface UploadOrder {
  readonly deviceId: string;
  /** Octets of all files together. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** As many octets of a file as {@link accepts} looks at. */
  readonly headBytes: number;
  /** Whether a file that begins like this is wanted; `head` is shorter where the file is. */
  accepts(head: Uint8Array): boolean;
}

/** A file that has come whole. */
export interface UploadedFile {
  /** As the device named it, without its folder. */
  readonly name: string;
  /** Where its octets lie until the account is closed. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** Why a file is not taken. */
export type StoreRefusal = 'tooMany' | 'busy' | 'gap' | 'closed';

/** A file of an account. Its place on the disk has nothing to do with its name. */
export interface AccountFile {
  readonly key: string;
  readonly partial: PartialFile;
  sizeBytes: number;
  whole: boolean;
  writer: object | null;
}

/** Whatever speaks for an account: told when it ends. */
export interface AccountUser {
  end(): void;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The account of one upload by one device: its password is known to that device and, as a hash, here; its files are under their names as long as it
 * lasts, and go with it.
 */
export class UploadAccount {
  readonly files = new Map<string, AccountFile>();
  readonly users = new Set<AccountUser>();
  /** Of all files, with those that are being written. */
  bytes = 0;
  /** Octets that have ever come: what a device sends again counts again. */
  received = 0;
  /** When something came over a data connection, or somebody signed in; ms, 0 before. */
  activeMs = 0;
  /** More came than there is room for. */
  full = false;
  closed = false;
  private writing = 0;
  private count = 0;
  /** Files are begun one after the other: two connections may want the same name. */
  private beginning: Promise<unknown> = Promise.resolve();
  private readonly watchers = new Set<() => void>();

  constructor(
    readonly user: string,
    private readonly hash: Buffer,
    readonly order: UploadOrder,
    private readonly partials: PartialFiles,
    private readonly onReceived: (bytes: number) => void,
  ) {}

  opensWith(password: string): boolean {
    return timingSafeEqual(this.hash, sha256(password)) && !this.closed;
  }

  /** Called whenever something has changed. The returned function ends it. */
  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => void this.watchers.delete(changed);
  }

  /** Files that are here, in the order in which they were begun. */
  get whole(): readonly UploadedFile[] {
    return [...this.files].flatMap(([path, file]) =>
      file.whole ? [{ name: path.slice(path.lastIndexOf('/') + 1), path: file.partial.path, sizeBytes: file.sizeBytes }] : [],
    );
  }

  get isWriting(): boolean {
    return this.writing > 0;
  }

  /** Begins a file (0), or goes on with it from an octet that has come. */
  async begin(path: string, offset: number | 'end', owner: object): Promise<AccountFile | StoreRefusal> {
    const begun = this.beginning.then(() => this.beginNow(path, offset, owner));
    this.beginning = begun.catch(() => undefined);
    return await begun;
  }

  private async beginNow(path: string, offset: number | 'end', owner: object): Promise<AccountFile | StoreRefusal> {
    if (this.closed) return 'closed';
    const known = this.files.get(path);
    if (known && known.writer !== null) return 'busy';
    const from = offset === 'end' ? (known?.sizeBytes ?? 0) : offset;
    if (from > (known?.sizeBytes ?? 0)) return 'gap';
    if (known && from > 0) {
      known.writer = owner;
      known.whole = false;
      this.bytes -= known.sizeBytes - from;
      known.sizeBytes = from;
      this.writing++;
      return known;
    }
    if (known) await this.remove(path, known);
    if (this.files.size >= this.order.maxFiles) return 'tooMany';
    const key = String(this.count++);
    const partial = await this.partials.take(this.user, key, this, Date.now());
    if (partial === null) return 'tooMany';
    if (this.closed) {
      await this.partials.drop(this.user, key);
      return 'closed';
    }
    const file: AccountFile = { key, partial, sizeBytes: 0, whole: false, writer: owner };
    this.files.set(path, file);
    this.writing++;
    return file;
  }

  /** False when there is no more room. */
  async write(file: AccountFile, chunk: Uint8Array): Promise<boolean> {
    this.received += chunk.length;
    this.onReceived(chunk.length);
    this.touch();
    if (this.closed || this.bytes + chunk.length > this.order.maxBytes) {
      this.full ||= !this.closed;
      return false;
    }
    this.bytes += chunk.length;
    await file.partial.write(file.sizeBytes, chunk);
    file.sizeBytes += chunk.length;
    return true;
  }

  /** The data connection has ended: the file is whole, is kept to be gone on with, or is dropped. */
  async finish(path: string, file: AccountFile, how: 'whole' | 'broken' | 'unwanted'): Promise<void> {
    if (how === 'unwanted') await this.remove(path, file);
    else await file.partial.finish(file.sizeBytes);
    file.writer = null;
    file.whole = how === 'whole';
    this.writing--;
    this.touch();
  }

  /** False when there is nothing of that name, or something of the other. */
  rename(from: string, to: string): boolean {
    const file = this.files.get(from);
    if (!file || file.writer !== null || this.files.has(to)) return false;
    this.files.delete(from);
    this.files.set(to, file);
    return true;
  }

  touch(): void {
    this.activeMs = Date.now();
    for (const changed of this.watchers) changed();
  }

  /** Ends it: its connections end, and nothing of its files is left. */
  async close(): Promise<void> {
    this.closed = true;
    for (const user of this.users) user.end();
    for (const [path, file] of this.files) await this.remove(path, file);
  }

  private async remove(path: string, file: AccountFile): Promise<void> {
    if (this.files.get(path) === file) this.files.delete(path);
    this.bytes -= file.sizeBytes;
    await this.partials.drop(this.user, file.key);
  }
}

/** The accounts that there are now. None outlives the process, and none is anybody else's. */
export class UploadAccounts {
  private readonly open = new Map<string, UploadAccount>();

  constructor(
    private readonly partials: PartialFiles,
    private readonly onReceived: (deviceId: string, bytes: number) => void,
  ) {}

  /** A new account and its password, which is said once. */
  add(order: UploadOrder): { readonly account: UploadAccount; readonly password: string } {
    // Letters and digits: there are devices that put both into an address.
    const user = `u${randomBytes(6).toString('hex')}`;
    const password = randomBytes(12).toString('hex');
    const account = new UploadAccount(user, sha256(password), order, this.partials, (bytes) => this.onReceived(order.deviceId, bytes));
    this.open.set(user, account);
    return { account, password };
  }

  /** The account that somebody may use; null also for one that there is not, which takes as long. */
  find(user: string, password: string): UploadAccount | null {
    const account = this.open.get(user);
    return (account ?? NOBODY).opensWith(password) ? (account ?? null) : null;
  }

  async close(account: UploadAccount): Promise<void> {
    this.open.delete(account.user);
    await account.close();
  }

  async clear(): Promise<void> {
    for (const account of this.open.values()) await this.close(account);
  }
}

const NOBODY = { opensWith: (password: string): boolean => timingSafeEqual(sha256(password), Buffer.alloc(32)) };
