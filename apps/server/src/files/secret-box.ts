import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { loadKey } from './key-file.ts';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals passwords that the platform must be able to say again (AES-256-GCM): version, nonce, tag, text. Who has the database alone has none of them. `about`
 * names the row: what was sealed for one does not open for another.
 */
export class SecretBox {
  private key: Promise<Buffer> | null = null;

  /** `file`: its key, read, or generated with mode 600 when it is missing. */
  constructor(private readonly file: string) {}

  async seal(text: string, about: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await this.load(), nonce).setAAD(Buffer.from(about));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Null when it was not sealed with this key, for this row. */
  async open(sealed: Buffer, about: string): Promise<string | null> {
    const head = 1 + NONCE_BYTES + TAG_BYTES;
    if (sealed.length < head || sealed[0] !== VERSION) return null;
    const decipher = createDecipheriv('aes-256-gcm', await this.load(), sealed.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, head));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(head)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  private load(): Promise<Buffer> {
    return (this.key ??= loadKey(this.file));
  }
}
