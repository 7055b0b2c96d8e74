import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';
import type { CertificatePair } from './certificate.ts';

const DAY_MS = 86_400_000;
/** What browsers accept at most. */
const VALID_DAYS = 397;
const RENEW_BEFORE_DAYS = 30;
/** Clocks of other machines may be behind this one. */
const BEFORE_DAYS = 1;
/** RFC 5280 4.2.1.6: the kinds of a subject alternative name. */
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/**
 * The certificate that this server made for itself, kept in `folder` (mode 600) and made anew when it ends within a month or does not speak for one
 * of `names` (host names and IP addresses).
 *
 * @throws Error when the folder cannot be read or written.
 */
export async function selfSignedPair(folder: string, names: readonly string[], nowMs = Date.now()): Promise<CertificatePair> {
  const file = path.join(folder, 'self-signed.pem');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const known = kept === null ? null : pairIn(kept);
  if (known !== null && speaksFor(known.certificate, names, nowMs)) return known;
  const made = await makePair(names, nowMs);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Both in one file that appears at once: another process never reads a key without its certificate.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${made.key}${made.certificate}`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
  return made;
}

/** Key and certificate of a file that was written here; null when it is something else. */
function pairIn(text: string): CertificatePair | null {
  const match = /^(-----BEGIN PRIVATE KEY-----[^]+?-----END PRIVATE KEY-----\s+)(-----BEGIN CERTIFICATE-----[^]+)$/.exec(text);
  return match ? { key: match[1]!, certificate: match[2]! } : null;
}

function speaksFor(certificate: string, names: readonly string[], nowMs: number): boolean {
  try {
    const read = new X509Certificate(certificate);
    const endsMs = Date.parse(read.validTo);
    return (
      nowMs > Date.parse(read.validFrom) &&
      nowMs < endsMs - RENEW_BEFORE_DAYS * DAY_MS &&
      names.every((name) => (isIP(name) ? read.checkIP(name) : read.checkHost(name)) !== undefined)
    );
  } catch {
    return false;
  }
}

async function makePair(names: readonly string[], nowMs: number): Promise<CertificatePair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // RFC 5280 4.1.2.2: positive.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(nowMs - BEFORE_DAYS * DAY_MS);
  certificate.validity.notAfter = new Date(nowMs + (VALID_DAYS - BEFORE_DAYS) * DAY_MS);
  const subject = [{ name: 'commonName', value: 'Sightline' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: names.map((name) => (isIP(name) ? { type: IP_ADDRESS, ip: name } : { type: DNS_NAME, value: name })),
    },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { key: privateKey, certificate: forge.pki.certificateToPem(certificate) };
}
