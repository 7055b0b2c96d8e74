import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What authenticator apps take without being told: SHA-1, 6 digits, steps of 30 s (RFC 6238, RFC 4226). */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226, 4 R6: 160 bits. */
const KEY_BYTES = 20;
/** RFC 4648, 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpKey = (): Buffer => randomBytes(KEY_BYTES);

/** Base32 without padding, as apps want it typed. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** Number of the step that an instant lies in. */
export const totpStep = (atMs: number): number => Math.floor(atMs / STEP_MS);

/** The code of a step: HMAC-SHA-1 over its number, truncated (RFC 4226, 5.3). */
export function totpCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac[mac.length - 1]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step around `atMs` (this one, the one before, the one after: clocks differ) whose code this is; null for none. */
export function matchTotp(key: Uint8Array, code: string, atMs: number): number | null {
  const now = totpStep(atMs);
  let found: number | null = null;
  for (const step of [now - 1, now, now + 1]) {
    const expected = totpCode(key, step);
    if (code.length === expected.length && timingSafeEqual(Buffer.from(code), Buffer.from(expected))) found = step;
  }
  return found;
}

/** What an app reads from a picture (the key URI format of authenticator apps). */
export function totpUri(key: Uint8Array, issuer: string, account: string): string {
  // The colon between the two is the only one that counts.
  const name = issuer.replaceAll(':', ' ');
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret: base32(key), issuer: name, algorithm: 'SHA1', digits: String(DIGITS), period: '30' });
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
