import { lengthPrefixed, nalUnits, type NalSpan } from '../video/annex-b.ts';
import { avcConfiguration, H264_NAL, h264NalType } from '../video/h264.ts';
import { H265_NAL, h265NalType, hevcConfiguration } from '../video/h265.ts';
import { WIRE_TYPE, type WireFrame } from '../wire.ts';
import { flvAudio, flvAudioConfiguration, flvHeader, flvVideo, flvVideoConfiguration, type FlvVideo } from './flv.ts';

/** Octets of the AudioSpecificConfig in front of an AAC frame of the media socket. */
const AAC_CONFIGURATION_BYTES = 2;

const same = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && a.length === b.length && a.every((octet, i) => octet === b[i]);

/** Parameter sets and what is left of a picture without them and without delimiters. */
interface Picture {
  readonly configuration: Uint8Array | null;
  readonly units: readonly NalSpan[];
}

function avcPicture(data: Uint8Array): Picture {
  const spans = nalUnits(data);
  const of = (type: number): Uint8Array | null => {
    const span = spans.find((s) => h264NalType(data[s.start]!) === type);
    return span ? data.subarray(span.start, span.end) : null;
  };
  const [sps, pps] = [of(H264_NAL.sps), of(H264_NAL.pps)];
  const left = new Set<number>([H264_NAL.sps, H264_NAL.pps, H264_NAL.aud]);
  return {
    configuration: sps && pps && sps.length >= 4 ? avcConfiguration(sps, pps) : null,
    units: spans.filter((s) => !left.has(h264NalType(data[s.start]!))),
  };
}

function hevcPicture(data: Uint8Array): Picture {
  const spans = nalUnits(data);
  const of = (type: number): Uint8Array | null => {
    const span = spans.find((s) => h265NalType(data[s.start]!) === type);
    return span ? data.subarray(span.start, span.end) : null;
  };
  const [vps, sps, pps] = [of(H265_NAL.vps), of(H265_NAL.sps), of(H265_NAL.pps)];
  const left = new Set<number>([H265_NAL.vps, H265_NAL.sps, H265_NAL.pps, H265_NAL.aud]);
  return {
    configuration: vps && sps && pps ? hevcConfiguration(vps, sps, pps) : null,
    units: spans.filter((s) => !left.has(h265NalType(data[s.start]!))),
  };
}

/**
 * Frames of the media socket as the tags of one FLV stream, its time from 0. It begins with the first key picture that has its parameter sets.
 * Sound goes along when it is AAC: samples are no sound that players of FLV in browsers know.
 */
export class FlvMuxer {
  private begun = false;
  private firstMs = 0;
  private video: Uint8Array | null = null;
  private audio: Uint8Array | null = null;

  /** The tags of a frame, in order; none for what has no place. Parameter sets that cannot be read leave the picture out. */
  add(frame: WireFrame): Uint8Array[] {
    switch (frame.type) {
      case WIRE_TYPE.h264:
        return this.picture('avc', frame, avcPicture(frame.data));
      case WIRE_TYPE.h265:
        return this.picture(
          'hevc',
          frame,
          readable(() => hevcPicture(frame.data)),
        );
      case WIRE_TYPE.aac:
        return this.begun ? this.sound(frame) : [];
      default:
        return [];
    }
  }

  private picture(codec: FlvVideo, frame: WireFrame, picture: Picture | null): Uint8Array[] {
    if (!picture || (!this.begun && (!frame.key || !picture.configuration))) return [];
    const tags: Uint8Array[] = [];
    if (!this.begun) {
      this.begun = true;
      this.firstMs = frame.timestampMs;
      tags.push(flvHeader(false));
    }
    const timeMs = this.timeOf(frame);
    if (picture.configuration && !same(this.video, picture.configuration)) {
      this.video = picture.configuration;
      tags.push(flvVideoConfiguration(codec, timeMs, picture.configuration));
    }
    if (picture.units.length > 0) tags.push(flvVideo(codec, timeMs, frame.key, lengthPrefixed(frame.data, picture.units)));
    return tags;
  }

  private sound(frame: WireFrame): Uint8Array[] {
    const configuration = frame.data.subarray(0, AAC_CONFIGURATION_BYTES);
    const timeMs = this.timeOf(frame);
    const tag = flvAudio(timeMs, frame.data.subarray(AAC_CONFIGURATION_BYTES));
    if (same(this.audio, configuration)) return [tag];
    this.audio = configuration.slice();
    return [flvAudioConfiguration(timeMs, configuration), tag];
  }

  /** Sound may lie a little before the first picture. */
  private timeOf(frame: WireFrame): number {
    return Math.max(0, frame.timestampMs - this.firstMs);
  }
}

function readable(read: () => Picture): Picture | null {
  try {
    return read();
  } catch {
    return null;
  }
}
