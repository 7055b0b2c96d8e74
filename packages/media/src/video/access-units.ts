import { PAYLOAD } from '../jt1078/packet.ts';
import type { MediaFrame } from '../jt1078/frames.ts';
import { annexB, nalUnits } from './annex-b.ts';
import { H264_NAL, h264NalType } from './h264.ts';
import { H265_NAL, h265NalType } from './h265.ts';

export type VideoCodec = 'h264' | 'h265';

/** One picture, ready for a decoder. */
export interface VideoUnit {
  readonly codec: VideoCodec;
  /** A decoder can begin here: the parameter sets are in front. */
  readonly key: boolean;
  /** ms by the device's own count. */
  readonly timestampMs: number;
  readonly sinceFrameMs: number | null;
  /** Annex B. */
  readonly data: Uint8Array;
}

interface ParameterSets {
  vps: Uint8Array | null;
  sps: Uint8Array | null;
  pps: Uint8Array | null;
}

type UnitKind = 'picture' | 'keyPicture' | 'vps' | 'sps' | 'pps' | 'aside';

function kindOf(codec: VideoCodec, firstOctet: number): UnitKind {
  if (codec === 'h264') {
    const type = h264NalType(firstOctet);
    if (type === H264_NAL.idr) return 'keyPicture';
    if (type >= H264_NAL.slice && type < H264_NAL.idr) return 'picture';
    return type === H264_NAL.sps ? 'sps' : type === H264_NAL.pps ? 'pps' : 'aside';
  }
  const type = h265NalType(firstOctet);
  if (type >= H265_NAL.firstIrap && type <= H265_NAL.lastIrap) return 'keyPicture';
  if (type < H265_NAL.firstIrap) return 'picture';
  return type === H265_NAL.vps ? 'vps' : type === H265_NAL.sps ? 'sps' : type === H265_NAL.pps ? 'pps' : 'aside';
}

/**
 * Frames of one video channel as pictures for a decoder. Whatever the payload type says, the units tell the codec; parameter sets that
 * come as frames of their own, or only once, are put in front of key pictures; octets before the first start code (a maker's own head) go.
 * After a loss, and at the beginning, nothing is given until the next key picture.
 */
export class AccessUnits {
  private codec: VideoCodec | null = null;
  private readonly sets: ParameterSets = { vps: null, sps: null, pps: null };
  private waitsForKey = true;
  /** Pictures that were left out because a picture before them was missing. */
  skipped = 0;

  get parameterSets(): Readonly<ParameterSets> {
    return this.sets;
  }

  add(frame: MediaFrame): VideoUnit | null {
    const spans = nalUnits(frame.data);
    if (spans.length === 0) return null;
    const firstOctets = spans.map((span) => frame.data[span.start]!);
    this.codec = codecOfSets(firstOctets) ?? this.codec ?? codecOfPayload(frame.payloadType);
    if (this.codec === null) return null;
    if (frame.afterLoss) this.waitsForKey = true;
    const pictures: Uint8Array[] = [];
    let key = false;
    for (const { start, end } of spans) {
      const unit = frame.data.subarray(start, end);
      const kind = kindOf(this.codec, unit[0]!);
      if (kind === 'vps' || kind === 'sps' || kind === 'pps') this.sets[kind] = unit.slice();
      else if (kind !== 'aside') {
        key ||= kind === 'keyPicture';
        pictures.push(unit);
      }
    }
    if (pictures.length === 0) return null;
    const head = this.headOfKey();
    if (key && head) this.waitsForKey = false;
    if (this.waitsForKey) {
      this.skipped++;
      return null;
    }
    return {
      codec: this.codec,
      key,
      timestampMs: frame.timestampMs,
      sinceFrameMs: frame.sinceFrameMs,
      data: annexB(key ? [...head!, ...pictures] : pictures),
    };
  }

  private headOfKey(): Uint8Array[] | null {
    const { vps, sps, pps } = this.sets;
    if (!sps || !pps) return null;
    if (this.codec === 'h264') return [sps, pps];
    return vps ? [vps, sps, pps] : null;
  }
}

/** Parameter sets look different in the two: 0x40, 0x42 in H.265, 0x67 or 0x27 in H.264. */
function codecOfSets(firstOctets: readonly number[]): VideoCodec | null {
  if (firstOctets.some((octet) => octet === 0x40 || octet === 0x42)) return 'h265';
  return firstOctets.some((octet) => h264NalType(octet) === H264_NAL.sps && (octet & 0x80) === 0) ? 'h264' : null;
}

const codecOfPayload = (payloadType: number): VideoCodec | null =>
  payloadType === PAYLOAD.h265 ? 'h265' : payloadType === PAYLOAD.h264 ? 'h264' : null;
