import { isSecretParameterId } from '@sightline/domain';
import { FLAG, FLAG_E7, frameContent, wrapFrame } from './frame.ts';
import { readHeader } from './header.ts';

const STAR = 0x2a;
/** Number and attributes: all that can be kept of a frame that cannot be read. */
const READABLE_OCTETS = 4;

/** Hides every octet behind the number, since where the values lie cannot be told. */
function hideAll(frame: Uint8Array): Uint8Array {
  const out = frame.slice();
  const ends = out.at(-1) === FLAG || out.at(-1) === FLAG_E7 ? 1 : 0;
  out.fill(STAR, 1 + READABLE_OCTETS, out.length - ends);
  return out;
}

/** Covers what is secret between two octets of a message. False when the body is not laid out as it should be. */
type Cover = (content: Uint8Array, start: number, end: number) => boolean;

/** Values of secret parameters in a list, so many octets before its count. */
const coverParameters =
  (beforeCount: number): Cover =>
  (content, start, end) => {
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    let at = start + beforeCount + 1;
    if (at > end) return false;
    for (let left = content[at - 1]!; left > 0; left--) {
      if (at + 5 > end) return false;
      const id = view.getUint32(at);
      const size = content[at + 4]!;
      at += 5;
      if (at + size > end) return false;
      if (isSecretParameterId('jt808', id)) content.fill(STAR, at, at + size);
      at += size;
    }
    return at === end;
  };

/** The password of an FTP server: behind its address, its port and the account, each text with its length in an octet in front. */
const coverUploadPassword: Cover = (content, start, end) => {
  const user = start + 1 + content[start]! + 2;
  if (user >= end) return false;
  const password = user + 1 + content[user]!;
  if (password >= end || password + 1 + content[password]! > end) return false;
  content.fill(STAR, password + 1, password + 1 + content[password]!);
  return true;
};

/** Messages that tell passwords. JT/T 808-2013 §8.8, §8.11; JT/T 1078-2016 table 26. */
const COVERS: ReadonlyMap<number, Cover> = new Map([
  [0x8103, coverParameters(0)],
  [0x0104, coverParameters(2)],
  [0x9206, coverUploadPassword],
]);

/**
 * A frame in which passwords are stars, its check octet right again; other frames as they are. A part of a longer message, a frame that was
 * cut short or is damaged, is hidden whole.
 */
export function hideSecrets(frame: Uint8Array): Uint8Array {
  if (frame.length < 3 || (frame[0] !== FLAG && frame[0] !== FLAG_E7)) return frame;
  const cover = COVERS.get((frame[1]! << 8) | frame[2]!);
  if (!cover) return frame;
  const { content: read, flag, checksumOk } = frameContent(frame);
  if (!checksumOk) return hideAll(frame);
  const content = read.slice();
  try {
    const header = readHeader(content, flag);
    if (header.packet) content.fill(STAR, header.bodyStart, header.bodyEnd);
    else if (!cover(content, header.bodyStart, header.bodyEnd)) return hideAll(frame);
  } catch {
    return hideAll(frame);
  }
  return wrapFrame(content, flag, content.length - 1);
}
