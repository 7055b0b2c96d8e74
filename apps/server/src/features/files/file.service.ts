import path from 'node:path';
import { apiError } from '@sightline/contract';
import { findStoredFile, type ScopedTransaction, type StoredFileRecord } from '@sightline/db';
import type { Config } from '@sightline/runtime';
import { FileStore } from '../../files/file-store.ts';
import { LinkSigner } from '../../files/link-signer.ts';

/** Files and the links to them, of one data folder. */
export interface Files {
  readonly store: FileStore;
  readonly links: LinkSigner;
}

export const openFiles = (config: Config): Files => ({
  store: new FileStore(path.resolve(config.data, 'files')),
  links: new LinkSigner(path.resolve(config.data, 'secrets', 'file-links.key')),
});

/** An upload that a call names. @throws 9002 when it is not the user's own or has expired. */
export async function namedUpload(trx: ScopedTransaction, fileId: string): Promise<StoredFileRecord> {
  const file = await findStoredFile(trx, fileId, 'upload');
  if (!file) throw apiError('dataNotFound', { fileId });
  return file;
}
