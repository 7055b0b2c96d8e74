import path from 'node:path';
import { Readable } from 'node:stream';
import { apiError, UPLOAD_LIMITS, UPLOAD_TYPES, type StoredUpload } from '@sightline/contract';
import { insertStoredFile, storedBytes } from '@sightline/db';
import { hasContentOf, SIGNATURE_BYTES } from '../../files/content-type.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import { defineHandlers, detached, type DetachedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import type { Files } from './file.service.ts';

const HOUR_MS = 3_600_000;
/** Longest name of a file that is kept. */
const MAX_NAME = 120;

/** Files that people bring. No transaction is open while the bytes come: a slow line would hold a connection of the pool. */
export const uploadHandlers = (files: Files) =>
  defineHandlers({
    'common.upload': detached((call) => store(files, call)),
  });

async function store(files: Files, { input, file, principal, context, audit }: DetachedCall<'common.upload'>): Promise<StoredUpload> {
  const extension = path.extname(input.name).slice(1).toLowerCase();
  const contentType = Object.hasOwn(UPLOAD_TYPES, extension) ? UPLOAD_TYPES[extension as keyof typeof UPLOAD_TYPES] : null;
  if (contentType === null) throw apiError('fileTypeNotAllowed', { allowed: Object.keys(UPLOAD_TYPES) });
  if (file === null) throw apiError('emptyFile');
  const scope = scopeOf(principal);
  const used = await context.database.scoped(scope, (trx) => storedBytes(trx, principal.userId, 'upload'));
  if (used >= UPLOAD_LIMITS.maxBytesPerUser) throw apiError('fileTooLarge', { maxBytesPerUser: UPLOAD_LIMITS.maxBytesPerUser });

  const written = await files.store
    .write(Readable.from(checked(file, contentType), { objectMode: false }), UPLOAD_LIMITS.maxBytes)
    .catch((error: unknown) => {
      throw error instanceof FileTooLargeError ? apiError('fileTooLarge', { maxBytes: UPLOAD_LIMITS.maxBytes }) : error;
    });
  const fileName = `${path
    .basename(input.name, path.extname(input.name))
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME)}.${extension}`;
  const expiresAt = new Date(Date.now() + UPLOAD_LIMITS.keepHours * HOUR_MS);
  try {
    const fileId = await context.database.scoped(scope, (trx) =>
      insertStoredFile(trx, {
        storage_name: written.storageName,
        file_name: fileName,
        content_type: contentType,
        size_bytes: String(written.sizeBytes),
        purpose: 'upload',
        user_id: principal.userId,
        customer_id: principal.customerId,
        expires_at: expiresAt,
      }),
    );
    audit({ fileId, fileName, sizeBytes: written.sizeBytes });
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
