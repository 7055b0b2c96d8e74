import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Config } from '@sightline/runtime';
import { selfSignedPair } from './self-signed.ts';

/** PEM texts. */
export interface CertificatePair {
  readonly key: string;
  /** The server's own one first, then those above it. */
  readonly certificate: string;
}

/**
 * What the web pages and the API are served with; null for plain http. Called again while the server runs: files may have been replaced, and a
 * certificate of its own is renewed.
 *
 * @throws ConfigError for files that cannot be read, are none, or do not belong together.
 */
export async function loadCertificate(config: Config): Promise<CertificatePair | null> {
  const given = config.tlsCertificate !== '' || config.tlsKey !== '';
  if (given && (config.tlsCertificate === '' || config.tlsKey === ''))
    throw new ConfigError('--tls-certificate and --tls-key go together: one of them is missing');
  if (given) return await pairOfFiles(config.tlsCertificate, config.tlsKey);
  if (!config.tls) return null;
  return await selfSignedPair(path.join(config.data, 'tls'), [...new Set([...config.tlsNames, ...ownNames()])]);
}

/** The SHA-256 fingerprint as browsers show it. */
export const fingerprintOf = ({ certificate }: CertificatePair): string => new X509Certificate(certificate).fingerprint256;

async function pairOfFiles(certificateFile: string, keyFile: string): Promise<CertificatePair> {
  const read = (file: string, flag: string): Promise<string> =>
    readFile(file, 'utf8').catch((error: Error) => {
      throw new ConfigError(`--${flag}: ${error.message}`);
    });
  const pair = { certificate: await read(certificateFile, 'tls-certificate'), key: await read(keyFile, 'tls-key') };
  try {
    createSecureContext({ key: pair.key, cert: pair.certificate });
  } catch (error) {
    throw new ConfigError(`${certificateFile} and ${keyFile} are no certificate and its key: ${(error as Error).message}`);
  }
  return pair;
}

/** What people may call this machine: its name and its addresses. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // An address of one link has a zone behind it, which no certificate can name.
  const reachable = addresses.filter(({ address, scopeid }) => !scopeid && !address.includes('%')).map(({ address }) => address);
  const name = hostname();
  return ['localhost', ...(/^[A-Za-z0-9.-]{1,253}$/.test(name) ? [name] : []), ...reachable];
}
