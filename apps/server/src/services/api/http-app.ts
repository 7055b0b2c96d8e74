import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { Logger } from '@sightline/runtime';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { BODY_LIMIT_BYTES, REQUEST_TIMEOUT_MS } from './limits.ts';
import { handleError } from './operation-routes.ts';
import { logRequests } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import type { CertificatePair } from './tls/certificate.ts';
import { tlsOptions } from './tls/secure-server.ts';

/** An HTTP server with what every one of ours has: its log, its errors, its headers; with a certificate it speaks https. */
export async function openHttpApp(
  context: AppContext,
  logger: Logger,
  certificate: CertificatePair | null,
  mediaOrigins: () => readonly string[],
): Promise<FastifyInstance> {
  const app = fastify({
    // Fastify takes null for plain http; its types make another kind of server of it.
    ...(certificate && ({ https: tlsOptions(certificate) } as object)),
    // Fastify asks for its own logger type; pino is what it is made of.
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    genReqId: () => randomBytes(8).toString('hex'),
    routerOptions: { ignoreTrailingSlash: true },
  });
  logRequests(app, context);
  app.setErrorHandler(handleError);
  await app.register(helmet, securityHeaders(mediaOrigins, context.config.tileHosts));
  return app;
}
