import { withoutEmulation } from './annex-b.ts';
import { BitReader } from './bit-reader.ts';

/** NAL unit types that matter here (ITU-T H.264 table 7-1). */
export const H264_NAL = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, aud: 9 } as const;

export const h264NalType = (firstOctet: number): number => firstOctet & 0x1f;

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** `avc1.PPCCLL` of a sequence parameter set (RFC 6381 §3.3). */
export const h264Codec = (sps: Uint8Array): string =>
  `avc1.${[sps[1]!, sps[2]!, sps[3]!].map((octet) => octet.toString(16).padStart(2, '0')).join('')}`;

/** Width and height after cropping (§7.3.2.1.1, §7.4.2.1.1). @throws DecodeError when the set is cut off. */
export function h264Size(sps: Uint8Array): PictureSize {
  const r = new BitReader(withoutEmulation(sps.subarray(1)));
  const profile = r.bits(8);
  r.skip(16);
  r.unsigned();
  let chroma = 1;
  if (HIGH_PROFILES.has(profile)) {
    chroma = r.unsigned();
    if (chroma === 3) r.skip(1);
    r.unsigned();
    r.unsigned();
    r.skip(1);
    if (r.bit()) for (let i = 0; i < (chroma === 3 ? 12 : 8); i++) if (r.bit()) skipScalingList(r, i < 6 ? 16 : 64);
  }
  r.unsigned();
  const order = r.unsigned();
  if (order === 0) r.unsigned();
  else if (order === 1) {
    r.skip(1);
    r.signed();
    r.signed();
    for (let i = Math.min(255, r.unsigned()); i > 0; i--) r.signed();
  }
  r.unsigned();
  r.skip(1);
  const widthBlocks = r.unsigned() + 1;
  const heightUnits = r.unsigned() + 1;
  const framesOnly = r.bit();
  if (!framesOnly) r.skip(1);
  r.skip(1);
  let [left, right, top, bottom] = [0, 0, 0, 0];
  if (r.bit()) [left, right, top, bottom] = [r.unsigned(), r.unsigned(), r.unsigned(), r.unsigned()];
  const cropX = chroma === 1 || chroma === 2 ? 2 : 1;
  const cropY = (chroma === 1 ? 2 : 1) * (framesOnly ? 1 : 2);
  return {
    width: widthBlocks * 16 - cropX * (left + right),
    height: heightUnits * 16 * (framesOnly ? 1 : 2) - cropY * (top + bottom),
  };
}

function skipScalingList(r: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + r.signed() + 256) % 256;
    if (next !== 0) last = next;
  }
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1) with lengths of four octets. */
export function avcConfiguration(sps: Uint8Array, pps: Uint8Array): Uint8Array {
  const out = new Uint8Array(11 + sps.length + pps.length);
  out.set([1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1, sps.length >> 8, sps.length & 0xff], 0);
  out.set(sps, 8);
  out.set([1, pps.length >> 8, pps.length & 0xff], 8 + sps.length);
  out.set(pps, 11 + sps.length);
  return out;
}
