import { ERROR_CODE } from '@sightline/contract';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';

const SLOW_MS = 1000;

/** One line and one measurement per call: who, what, how long, with which outcome. Never bodies, headers or tokens. */
export function logRequests(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('principal', null);
  app.decorateRequest('operationId', null);
  app.decorateRequest('answerCode', ERROR_CODE.success);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-trace-id', request.id);
    // A range is a piece of the stored bytes: packing it would shift them.
    if (request.headers.range !== undefined) request.headers['x-no-compression'] = '1';
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (request.operationId !== null) {
      const ms = reply.elapsedTime;
      context.metrics.requestSeconds.observe({ operation: request.operationId, code: String(request.answerCode) }, ms / 1000);
      const line = {
        operation: request.operationId,
        code: request.answerCode,
        ms: Math.round(ms * 10) / 10,
        userId: request.principal?.userId,
        remote: request.ip,
        status: reply.statusCode,
      };
      if (ms >= SLOW_MS) request.log.warn(line, 'slow call');
      else request.log.debug(line, 'call');
    }
    done();
  });
}
