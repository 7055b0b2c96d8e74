import { box, concatenated, fullBox, u16, u32, u64, zeros, type BoxPart } from './boxes.ts';

/** Ticks a second of every track. */
export const TIMESCALE = 1000;

interface TrackBase {
  /** From 1, different for each track. */
  readonly id: number;
}

export interface VideoTrack extends TrackBase {
  readonly kind: 'video';
  /** `avc1` with an AVCDecoderConfigurationRecord, `hvc1` with an HEVCDecoderConfigurationRecord. */
  readonly sampleEntry: 'avc1' | 'hvc1';
  readonly configuration: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface AudioTrack extends TrackBase {
  readonly kind: 'audio';
  readonly codec: 'aac' | 'opus';
  /** AudioSpecificConfig of AAC; the identification header of Opus (RFC 7845 §5.1). */
  readonly configuration: Uint8Array;
  readonly sampleRate: number;
  readonly channels: number;
}

export type Mp4Track = VideoTrack | AudioTrack;

export interface Mp4Sample {
  /** ms from the beginning. */
  readonly timeMs: number;
  readonly durationMs: number;
  readonly key: boolean;
  /** Length-prefixed units, a frame of AAC without ADTS, or a packet of Opus. */
  readonly data: Uint8Array;
}

const MATRIX = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap((v, i) => u32(v === 0 ? 0 : i === 8 ? 0x4000_0000 : 0x0001_0000));

/**
 * ftyp and moov of a fragmented file (ISO/IEC 14496-12 §8.8): what MediaSource wants first, and how a recording begins. A recording that has
 * ended says how long it is (§8.8.2), so that players can show it.
 */
export function initSegment(tracks: readonly Mp4Track[], durationMs = 0): Uint8Array {
  const ftyp = box('ftyp', ascii('iso5'), u32(512), ascii('iso5iso6mp41'));
  const next = Math.max(...tracks.map((t) => t.id)) + 1;
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    zeros(8),
    u32(TIMESCALE),
    u32(0),
    u32(0x0001_0000),
    u16(0x0100),
    zeros(10),
    MATRIX,
    zeros(24),
    u32(next),
  );
  const mehd = durationMs > 0 ? [fullBox('mehd', 1, 0, u64(Math.round(durationMs)))] : [];
  const mvex = box('mvex', ...mehd, ...tracks.map((t) => fullBox('trex', 0, 0, u32(t.id), u32(1), u32(0), u32(0), u32(0))));
  return concatenated([ftyp, box('moov', mvhd, ...tracks.map(trackBox), mvex)]);
}

/** moof and mdat with samples of one track (§8.8.4). `sequence` counts the fragments of the file from 1. */
export function fragment(sequence: number, trackId: number, samples: readonly Mp4Sample[]): Uint8Array {
  const traf = (dataOffset: number): Uint8Array =>
    box(
      'traf',
      // default-base-is-moof
      fullBox('tfhd', 0, 0x02_0000, u32(trackId)),
      fullBox('tfdt', 1, 0, u64(Math.round(samples[0]!.timeMs))),
      // data offset, and duration, size and flags of each sample
      fullBox(
        'trun',
        0,
        0x0701,
        u32(samples.length),
        u32(dataOffset),
        samples.flatMap((s) => [...u32(Math.max(1, Math.round(s.durationMs))), ...u32(s.data.length), ...u32(sampleFlags(s.key))]),
      ),
    );
  const moof = (dataOffset: number): Uint8Array => box('moof', fullBox('mfhd', 0, 0, u32(sequence)), traf(dataOffset));
  const head = moof(0).length;
  return concatenated([moof(head + 8), box('mdat', ...samples.map((s) => s.data))]);
}

/** §8.8.3.1: depends on others and is no sync sample, or the opposite. */
const sampleFlags = (key: boolean): number => (key ? 0x0200_0000 : 0x0101_0000);

const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

function trackBox(track: Mp4Track): Uint8Array {
  const video = track.kind === 'video';
  const size = video ? [...u16(track.width), 0, 0, ...u16(track.height), 0, 0] : zeros(8);
  const tkhd = fullBox(
    'tkhd',
    0,
    3,
    zeros(8),
    u32(track.id),
    zeros(4),
    u32(0),
    zeros(8),
    u16(0),
    u16(0),
    u16(video ? 0 : 0x0100),
    u16(0),
    MATRIX,
    size,
  );
  const mdhd = fullBox('mdhd', 0, 0, zeros(8), u32(TIMESCALE), u32(0), u16(0x55c4), u16(0));
  const hdlr = fullBox('hdlr', 0, 0, u32(0), ascii(video ? 'vide' : 'soun'), zeros(12), ascii(video ? 'Video' : 'Audio'), [0]);
  const media = video ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, zeros(4));
  const dinf = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), video ? videoEntry(track) : audioEntry(track)),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0), u32(0)),
    fullBox('stco', 0, 0, u32(0)),
  );
  return box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', media, dinf, stbl)));
}

const videoEntry = (track: VideoTrack): Uint8Array =>
  box(
    track.sampleEntry,
    zeros(6),
    u16(1),
    zeros(16),
    u16(track.width),
    u16(track.height),
    // 72 dpi
    u32(0x0048_0000),
    u32(0x0048_0000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    box(track.sampleEntry === 'avc1' ? 'avcC' : 'hvcC', track.configuration),
  );

/** A descriptor of ISO/IEC 14496-1 §8.3.3; all here are shorter than 128 octets. */
const descriptor = (tag: number, ...parts: BoxPart[]): number[] => {
  const content = parts.flatMap((part) => [...part]);
  return [tag, content.length, ...content];
};

/** Octets of the identification header before its version. */
const OPUS_HEAD_MAGIC = 8;

/** `dOps`, Encapsulation of Opus in ISO BMFF §4.3.2: the fields of the identification header, in the byte order of this container. */
function opusBox(header: Uint8Array): Uint8Array {
  if (header.length < OPUS_HEAD_MAGIC + 11) throw new RangeError('an identification header of Opus has 19 octets');
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [channels, preSkip, rate, gain] = [view.getUint8(9), view.getUint16(10, true), view.getUint32(12, true), view.getUint16(16, true)];
  // Family 0: one or two channels, and no table of them.
  return box('dOps', [0, channels], u16(preSkip), u32(rate), u16(gain), [0]);
}

const audioEntry = (track: AudioTrack): Uint8Array =>
  box(
    track.codec === 'aac' ? 'mp4a' : 'Opus',
    zeros(6),
    u16(1),
    zeros(8),
    u16(track.channels),
    u16(16),
    zeros(4),
    u16(track.sampleRate),
    u16(0),
    track.codec === 'opus' ? opusBox(track.configuration) : aacBox(track),
  );

const aacBox = (track: AudioTrack): Uint8Array =>
  fullBox(
    'esds',
    0,
    0,
    // ES_Descriptor, DecoderConfigDescriptor (AAC, audio stream), DecoderSpecificInfo, SLConfigDescriptor
    descriptor(
      3,
      u16(track.id),
      [0],
      descriptor(4, [0x40, 0x15, 0, 0, 0], u32(0), u32(0), descriptor(5, track.configuration)),
      descriptor(6, [2]),
    ),
  );
