import { withoutEmulation } from './annex-b.ts';
import { BitReader } from './bit-reader.ts';
import type { PictureSize } from './h264.ts';

/** NAL unit types that matter here (ITU-T H.265 table 7-1). */
export const H265_NAL = { firstIrap: 16, lastIrap: 23, vps: 32, sps: 33, pps: 34, aud: 35, sei: 39, suffixSei: 40 } as const;

export const h265NalType = (firstOctet: number): number => (firstOctet >> 1) & 0x3f;

interface SpsHead extends PictureSize {
  /** general_profile_space .. general_level_idc: 12 octets, as they stand in the set. */
  readonly profileTierLevel: Uint8Array;
  readonly chroma: number;
  readonly lumaBits: number;
  readonly chromaBits: number;
  readonly subLayers: number;
  readonly temporalNesting: number;
}

/** The part of a sequence parameter set that containers want (§7.3.2.2). @throws DecodeError when it is cut off. */
export function h265Sps(sps: Uint8Array): SpsHead {
  const raw = withoutEmulation(sps.subarray(2));
  const r = new BitReader(raw);
  r.skip(4);
  const subLayers = r.bits(3);
  const temporalNesting = r.bit();
  const profileTierLevel = raw.slice(1, 13);
  r.skip(96);
  const present = Array.from({ length: subLayers }, () => [r.bit(), r.bit()] as const);
  if (subLayers > 0) r.skip(2 * (8 - subLayers));
  for (const [profile, level] of present) r.skip((profile ? 88 : 0) + (level ? 8 : 0));
  r.unsigned();
  const chroma = r.unsigned();
  if (chroma === 3) r.skip(1);
  let width = r.unsigned();
  let height = r.unsigned();
  if (r.bit()) {
    const [left, right, top, bottom] = [r.unsigned(), r.unsigned(), r.unsigned(), r.unsigned()];
    width -= (chroma === 1 || chroma === 2 ? 2 : 1) * (left + right);
    height -= (chroma === 1 ? 2 : 1) * (top + bottom);
  }
  const lumaBits = r.unsigned() + 8;
  const chromaBits = r.unsigned() + 8;
  return { width, height, profileTierLevel, chroma, lumaBits, chromaBits, subLayers: subLayers + 1, temporalNesting };
}

/** `hvc1.A.B.TL.C` of a sequence parameter set (ISO/IEC 14496-15 annex E.3). */
export function h265Codec(sps: Uint8Array): string {
  const { profileTierLevel: p } = h265Sps(sps);
  const space = ['', 'A', 'B', 'C'][p[0]! >> 6]!;
  const compatibility = ((p[1]! << 24) | (p[2]! << 16) | (p[3]! << 8) | p[4]!) >>> 0;
  let reversed = 0;
  for (let i = 0; i < 32; i++) reversed = (reversed * 2 + ((compatibility >>> i) & 1)) >>> 0;
  const constraints = Array.from(p.subarray(5, 11));
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  return [
    'hvc1',
    `${space}${p[0]! & 31}`,
    reversed.toString(16).toUpperCase(),
    `${p[0]! & 32 ? 'H' : 'L'}${p[11]!}`,
    ...constraints.map((octet) => octet.toString(16).toUpperCase()),
  ].join('.');
}

/** HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 §8.3.3.1) with lengths of four octets. */
export function hevcConfiguration(vps: Uint8Array, sps: Uint8Array, pps: Uint8Array): Uint8Array {
  const head = h265Sps(sps);
  const sets = [
    [H265_NAL.vps, vps],
    [H265_NAL.sps, sps],
    [H265_NAL.pps, pps],
  ] as const;
  const out = new Uint8Array(23 + sets.reduce((sum, [, set]) => sum + 5 + set.length, 0));
  out[0] = 1;
  out.set(head.profileTierLevel, 1);
  out.set(
    [
      0xf0,
      0,
      0xfc,
      0xfc | head.chroma,
      0xf8 | (head.lumaBits - 8),
      0xf8 | (head.chromaBits - 8),
      0,
      0,
      (head.subLayers << 3) | (head.temporalNesting << 2) | 3,
      sets.length,
    ],
    13,
  );
  let at = 23;
  for (const [type, set] of sets) {
    out.set([0x80 | type, 0, 1, set.length >> 8, set.length & 0xff], at);
    out.set(set, at + 5);
    at += 5 + set.length;
  }
  return out;
}
