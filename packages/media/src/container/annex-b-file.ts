import { avcConfiguration, H264_NAL, h264NalType, h264Size } from '../video/h264.ts';
import { lengthPrefixed, type NalSpan } from '../video/annex-b.ts';
import { concatenated } from './boxes.ts';
import { fragment, initSegment, type Mp4Sample } from './fmp4.ts';

/** A stream without times says nothing of its pace; cameras of vehicles send so many pictures a second as a rule. */
export const USUAL_PICTURES_PER_SECOND = 15;
/** A length that makes fewer or more of them is not that of the film. */
const SENSIBLE = { min: 1, max: 65 } as const;
/** Pictures of one file: an hour and more. */
const MAX_PICTURES = 100_000;

interface Picture {
  readonly key: boolean;
  readonly units: NalSpan[];
}

/** NAL units of a whole file, of any number. */
function* unitsOf(bytes: Uint8Array): Generator<NalSpan> {
  let start = -1;
  for (let one = bytes.indexOf(1); one >= 0; one = bytes.indexOf(1, one + 1)) {
    if (one < 2 || bytes[one - 1] !== 0 || bytes[one - 2] !== 0) continue;
    if (start >= 0) yield { start, end: one - 2 };
    start = one + 1;
  }
  if (start >= 0) yield { start, end: bytes.length };
}

/** Without the zeros behind it, which belong to the stream. */
function trimmed(bytes: Uint8Array, { start, end: before }: NalSpan): NalSpan {
  let end = before;
  while (end > start && bytes[end - 1] === 0) end--;
  return { start, end };
}

/**
 * A raw H.264 stream (ITU-T H.264 annex B), as units store clips, as a fragmented MP4 that browsers play. Null when it holds no picture that a
 * decoder could begin with. Pictures before the first key picture are left out. `lengthMs`: how long the film is, as far as somebody knows.
 */
export function mp4OfH264(bytes: Uint8Array, lengthMs: number | null = null): Uint8Array<ArrayBuffer> | null {
  let sps: Uint8Array | null = null;
  let pps: Uint8Array | null = null;
  const pictures: Picture[] = [];
  for (const span of unitsOf(bytes)) {
    const unit = trimmed(bytes, span);
    if (unit.end - unit.start < 2) continue;
    const type = h264NalType(bytes[unit.start]!);
    if (type === H264_NAL.sps) sps ??= bytes.slice(unit.start, unit.end);
    else if (type === H264_NAL.pps) pps ??= bytes.slice(unit.start, unit.end);
    else if (type >= H264_NAL.slice && type <= H264_NAL.idr) {
      const key = type === H264_NAL.idr;
      // first_mb_in_slice is 0, one set bit, in the first slice of a picture (§7.3.3)
      if ((bytes[unit.start + 1]! & 0x80) === 0) pictures.at(-1)?.units.push(unit);
      else if (key || pictures.length > 0) pictures.push({ key, units: [unit] });
      if (pictures.length > MAX_PICTURES) return null;
    }
  }
  if (!sps || !pps || sps.length < 4 || pictures.length === 0) return null;
  const told = lengthMs === null ? 0 : (pictures.length * 1000) / lengthMs;
  const durationMs = 1000 / (told >= SENSIBLE.min && told <= SENSIBLE.max ? told : USUAL_PICTURES_PER_SECOND);
  const parts = [initSegment([track(sps, pps)], pictures.length * durationMs)];
  let group: Mp4Sample[] = [];
  const flush = (): void => {
    if (group.length > 0) parts.push(fragment(parts.length, 1, group));
    group = [];
  };
  pictures.forEach(({ key, units }, i) => {
    if (key) flush();
    group.push({ timeMs: i * durationMs, durationMs, key, data: lengthPrefixed(bytes, units) });
  });
  flush();
  return concatenated(parts) as Uint8Array<ArrayBuffer>;
}

const track = (sps: Uint8Array, pps: Uint8Array) =>
  ({ id: 1, kind: 'video', sampleEntry: 'avc1', configuration: avcConfiguration(sps, pps), ...h264Size(sps) }) as const;
