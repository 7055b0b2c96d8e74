import path from 'node:path';
import type { Readable } from 'node:stream';
import { apiError, FILE_ROUTES, JOB_LIMITS, type FileLink } from '@sightline/contract';
import { findStoredFile, insertStoredFile, type ScopedTransaction, type StoredFileRecord } from '@sightline/db';
import type { Config } from '@sightline/runtime';
import { FileStore } from '../../files/file-store.ts';
import { LinkSigner } from '../../files/link-signer.ts';
import { SigningKey } from '../../files/signing-key.ts';
import type { Principal } from '../principal.ts';
import { isoTime } from '../times.ts';

/** Files and the links to them, of one data folder. */
export interface Files {
  readonly store: FileStore;
  readonly links: LinkSigner;
  /** Links to files of devices; with a key of their own, so that one kind never opens the other. */
  readonly mediaLinks: LinkSigner;
  /** And to pictures of users. */
  readonly avatarLinks: LinkSigner;
}

export const openFiles = (config: Config): Files => ({
  store: new FileStore(path.resolve(config.data, 'files')),
  links: new LinkSigner(new SigningKey(path.resolve(config.data, 'secrets', 'file-links.key'))),
  mediaLinks: new LinkSigner(new SigningKey(path.resolve(config.data, 'secrets', 'media-links.key'))),
  avatarLinks: new LinkSigner(new SigningKey(path.resolve(config.data, 'secrets', 'avatar-links.key'))),
});

/** An upload that a call names. @throws 9002 when it is not the user's own or has expired. */
export async function namedUpload(trx: ScopedTransaction, fileId: string): Promise<StoredFileRecord> {
  const file = await findStoredFile(trx, fileId, 'upload');
  if (!file) throw apiError('dataNotFound', { fileId });
  return file;
}

const HOUR_MS = 3_600_000;
const MAX_MADE_BYTES = 52_428_800;

/** A link to a file of the user, good for some minutes. */
export async function linkTo(
  files: Files,
  principal: Principal,
  file: Pick<StoredFileRecord, 'id' | 'file_name' | 'expires_at'>,
): Promise<FileLink> {
  const expiresAtMs = Math.min(Date.now() + JOB_LIMITS.linkS * 1000, file.expires_at.getTime());
  const ticket = await files.links.sign({ fileId: file.id, userId: principal.userId, expiresAtMs });
  return { url: `${FILE_ROUTES.download}?ticket=${ticket}`, fileName: file.file_name, expirationTime: isoTime(expiresAtMs) };
}

/** Keeps a small file that a call has made for an hour and gives a link to it. */
export async function linkToMade(
  trx: ScopedTransaction,
  files: Files,
  principal: Principal,
  made: { readonly fileName: string; readonly contentType: string; readonly source: Readable },
): Promise<FileLink> {
  const { storageName, sizeBytes } = await files.store.write(made.source, MAX_MADE_BYTES);
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const id = await insertStoredFile(trx, {
    storage_name: storageName,
    file_name: made.fileName,
    content_type: made.contentType,
    size_bytes: String(sizeBytes),
    purpose: 'result',
    user_id: principal.userId,
    customer_id: principal.customerId,
    expires_at: expiresAt,
  });
  return await linkTo(files, principal, { id, file_name: made.fileName, expires_at: expiresAt });
}
