import type { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { Config, Logger } from '@sightline/runtime';
import { loadCertificate, type CertificatePair } from './certificate.ts';
import { redirectPlainHttp } from './plain-http.ts';

/** Certificates of files are renewed by somebody else; nobody should have to start the platform again for it. */
const LOOK_AGAIN_MS = 600_000;

export interface TlsOptions {
  readonly key: string;
  readonly cert: string;
  readonly minVersion: 'TLSv1.2';
}

export const tlsOptions = ({ key, certificate }: CertificatePair): TlsOptions => ({ key, cert: certificate, minVersion: 'TLSv1.2' });

/** What an https server needs beside its first certificate: newer ones, and a way in for plain http. Returns how to end that. */
export function keepSecure(
  server: HttpServer,
  first: CertificatePair,
  config: Config,
  logger: Logger,
  lookAgainMs = LOOK_AGAIN_MS,
): () => void {
  if (!(server instanceof HttpsServer)) throw new TypeError('the server has no certificate');
  redirectPlainHttp(server);
  let current = first;
  const look = async (): Promise<void> => {
    try {
      const found = await loadCertificate(config);
      if (found === null || (found.certificate === current.certificate && found.key === current.key)) return;
      server.setSecureContext(tlsOptions(found));
      current = found;
      logger.info('another certificate is in use');
    } catch (error) {
      // In the middle of being replaced, perhaps: the one in use goes on.
      logger.error({ err: error }, 'the certificate could not be read again');
    }
  };
  const timer = setInterval(() => void look(), lookAgainMs);
  timer.unref();
  return () => clearInterval(timer);
}
