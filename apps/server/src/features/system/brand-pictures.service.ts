import { apiError } from '@sightline/contract';
import { pictureSize } from '../../files/picture-size.ts';

/** Longest edge, pixels. A few bytes can unpack to many more, in the browser of everybody who opens the sign-in page. */
const MAX_EDGE = 4096;
const PICTURES = ['logoLight', 'logoDark', 'icon', 'loginPageImage'] as const;

/**
 * Looks into the pictures of a brand, which come as data URLs.
 *
 * @throws 9012 for one whose bytes are not of the kind that it calls itself, or that is larger than 4096 pixels.
 */
export function checkPictures(change: Partial<Record<(typeof PICTURES)[number], string | undefined>>): void {
  for (const path of PICTURES) {
    const url = change[path];
    if (url === undefined || url === '') continue;
    const [head = '', body = ''] = url.split(';base64,');
    const size = pictureSize(Buffer.from(body, 'base64'));
    const isSound = size !== null && head === `data:${size.contentType}` && size.width > 0 && size.height > 0;
    if (!isSound || Math.max(size.width, size.height) > MAX_EDGE) throw apiError('fileTypeNotAllowed', { path, maxEdge: MAX_EDGE });
  }
}
