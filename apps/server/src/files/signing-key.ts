import { createHmac, timingSafeEqual } from 'node:crypto';
import { loadKey } from './key-file.ts';

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
    return createHmac('sha256', await (this.key ??= loadKey(this.file)))
      .update(text)
      .digest();
  }
}
