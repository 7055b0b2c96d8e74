import { WIRE_TYPE, type WireType } from '../wire.ts';
import type { VideoCodec } from './access-units.ts';
import { lengthPrefixed, nalUnits } from './annex-b.ts';
import { avcConfiguration, H264_NAL, h264Codec, h264NalType, h264Size } from './h264.ts';
import { H265_NAL, h265Codec, h265NalType, h265Sps, hevcConfiguration } from './h265.ts';

/** What a decoder and a container have to know of a stream before its first picture. */
export interface VideoFormat {
  readonly codec: VideoCodec;
  /** RFC 6381, e.g. `avc1.64001e`. */
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  readonly sampleEntry: 'avc1' | 'hvc1';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array<ArrayBuffer>;
}

/** `null`: sound. */
export const videoCodecOf = (type: WireType): VideoCodec | null =>
  type === WIRE_TYPE.h264 ? 'h264' : type === WIRE_TYPE.h265 ? 'h265' : null;

/** Kinds of units that the configuration holds, or that are of no use to a decoder behind a container. */
const ASIDE: Readonly<Record<VideoCodec, ReadonlySet<number>>> = {
  h264: new Set([H264_NAL.sps, H264_NAL.pps, H264_NAL.aud]),
  h265: new Set([H265_NAL.vps, H265_NAL.sps, H265_NAL.pps, H265_NAL.aud]),
};
const kindOf = (codec: VideoCodec, firstOctet: number): number => (codec === 'h264' ? h264NalType(firstOctet) : h265NalType(firstOctet));

/** The format that a key picture (Annex B) begins with; `null` when its parameter sets are missing or make no sense. */
export function videoFormatOf(codec: VideoCodec, data: Uint8Array): VideoFormat | null {
  const unitOf = (kind: number): Uint8Array | null => {
    const span = nalUnits(data).find(({ start }) => kindOf(codec, data[start]!) === kind);
    return span === undefined ? null : data.subarray(span.start, span.end);
  };
  try {
    if (codec === 'h264') {
      const [sps, pps] = [unitOf(H264_NAL.sps), unitOf(H264_NAL.pps)];
      if (sps === null || pps === null) return null;
      const configuration = new Uint8Array(avcConfiguration(sps, pps));
      return { codec, codecString: h264Codec(sps), ...h264Size(sps), sampleEntry: 'avc1', configuration };
    }
    const [vps, sps, pps] = [unitOf(H265_NAL.vps), unitOf(H265_NAL.sps), unitOf(H265_NAL.pps)];
    if (vps === null || sps === null || pps === null) return null;
    const { width, height } = h265Sps(sps);
    const configuration = new Uint8Array(hevcConfiguration(vps, sps, pps));
    return { codec, codecString: h265Codec(sps), width, height, sampleEntry: 'hvc1', configuration };
  } catch {
    return null;
  }
}

/** Whether a decoder that was set up for one of them has to be set up anew for the other. */
export const sameFormat = (a: VideoFormat | null, b: VideoFormat): boolean =>
  a !== null &&
  a.codec === b.codec &&
  a.configuration.length === b.configuration.length &&
  a.configuration.every((octet, i) => octet === b.configuration[i]);

/** A picture as containers hold it: lengths instead of start codes, parameter sets left to the configuration. */
export const sampleOf = (codec: VideoCodec, data: Uint8Array): Uint8Array =>
  lengthPrefixed(
    data,
    nalUnits(data).filter(({ start }) => !ASIDE[codec].has(kindOf(codec, data[start]!))),
  );

/** The type that MediaSource and files want. */
export const mimeOf = (format: VideoFormat): string => `video/mp4; codecs="${format.codecString}"`;
