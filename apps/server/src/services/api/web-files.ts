import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { apiError } from '@sightline/contract';
import type { FastifyInstance } from 'fastify';
import { failure } from './envelope.ts';

const YEAR_S = 31_536_000;

/**
 * The built client. Files under `assets/` carry a hash in their name and never change; everything else is asked for
 * again. Compressed copies are sent to whoever takes them. Ranges are answered (the base map is read in pieces). Any other page address gets the client's entry page, an
 * unknown address below `/gps` the code 404.
 */
export async function serveWebFiles(app: FastifyInstance, root: string | null): Promise<void> {
  const available = root !== null && existsSync(join(root, 'index.html'));
  if (available) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      cacheControl: false,
      // The build puts them beside the files.
      preCompressed: true,
      setHeaders: (response, path) => {
        const immutable = path.startsWith(join(root, 'assets'));
        response.setHeader('cache-control', immutable ? `public, max-age=${YEAR_S}, immutable` : 'public, max-age=0, must-revalidate');
      },
    });
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
  }
  const wrongMethod = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'GET']);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === '/gps' || path.startsWith('/gps/')) {
      const other = [...wrongMethod].find((method) => method !== request.method && app.hasRoute({ method: method as 'GET', url: path }));
      const error = other === undefined ? apiError('notFound') : apiError('wrongMethod');
      request.answerCode = error.code;
      return reply.code(error.code).send(failure(error));
    }
    const wantsPage = request.method === 'GET' && !/\.[a-z0-9]{1,8}$/i.test(path);
    if (available && wantsPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply
      .code(404)
      .type('text/plain')
      .send(available ? 'Not found\n' : 'The web client has not been built (npm run build)\n');
  });
}
