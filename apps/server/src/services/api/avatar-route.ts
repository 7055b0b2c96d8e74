import { apiError, FILE_ROUTES } from '@sightline/contract';
import { findAvatar, findUser } from '@sightline/db';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import type { Sessions } from '../../features/auth/sessions.service.ts';
import type { Files } from '../../features/files/file.service.ts';
import { isRestricted, scopeOf } from '../../features/principal.ts';

/** `GET user/avatar?ticket=` gives the picture of a user to whom the address was made for, while he sees that user. */
export function registerAvatarRoute(app: FastifyInstance, context: AppContext, sessions: Sessions, files: Files): void {
  app.get(FILE_ROUTES.avatar, async (request, reply) => {
    request.operationId = 'user.avatar';
    const { ticket } = request.query as { ticket?: unknown };
    const link = typeof ticket === 'string' ? await files.avatarLinks.verify(ticket, Date.now()) : null;
    const user = link && (await findUser(context.database.system, link.userId));
    const principal = user && (await sessions.principalOf(user));
    if (!link || !principal || isRestricted(principal)) throw apiError('notLoggedIn');
    const avatar = await context.database.scoped(scopeOf(principal), (trx) => findAvatar(trx, link.fileId));
    if (!avatar || !(await files.store.exists(avatar.storageName))) throw apiError('dataNotFound');
    return await reply
      .header('cache-control', 'private, max-age=43200, immutable')
      // It was brought by somebody: whatever it is, it is shown as this and nothing of it runs here.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline; filename="picture.jpg"')
      .header('content-length', avatar.sizeBytes)
      .type('image/jpeg')
      .send(files.store.read(avatar.storageName));
  });
}
