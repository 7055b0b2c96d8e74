import type { SigningKey } from './signing-key.ts';

export interface FileLink {
  readonly fileId: string;
  readonly userId: string;
  readonly expiresAtMs: number;
}

/** Makes and checks links that open one file of one user for some minutes. */
export class LinkSigner {
  constructor(private readonly key: SigningKey) {}

  async sign(link: FileLink): Promise<string> {
    const text = `${link.fileId}.${link.userId}.${link.expiresAtMs}`;
    return `${text}.${await this.key.sign(text)}`;
  }

  /** What a ticket opens; null when it was not made here or its time is over. */
  async verify(ticket: string, nowMs: number): Promise<FileLink | null> {
    const match = /^([0-9]{1,18})\.([0-9]{1,18})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/.exec(ticket);
    if (!match) return null;
    const [, fileId, userId, expires, mac] = match as unknown as [string, string, string, string, string];
    if (!(await this.key.verify(`${fileId}.${userId}.${expires}`, mac))) return null;
    const expiresAtMs = Number(expires);
    return expiresAtMs > nowMs ? { fileId, userId, expiresAtMs } : null;
  }
}
