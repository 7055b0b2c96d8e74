import { hasOctets, isAnnexB, mediaContentOf } from './media-content.ts';

/** A file of a recorder, by its octets. */
export interface RecordingType {
  readonly contentType: string;
  readonly extension: string;
}

/** ISO/IEC 13818-1 §2.4.3.2: packets of 188 octets, each of which begins with 0x47. */
const TS_PACKET = 188;
/** As many octets as have to be seen to tell. */
export const RECORDING_HEAD_BYTES = TS_PACKET + 1;

/** What a recording is by its first octets; null for everything else, whatever its name says. */
export function recordingTypeOf(head: Uint8Array): RecordingType | null {
  const found = mediaContentOf(head);
  if (found?.kind === 'video') return { contentType: found.contentType, extension: found.contentType === 'video/mp4' ? 'mp4' : 'h264' };
  // ITU-T H.265 §7.3.1.2 and table 7-1: VPS 32, SPS 33, AUD 35 with layer 0
  if (isAnnexB(head, (unit) => [0x40, 0x42, 0x46].includes(unit))) return { contentType: 'video/h265', extension: 'h265' };
  // ISO/IEC 13818-1 §2.5.3.3: pack_start_code
  if (hasOctets(head, 0, [0, 0, 1, 0xba])) return { contentType: 'video/mpeg', extension: 'mpg' };
  if (head[0] === 0x47 && head[TS_PACKET] === 0x47) return { contentType: 'video/mp2t', extension: 'ts' };
  if (hasOctets(head, 0, [0x52, 0x49, 0x46, 0x46]) && hasOctets(head, 8, [0x41, 0x56, 0x49, 0x20]))
    return { contentType: 'video/x-msvideo', extension: 'avi' };
  // JT/T 1078-2016 table 19: packets as they would have been sent
  if (hasOctets(head, 0, [0x30, 0x31, 0x63, 0x64])) return { contentType: 'application/octet-stream', extension: 'jt1078' };
  return null;
}

/** Whether a device may bring it: a recording, or a picture or sound that comes with one. */
export const mayBeBrought = (head: Uint8Array): boolean => recordingTypeOf(head) !== null || mediaContentOf(head) !== null;
