import type { Readable } from 'node:stream';
import { apiError, AVATAR_LIMITS, FILE_ROUTES } from '@sightline/contract';
import { pictureOfJpeg } from '../../files/jpeg.ts';
import { pictureSize } from '../../files/picture-size.ts';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';

/** Addresses stay the same for so long, so that browsers need not load a picture anew with each list; they are good for once to twice that. */
const ADDRESS_MS = 12 * 3_600_000;

/** The address of a picture for whoever asks; another picture has another one. Null without a picture. */
export async function avatarUrl(files: Files, { userId }: Principal, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null;
  const expiresAtMs = (Math.floor(Date.now() / ADDRESS_MS) + 2) * ADDRESS_MS;
  return `${FILE_ROUTES.avatar}?ticket=${await files.avatarLinks.sign({ fileId, userId, expiresAtMs })}`;
}

/** The bytes of a picture that somebody brings, without what stands beside the picture in them. @throws 9005, 9011, 9012 */
export async function readAvatar(file: Readable | null): Promise<Buffer> {
  const { maxBytes, maxEdge } = AVATAR_LIMITS;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of (file ?? []) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw apiError('fileTooLarge', { maxBytes });
    chunks.push(chunk);
  }
  if (length === 0) throw apiError('emptyFile');
  const picture = pictureOfJpeg(Buffer.concat(chunks));
  const size = picture && pictureSize(picture);
  const isSound = size?.contentType === 'image/jpeg' && size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= maxEdge;
  if (picture === null || !isSound) throw apiError('fileTypeNotAllowed', { maxEdge });
  return picture;
}
