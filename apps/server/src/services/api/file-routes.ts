import { apiError, FILE_ROUTES } from '@sightline/contract';
import { findStoredFile, findTask, findUser, type StoredFileRecord } from '@sightline/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { Files } from '../../features/files/file.service.ts';
import { scopeOf, type Principal } from '../../features/principal.ts';
import { disposition } from './disposition.ts';
import { authenticate, authorise, tokenOf } from './operation-routes.ts';

const DOWNLOAD = { scope: 'self', permission: 'any', writes: false } as const;

/** `GET download` gives the result of a task. */
export function registerFileRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions, files: Files): void {
  app.get(FILE_ROUTES.download, async (request, reply) => {
    request.operationId = 'task.download.file';
    const file = await requestedFile(context, sessions, files, request);
    if (!(await files.store.exists(file.storage_name))) throw apiError('dataNotFound');
    return await reply
      .header('content-disposition', disposition('attachment', file.file_name))
      .header('content-length', file.size_bytes)
      .header('cache-control', 'private, no-store')
      .type(file.content_type)
      .send(files.store.read(file.storage_name));
  });
}

/** By a signed ticket, or by the task's id and the token of the header. @throws 401, 9002 */
async function requestedFile(context: AppContext, sessions: Sessions, files: Files, request: FastifyRequest): Promise<StoredFileRecord> {
  const { ticket, taskId } = request.query as { ticket?: unknown; taskId?: unknown };
  if (typeof ticket === 'string') {
    const link = await files.links.verify(ticket, Date.now());
    const user = link && (await findUser(context.database.system, link.userId));
    const principal = user && (await sessions.principalOf(user));
    if (!link || !principal) throw apiError('notLoggedIn');
    return await fileOf(context, principal, link.fileId);
  }
  const principal = await authenticate(sessions, tokenOf(request));
  authorise(DOWNLOAD, principal);
  if (typeof taskId !== 'string' || !/^[0-9]{1,18}$/.test(taskId))
    throw apiError('invalidParameters', [{ path: 'taskId', message: 'an id' }]);
  const task = await context.database.scoped(scopeOf(principal), (trx) => findTask(trx, taskId, principal.userId));
  return await fileOf(context, principal, task?.file_id ?? null);
}

async function fileOf(context: AppContext, principal: Principal, fileId: string | null): Promise<StoredFileRecord> {
  const file =
    fileId === null ? undefined : await context.database.scoped(scopeOf(principal), (trx) => findStoredFile(trx, fileId, 'result'));
  if (!file) throw apiError('dataNotFound');
  return file;
}
