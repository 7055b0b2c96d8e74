import { isSecretParameterId } from '@sightline/domain';
import { FLAG, FLAG_E7, frameContent, wrapFrame } from './frame.ts';
import { readHeader, type Header } from './header.ts';

/** 0x8103 writes parameters, 0x0104 answers with them: octets before the count. JT/T 808-2013 §8.8, §8.11. */
const BEFORE_COUNT: ReadonlyMap<number, number> = new Map([
  [0x8103, 0],
  [0x0104, 2],
]);
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

/** Covers the values of secret parameters in a body that is whole. False when the list does not fit the body. */
function coverValues(content: Uint8Array, header: Header): boolean {
  const { bodyEnd: end } = header;
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let at = header.bodyStart + BEFORE_COUNT.get(header.id)! + 1;
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
}

/**
 * A frame in which the values of parameters that hold passwords are stars, its check octet right again; other frames as they are. A part
 * of a longer message, a frame that was cut short or is damaged, is hidden whole.
 */
export function hideSecrets(frame: Uint8Array): Uint8Array {
  if (frame.length < 3 || (frame[0] !== FLAG && frame[0] !== FLAG_E7)) return frame;
  if (!BEFORE_COUNT.has((frame[1]! << 8) | frame[2]!)) return frame;
  const { content: read, flag, checksumOk } = frameContent(frame);
  if (!checksumOk) return hideAll(frame);
  const content = read.slice();
  try {
    const header = readHeader(content, flag);
    if (header.packet) content.fill(STAR, header.bodyStart, header.bodyEnd);
    else if (!coverValues(content, header)) return hideAll(frame);
  } catch {
    return hideAll(frame);
  }
  return wrapFrame(content, flag, content.length - 1);
}
