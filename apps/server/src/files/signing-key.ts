import { createHmac, timingSafeEqual } from 'node:crypto';
import { loadKey } from './key-file.ts';

/** A secret key that signs texts (HMAC-SHA-256). */
export class SigningKey {
  private key: Promise<Buffer> | null = null;

  /** `source` gives the key; a file is read, or generated with mode 600 when it is missing: all processes that share the data folder share it. */
  constructor(private readonly source: string | (() => Promise<Buffer>)) {}

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
    const { source } = this;
    // A key that could not be read is asked for again.
    this.key ??= (typeof source === 'string' ? loadKey(source) : source()).catch((error: unknown) => {
      this.key = null;
      throw error;
    });
    return createHmac('sha256', await this.key)
      .update(text)
      .digest();
  }
}
