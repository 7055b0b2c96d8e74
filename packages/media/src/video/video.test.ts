import { fromHex, toHex } from '@sightline/codec';
import { describe, expect, it } from 'vitest';
import type { MediaFrame } from '../jt1078/frames.ts';
import { AccessUnits } from './access-units.ts';
import { annexB, lengthPrefixed, nalUnits, withoutEmulation } from './annex-b.ts';
import { avcConfiguration, h264Codec, h264Size } from './h264.ts';
import { h265Codec, h265Sps, hevcConfiguration } from './h265.ts';

/** Of a camera: High profile, 720x576. */
const SPS = fromHex('6764001eacb2016824dff802000168800001f480005dc0078b1724');
const PPS = fromHex('68ebc3cb22c0');
const IDR = fromHex('65888207ffe9');
const P = fromHex('419a92f842');
/** Made by x265: Main profile, 1920x1080 cropped from 1920x1088. */
const H265 = {
  vps: fromHex('40010c01ffff016000000300900000030000030078959809'),
  sps: fromHex('420101016000000300900000030000030078a003c08010e596566924caf0168080000003008000000504'),
  pps: fromHex('4401c172b46240'),
  idr: fromHex('2601af0980'),
  p: fromHex('0201d00980'),
};

const frame = (units: Uint8Array[], more: Partial<MediaFrame> = {}): MediaFrame => ({
  channel: 1,
  dataType: 0,
  payloadType: 98,
  timestampMs: 1000,
  sinceFrameMs: 40,
  packets: 1,
  data: annexB(units),
  afterLoss: false,
  ...more,
});

describe('Annex B', () => {
  it('finds units behind start codes of either length, with zeros around them', () => {
    const bytes = fromHex('00000109f0000000016742000000000168ce0000');
    expect(nalUnits(bytes).map(({ start, end }) => toHex(bytes.subarray(start, end)))).toEqual(['09f0', '6742', '68ce']);
    expect(toHex(lengthPrefixed(bytes, nalUnits(bytes)))).toBe('0000000209f00000000267420000000268ce');
    expect(nalUnits(fromHex('6742001e'))).toEqual([]);
  });
  it('bounds what a body of start codes can become', () => {
    expect(nalUnits(new Uint8Array(300_000).map((_, i) => [0, 0, 1, 9][i % 4]!)).length).toBe(512);
  });
  it('takes out the octets that keep start codes away', () => {
    expect(toHex(withoutEmulation(fromHex('0000030100000300000003')))).toBe('00000100000000 00'.replace(' ', ''));
  });
});

describe('parameter sets', () => {
  it('of H.264', () => {
    expect([h264Codec(SPS), h264Size(SPS)]).toEqual(['avc1.64001e', { width: 720, height: 576 }]);
    expect(toHex(avcConfiguration(SPS, PPS))).toBe(`0164001effe1001b${toHex(SPS)}010006${toHex(PPS)}`);
    expect(() => h264Size(SPS.subarray(0, 5))).toThrow(/ends too early/);
  });
  it('of H.265', () => {
    expect(h265Codec(H265.sps)).toBe('hvc1.1.6.L120.90');
    expect(h265Sps(H265.sps)).toMatchObject({ width: 1920, height: 1080, chroma: 1, lumaBits: 8 });
    // The head is what another multiplexer writes for the same sets.
    expect(toHex(hevcConfiguration(H265.vps, H265.sps, H265.pps))).toBe(
      `01016000000090000000000078f000fcfdf8f800000f03a0000100${H265.vps.length.toString(16)}${toHex(H265.vps)}a1000100${H265.sps.length.toString(16)}${toHex(H265.sps)}a200010007${toHex(H265.pps)}`,
    );
    expect(() => h265Sps(H265.sps.subarray(0, 8))).toThrow(/ends too early/);
  });
});

describe('access units', () => {
  it('begin with a key picture and have its sets in front', () => {
    const units = new AccessUnits();
    expect(units.add(frame([P], { dataType: 1 }))).toBeNull();
    expect(units.add(frame([SPS]))).toBeNull();
    expect(units.add(frame([PPS]))).toBeNull();
    expect(units.add(frame([IDR]))).toMatchObject({ codec: 'h264', key: true, data: annexB([SPS, PPS, IDR]) });
    expect(units.add(frame([fromHex('09f0'), fromHex('06051122'), P]))).toMatchObject({ key: false, data: annexB([P]) });
    // Sets that came once serve the next key picture as well.
    expect(units.add(frame([IDR]))!.data).toEqual(annexB([SPS, PPS, IDR]));
    expect(units.skipped).toBe(1);
  });
  it('wait for a key picture after a loss', () => {
    const units = new AccessUnits();
    units.add(frame([SPS, PPS, IDR]));
    expect(units.add(frame([P], { afterLoss: true }))).toBeNull();
    expect(units.add(frame([P]))).toBeNull();
    expect(units.add(frame([IDR]))).not.toBeNull();
    expect(units.add(frame([P]))).not.toBeNull();
  });
  it('are what their units say, whatever the payload type is, and lose a head of the maker', () => {
    const units = new AccessUnits();
    const { vps, sps, pps, idr, p } = H265;
    const data = new Uint8Array([0xaa, 0x55, ...annexB([vps, sps, pps, idr])]);
    expect(units.add(frame([], { data }))).toMatchObject({ codec: 'h265', key: true, data: annexB([vps, sps, pps, idr]) });
    expect(units.add(frame([p], { dataType: 1 }))).toMatchObject({ codec: 'h265', key: false });
  });
});
