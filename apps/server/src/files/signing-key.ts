import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** A secret key in a file that signs texts (HMAC-SHA-256). All processes that share the data folder share it. */
export class SigningKey {
  private key: Promise<Buffer> | null = null;

  /** `file`: read, or generated with mode 600 when it is missing. */
  constructor(private readonly file: string) {}

  /** The signature as 43 characters of base64url. */
  async sign(text: string): Promise<string> {
    return (await this.mac(text)).toString('base64url');
  }

  async verify(text: string, signature: string): Promise<boolean> {
    const expected = await this.mac(text);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async mac(text: string): Promise<Buffer> {
    return createHmac('sha256', await (this.key ??= this.loadKey()))
      .update(text)
      .digest();
  }

  private async loadKey(): Promise<Buffer> {
    await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(this.file, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    for (let attempt = 0; ; attempt++) {
      const key = Buffer.from(await readFile(this.file, 'utf8'), 'hex');
      if (key.length === KEY_BYTES) return key;
      // Another process has created it and is about to write it.
      if (attempt === 50) throw new Error(`${this.file} is not a key`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
