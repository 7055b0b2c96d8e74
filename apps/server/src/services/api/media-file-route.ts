import { apiError, FILE_ROUTES } from '@sightline/contract';
import { findMediaFile, findUser, logMediaLooks, type MediaFileRow } from '@sightline/db';
import { MEDIA_PERMISSIONS } from '@sightline/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { Files } from '../../features/files/file.service.ts';
import { mediaLook, mediaViewer } from '../../features/media-files/media-file.service.ts';
import { isRestricted, scopeOf, type Principal } from '../../features/principal.ts';
import { byteRange } from './byte-range.ts';
import { disposition } from './disposition.ts';

/** What a browser may show by itself; everything else is only saved. */
const SHOWN = /^(?:image\/(?:jpeg|png)|video\/mp4|audio\/(?:mpeg|wav|aac|mp4)|text\/plain)$/;

/** `GET media/file?ticket=` gives a file of a device, or a part of it, to the user that the link was made for, and writes that down. */
export function registerMediaFileRoute(app: FastifyInstance, context: AppContext, sessions: Sessions, files: Files): void {
  app.get(FILE_ROUTES.media, async (request, reply) => {
    request.operationId = 'media.file';
    const { principal, file } = await requested(context, sessions, files, request);
    if (!(await files.store.exists(file.storage_name))) throw apiError('dataNotFound');
    const size = Number(file.size_bytes);
    const range = byteRange(request.headers.range, size);
    void reply
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, max-age=900, immutable')
      // It is from outside: whatever it is, nothing of it runs here.
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (range === 'unsatisfiable') return await reply.code(416).header('content-range', `bytes */${size}`).send();
    await logMediaLooks(context.database.system, [mediaLook(principal, file, request.ip)], Date.now());
    const saved = (request.query as { download?: unknown }).download !== undefined || !SHOWN.test(file.content_type);
    if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    return await reply
      .header('content-disposition', disposition(saved ? 'attachment' : 'inline', file.file_name))
      .header('content-length', range ? range.end - range.start + 1 : size)
      .type(file.content_type)
      .send(files.store.read(file.storage_name, range ?? undefined));
  });
}

/** @throws 401 for a link that was not made here, has ended, or whose user is not any more; 403; 9002. */
async function requested(
  context: AppContext,
  sessions: Sessions,
  files: Files,
  request: FastifyRequest,
): Promise<{ principal: Principal; file: MediaFileRow }> {
  const { ticket } = request.query as { ticket?: unknown };
  const link = typeof ticket === 'string' ? await files.mediaLinks.verify(ticket, Date.now()) : null;
  const user = link && (await findUser(context.database.system, link.userId));
  const principal = user && (await sessions.principalOf(user));
  if (!link || !principal || isRestricted(principal)) throw apiError('notLoggedIn');
  const file = await context.database.scoped(scopeOf(principal), (trx) => findMediaFile(trx, link.fileId, mediaViewer(principal)));
  if (!file) throw apiError('dataNotFound');
  if (!MEDIA_PERMISSIONS[file.source].some((id) => principal.permissions.has(id))) throw apiError('noPermission');
  return { principal, file };
}
