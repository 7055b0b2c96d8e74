import { crc16Ibm } from '@sightline/codec';
import { maskSecretText } from '@sightline/domain';

const DATA_START = 8;
/** Codecs 12 to 15 carry texts. */
const isText = (codec: number): boolean => codec >= 0x0c && codec <= 0x0f;

/** A packet whose text tells passwords, with stars in their place and its check value right again; other packets as they are. */
export function hideSecrets(frame: Uint8Array): Uint8Array {
  if (frame.length <= DATA_START || frame[0] !== 0 || frame[1] !== 0 || !isText(frame[DATA_START]!)) return frame;
  // Octet by octet, so that places in the text are places in the frame.
  let text = '';
  for (let i = DATA_START; i < frame.length; i++) text += String.fromCharCode(frame[i]!);
  const masked = maskSecretText('teltonika', text, true);
  if (masked === text) return frame;
  const out = frame.slice();
  for (let i = 0; i < masked.length; i++) out[DATA_START + i] = masked.charCodeAt(i);
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const end = DATA_START + view.getUint32(4);
  if (end + 4 === out.length) view.setUint32(end, crc16Ibm(out, DATA_START, end));
  return out;
}
