import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { FileRanges, type FileRange } from '@sightline/protocols';
import type { AttachmentLimits } from './limits.ts';

/** A file that comes in pieces, at their places on the disk. */
export class PartialFile {
  private handle: FileHandle | null = null;
  private made = false;
  private readonly ranges = new FileRanges();
  usedMs: number;
  /** A connection writes to it. */
  owner: object | null = null;

  constructor(
    readonly path: string,
    nowMs: number,
  ) {
    this.usedMs = nowMs;
  }

  /** Octets behind `sizeBytes` are for the caller to refuse. False when the pieces are too many. */
  async write(offset: number, bytes: Uint8Array): Promise<boolean> {
    // A connection that goes on with it must not empty it.
    this.handle ??= await open(this.path, this.made ? 'r+' : 'wx+', 0o600);
    this.made = true;
    let at = 0;
    while (at < bytes.length) at += (await this.handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
    return this.ranges.add(offset, bytes.length);
  }

  missing(sizeBytes: number): readonly FileRange[] {
    return this.ranges.missing(sizeBytes);
  }

  /** Cuts off what a unit sent beyond the end that it told at last, and lets the file be read. */
  async finish(sizeBytes: number): Promise<void> {
    await this.handle?.truncate(sizeBytes);
    await this.close();
  }

  async close(): Promise<void> {
    const { handle } = this;
    this.handle = null;
    await handle?.close();
  }
}

/**
 * Files of which not everything has come, by group (an alarm, an account) and name: a unit whose connection breaks goes on where it was. They lie
 * below one folder under generated names, and are forgotten after a while and with the process.
 */
export class PartialFiles {
  private readonly files = new Map<string, PartialFile>();
  private ready: Promise<unknown> | null = null;

  constructor(
    private readonly folder: string,
    private readonly limits: Pick<AttachmentLimits, 'partialMs' | 'maxPartials'>,
  ) {}

  /** Makes the folder anew: what an earlier process left there is nobody's. */
  private prepare(): Promise<unknown> {
    return (this.ready ??= rm(this.folder, { recursive: true, force: true }).then(() =>
      mkdir(this.folder, { recursive: true, mode: 0o700 }),
    ));
  }

  /** The file of this name of a group, begun or gone on with; null while another connection has it, or when there are too many. */
  async take(group: string, name: string, owner: object, nowMs: number): Promise<PartialFile | null> {
    await this.prepare();
    const key = `${group} ${name}`;
    let file = this.files.get(key);
    if (!file) {
      if (this.files.size >= this.limits.maxPartials) return null;
      file = new PartialFile(path.join(this.folder, randomBytes(16).toString('hex')), nowMs);
      this.files.set(key, file);
    }
    if (file.owner !== null && file.owner !== owner) return null;
    file.owner = owner;
    file.usedMs = nowMs;
    return file;
  }

  /** The connection has ended: what it wrote waits for the next one. */
  async release(owner: object, nowMs: number): Promise<void> {
    for (const file of this.files.values()) {
      if (file.owner !== owner) continue;
      await file.close();
      file.owner = null;
      file.usedMs = nowMs;
    }
  }

  async drop(group: string, name: string): Promise<void> {
    const key = `${group} ${name}`;
    const file = this.files.get(key);
    this.files.delete(key);
    await file?.close();
    if (file) await rm(file.path, { force: true });
  }

  /** Forgets what nobody has gone on with. */
  async sweep(nowMs: number): Promise<void> {
    for (const [key, file] of this.files) {
      if (file.owner !== null || nowMs - file.usedMs < this.limits.partialMs) continue;
      this.files.delete(key);
      await rm(file.path, { force: true });
    }
  }

  async clear(): Promise<void> {
    for (const file of this.files.values()) await file.close();
    this.files.clear();
    if (this.ready) await rm(this.folder, { recursive: true, force: true });
  }
}
