import path from 'node:path';
import { Readable } from 'node:stream';
import { apiError, FILE_ROUTES, UPLOAD_LIMITS, UPLOAD_TYPES } from '@sightline/contract';
import { findStoredFile, findTask, findUser, insertAudit, insertStoredFile, storedBytes, type StoredFileRecord } from '@sightline/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import { hasContentOf, SIGNATURE_BYTES } from '../../files/content-type.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { Files } from '../../features/files/file.service.ts';
import { scopeOf, type Principal } from '../../features/principal.ts';
import { success } from './envelope.ts';
import { disposition } from './disposition.ts';
import { authenticate, authorise, tokenOf } from './operation-routes.ts';

const HOUR_MS = 3_600_000;
const UPLOADS_PER_MINUTE = 30;
/** Longest name of a file that is kept. */
const MAX_NAME = 120;

const UPLOAD = { scope: 'self', permission: 'any', writes: true } as const;
const DOWNLOAD = { scope: 'self', permission: 'any', writes: false } as const;

/** `POST upload?name=` takes the bytes of one file as they are; `GET download` gives the result of a task. */
export function registerFileRoutes(app: FastifyInstance, context: AppContext, sessions: Sessions, files: Files): void {
  // Not read into memory: the handler streams it to the disk.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  const limiter = app.createRateLimit({
    max: UPLOADS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => `upload ${request.principal?.userId ?? request.ip}`,
  });

  app.post(FILE_ROUTES.upload, { bodyLimit: UPLOAD_LIMITS.maxBytes + 1 }, async (request, reply) => {
    request.operationId = 'common.upload';
    const principal = await authenticate(sessions, tokenOf(request));
    request.principal = principal;
    authorise(UPLOAD, principal);
    const rate = await limiter(request);
    if (!rate.isAllowed && rate.isExceeded) throw apiError('tooFrequent', { retryAfterS: rate.ttlInSeconds });
    const file = await store(context, files, principal, request);
    return await reply.send(success(file));
  });

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

async function store(context: AppContext, files: Files, principal: Principal, request: FastifyRequest) {
  const { name } = request.query as { name?: unknown };
  if (typeof name !== 'string' || name === '' || name.length > 500)
    throw apiError('invalidParameters', [{ path: 'name', message: 'a file name' }]);
  const extension = path.extname(name).slice(1).toLowerCase();
  const contentType = Object.hasOwn(UPLOAD_TYPES, extension) ? UPLOAD_TYPES[extension as keyof typeof UPLOAD_TYPES] : null;
  if (contentType === null) throw apiError('fileTypeNotAllowed', { allowed: Object.keys(UPLOAD_TYPES) });
  if (!(request.body instanceof Readable)) throw apiError('invalidParameters', null, 'The body must be application/octet-stream');
  const scope = scopeOf(principal);
  const used = await context.database.scoped(scope, (trx) => storedBytes(trx, principal.userId, 'upload'));
  if (used >= UPLOAD_LIMITS.maxBytesPerUser) throw apiError('fileTooLarge', { maxBytesPerUser: UPLOAD_LIMITS.maxBytesPerUser });

  const written = await files.store
    .write(Readable.from(checked(request.body, contentType), { objectMode: false }), UPLOAD_LIMITS.maxBytes)
    .catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? apiError('fileTooLarge', { maxBytes: UPLOAD_LIMITS.maxBytes }) : error;
    });
  const fileName = `${path
    .basename(name, path.extname(name))
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME)}.${extension}`;
  const expiresAt = new Date(Date.now() + UPLOAD_LIMITS.keepHours * HOUR_MS);
  try {
    const fileId = await context.database.scoped(scope, async (trx) => {
      const id = await insertStoredFile(trx, {
        storage_name: written.storageName,
        file_name: fileName,
        content_type: contentType,
        size_bytes: String(written.sizeBytes),
        purpose: 'upload',
        user_id: principal.userId,
        customer_id: principal.customerId,
        expires_at: expiresAt,
      });
      await insertAudit(trx, {
        userId: principal.userId,
        account: principal.account,
        customerId: principal.customerId,
        customerPath: principal.customerPath,
        operation: 'common.upload',
        detail: { fileId: id, fileName, sizeBytes: written.sizeBytes },
        remote: request.ip,
      });
      return id;
    });
    return { fileId, fileName, sizeBytes: written.sizeBytes, expirationTime: expiresAt.toISOString() };
  } catch (error) {
    await files.store.remove(written.storageName);
    throw error;
  }
}

/** The same bytes; ends with 9005 or 9012 when they are none, or not those of their type. */
async function* checked(source: Readable, contentType: string): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let known = false;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    if (!known) {
      head = Buffer.concat([head, chunk]);
      if (head.length < SIGNATURE_BYTES) continue;
      if (!hasContentOf(contentType, head)) throw apiError('fileTypeNotAllowed', { contentType });
      known = true;
      yield head;
    } else yield chunk;
  }
  if (head.length === 0) throw apiError('emptyFile');
  if (!known) throw apiError('fileTypeNotAllowed', { contentType });
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
