import { ping } from '@sightline/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** The peer itself is this machine, and not a proxy on it that speaks for somebody else. */
const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined;

/** `/health` for load balancers, `/metrics` for Prometheus on this machine. */
export function registerSystemRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    try {
      await ping(context.database);
      return await reply.send({ status: 'ok' });
    } catch {
      return await reply.code(503).send({ status: 'database unavailable' });
    }
  });

  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request)) return reply.code(404).type('text/plain').send('Not found\n');
    const text = await context.metrics.registry.metrics();
    return await reply.type(context.metrics.registry.contentType).send(text);
  });
}
