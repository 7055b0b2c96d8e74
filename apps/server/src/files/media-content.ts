import type { MediaKind } from '@sightline/domain';
import { hasContentOf } from './content-type.ts';

/** What the octets of a file are, whatever its name says. */
export interface MediaContent {
  readonly kind: MediaKind;
  readonly contentType: string;
}

/** As many octets as have to be seen to tell. */
export const MEDIA_HEAD_BYTES = 16;

const textAt = (head: Uint8Array, at: number, text: string): boolean =>
  head.length >= at + text.length && [...text].every((c, i) => head[at + i] === c.charCodeAt(0));

/** Whether these octets stand there. */
export const hasOctets = (head: Uint8Array, at: number, octets: readonly number[]): boolean =>
  octets.every((octet, i) => head[at + i] === octet);

/** ITU-T H.264 table 7-1: what a stream begins with, a key picture, parameters or a delimiter. */
const beginsH264 = (unit: number): boolean => [5, 6, 7, 9].includes(unit & 0x1f) && unit < 0x80;

/** A start code of annex B of ITU-T H.264 and H.265 with such a unit behind it, by its first octet. */
export function isAnnexB(head: Uint8Array, begins: (unit: number) => boolean = beginsH264): boolean {
  const at = hasOctets(head, 0, [0, 0, 1]) ? 3 : hasOctets(head, 0, [0, 0, 0, 1]) ? 4 : 0;
  return at > 0 && at < head.length && begins(head[at]!);
}

/** The kind of a picture, clip or sound by its first octets; null for everything else. */
export function mediaContentOf(head: Uint8Array): MediaContent | null {
  for (const contentType of ['image/jpeg', 'image/png']) if (hasContentOf(contentType, head)) return { kind: 'picture', contentType };
  if (textAt(head, 4, 'ftyp')) return { kind: 'video', contentType: 'video/mp4' };
  if (textAt(head, 0, 'RIFF') && textAt(head, 8, 'WAVE')) return { kind: 'sound', contentType: 'audio/wav' };
  if (isAnnexB(head)) return { kind: 'video', contentType: 'video/h264' };
  return null;
}
