import { Readable } from 'node:stream';
import { deleteAvatar, replaceAvatar } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import { avatarUrl, readAvatar } from './avatar.service.ts';

/** The picture that somebody shows of himself. */
export const avatarHandlers = (files: Files) =>
  defineHandlers({
    // No transaction is open while the bytes come.
    'user.avatar.save': detached(async ({ file, principal, context, audit }) => {
      const picture = await readAvatar(file);
      const written = await files.store.write(Readable.from([picture]), picture.length);
      try {
        const { id, former } = await context.database.scoped(scopeOf(principal), (trx) => replaceAvatar(trx, principal.userId, written));
        if (former !== null) await files.store.remove(former);
        audit({ sizeBytes: written.sizeBytes });
        return { avatarUrl: (await avatarUrl(files, principal, id)) ?? '' };
      } catch (error) {
        await files.store.remove(written.storageName);
        throw error;
      }
    }),

    'user.avatar.remove': async ({ principal, trx, afterCommit }) => {
      const former = await deleteAvatar(trx, principal.userId);
      if (former !== null) afterCommit(() => files.store.remove(former));
      return null;
    },
  });
