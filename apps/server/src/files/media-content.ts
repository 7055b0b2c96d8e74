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

/** A start code of ITU-T H.264 annex B with the parameter set, delimiter or picture that a stream begins with. */
function isAnnexB(head: Uint8Array): boolean {
  const at = head[0] === 0 && head[1] === 0 ? (head[2] === 1 ? 3 : head[2] === 0 && head[3] === 1 ? 4 : 0) : 0;
  return at > 0 && at < head.length && [5, 6, 7, 9].includes(head[at]! & 0x1f) && head[at]! < 0x80;
}

/** The kind of a picture, clip or sound by its first octets; null for everything else. */
export function mediaContentOf(head: Uint8Array): MediaContent | null {
  for (const contentType of ['image/jpeg', 'image/png']) if (hasContentOf(contentType, head)) return { kind: 'picture', contentType };
  if (textAt(head, 4, 'ftyp')) return { kind: 'video', contentType: 'video/mp4' };
  if (textAt(head, 0, 'RIFF') && textAt(head, 8, 'WAVE')) return { kind: 'sound', contentType: 'audio/wav' };
  if (isAnnexB(head)) return { kind: 'video', contentType: 'video/h264' };
  return null;
}
