import { ByteReader, DecodeError } from '@sightline/codec';
import { adtsFrame, audioConfiguration, type AudioConfiguration } from '../audio/adts.ts';
import { DATA_TYPE, PAYLOAD } from '../jt1078/packet.ts';
import type { MediaFrame } from '../jt1078/frames.ts';
import { annexB } from '../video/annex-b.ts';
import type { VideoCodec } from '../video/access-units.ts';
import { H265_NAL } from '../video/h265.ts';

/** What a message of sound or pictures gives; null: nothing to be shown or heard. */
export type TaggedFrame = Omit<MediaFrame, 'channel'>;

/** Codec ids of VIDEODATA (FLV 10.1 §E.4.3.1); 12 is what encoders of H.265 agreed on before there were four letters. */
const CODEC_ID = { avc: 7, hevc: 12 } as const;
/** Of the letters in front of pictures and sound (Enhanced RTMP v1). */
const FOUR_LETTERS: Readonly<Record<string, VideoCodec | undefined>> = { avc1: 'h264', hvc1: 'h265' };
const PACKET = { sequenceStart: 0, frames: 1, sequenceEnd: 2, framesX: 3, metadata: 4 } as const;
const FRAME_KEY = 1;
/** A frame that says something to the decoder and shows nothing. */
const FRAME_COMMAND = 5;
/** SoundFormat (§E.4.2.1); 9 announces four letters. */
const SOUND = { alaw: 7, ulaw: 8, enhanced: 9, aac: 10 } as const;

/** Parameter sets are few and short. */
const MAX_SETS = 32;
const MAX_UNITS = 512;

interface Decoder {
  readonly codec: VideoCodec;
  /** Octets of the length in front of each unit. */
  readonly lengthBytes: number;
  readonly sets: readonly Uint8Array[];
}

/** Sets of AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1). @throws DecodeError */
function avcDecoder(bytes: Uint8Array): Decoder {
  const r = new ByteReader(bytes);
  if (r.u8('version') !== 1) throw new DecodeError('unsupported', 'a configuration of another version', 0, 'configurationVersion');
  r.skip(3, 'profile');
  const lengthBytes = (r.u8('lengthSize') & 3) + 1;
  const sets: Uint8Array[] = [];
  for (const mask of [31, 255]) {
    const count = r.u8('count') & mask;
    if (count > MAX_SETS) throw new DecodeError('too-long', `${count} parameter sets`, r.offset);
    for (let i = 0; i < count; i++) sets.push(r.slice(r.u16('length'), 'parameter set').slice());
  }
  return { codec: 'h264', lengthBytes, sets };
}

/** Sets of HEVCDecoderConfigurationRecord (§8.3.3.1). @throws DecodeError */
function hevcDecoder(bytes: Uint8Array): Decoder {
  const r = new ByteReader(bytes);
  r.skip(21, 'profile');
  const lengthBytes = (r.u8('lengthSize') & 3) + 1;
  const sets: Uint8Array[] = [];
  const arrays = r.u8('arrays');
  for (let i = 0; i < arrays; i++) {
    const type = r.u8('type') & 0x3f;
    const count = r.u16('count');
    if (sets.length + count > MAX_SETS) throw new DecodeError('too-long', `${count} parameter sets`, r.offset);
    for (let j = 0; j < count; j++) {
      const set = r.slice(r.u16('length'), 'parameter set');
      if (type === H265_NAL.vps || type === H265_NAL.sps || type === H265_NAL.pps) sets.push(set.slice());
    }
  }
  return { codec: 'h265', lengthBytes, sets };
}

/** The bodies of video and audio messages, which are those of FLV tags, as pictures and sound. Remembers what decoders are told once. */
export class FlvTags {
  private decoder: Decoder | null = null;
  private sound: AudioConfiguration | null = null;

  /** @throws DecodeError for damaged bodies and codecs that are neither H.264 nor H.265. */
  video(body: Uint8Array, timestampMs: number): TaggedFrame | null {
    const r = new ByteReader(body);
    if (body.length === 0) return null;
    const first = r.u8();
    const enhanced = (first & 0x80) !== 0;
    const frameType = (first >> 4) & (enhanced ? 7 : 15);
    if (frameType === FRAME_COMMAND) return null;
    const codec = enhanced ? FOUR_LETTERS[letters(r)] : codecOfId(first & 15);
    if (codec === undefined)
      throw new DecodeError(
        'unsupported',
        `pictures of ${enhanced ? letters(new ByteReader(body, 1)) : `codec ${first & 15}`}`,
        0,
        'codec',
      );
    const packet = enhanced ? first & 15 : r.u8('packet type');
    // The difference between the order of decoding and that of showing; cameras have none.
    if (!enhanced || packet === PACKET.frames) r.skip(3, 'composition time');
    if (packet === PACKET.sequenceStart) {
      this.decoder = codec === 'h264' ? avcDecoder(r.rest()) : hevcDecoder(r.rest());
      return null;
    }
    if (packet !== PACKET.frames && !(enhanced && packet === PACKET.framesX)) {
      if (packet === PACKET.sequenceEnd || packet === PACKET.metadata) return null;
      throw new DecodeError('unsupported', `a packet of type ${packet}`, 0, 'packet type');
    }
    return this.picture(codec, frameType === FRAME_KEY, r.rest(), timestampMs);
  }

  /** @throws DecodeError for damaged bodies. Sound that no browser plays gives nothing. */
  audio(body: Uint8Array, timestampMs: number): TaggedFrame | null {
    if (body.length < 2) return null;
    const format = body[0]! >> 4;
    if (format === SOUND.alaw) return frameOf(DATA_TYPE.audio, PAYLOAD.g711a, body.slice(1), timestampMs);
    if (format === SOUND.ulaw) return frameOf(DATA_TYPE.audio, PAYLOAD.g711u, body.slice(1), timestampMs);
    if (format === SOUND.aac) return this.aac(body[1]!, body.subarray(2), timestampMs);
    if (format !== SOUND.enhanced) return null;
    const r = new ByteReader(body, 1);
    return letters(r) === 'mp4a' ? this.aac(body[0]! & 15, r.rest(), timestampMs) : null;
  }

  private aac(packet: number, bytes: Uint8Array, timestampMs: number): TaggedFrame | null {
    if (packet === PACKET.sequenceStart) this.sound = audioConfiguration(bytes);
    if (packet !== PACKET.frames || this.sound === null || bytes.length === 0) return null;
    return frameOf(DATA_TYPE.audio, PAYLOAD.aac, adtsFrame(this.sound, bytes), timestampMs);
  }

  private picture(codec: VideoCodec, key: boolean, bytes: Uint8Array, timestampMs: number): TaggedFrame | null {
    const { decoder } = this;
    const sets = decoder?.codec === codec ? decoder.sets : [];
    const payload = codec === 'h264' ? PAYLOAD.h264 : PAYLOAD.h265;
    const units = startsWithCode(bytes) ? null : unitsOf(bytes, decoder?.codec === codec ? decoder.lengthBytes : 4);
    if (units?.length === 0) return null;
    const head = key && sets.length > 0 ? annexB(sets) : new Uint8Array(0);
    // A few cameras put start codes where lengths belong.
    const picture = units === null ? bytes : annexB(units);
    const data = new Uint8Array(head.length + picture.length);
    data.set(head);
    data.set(picture, head.length);
    return frameOf(key ? DATA_TYPE.i : DATA_TYPE.p, payload, data, timestampMs);
  }
}

const frameOf = (dataType: TaggedFrame['dataType'], payloadType: number, data: Uint8Array, timestampMs: number): TaggedFrame => ({
  dataType,
  payloadType,
  timestampMs,
  sinceFrameMs: null,
  packets: 1,
  data,
  afterLoss: false,
});

/** Of four octets: those of three would be a length of 256 and more. No unit at the beginning of a picture is one octet long. */
const startsWithCode = (b: Uint8Array): boolean => b[0] === 0 && b[1] === 0 && b[2] === 0 && b[3] === 1;

const letters = (r: ByteReader): string => r.ascii(4, 'codec');

const codecOfId = (id: number): VideoCodec | undefined => (id === CODEC_ID.avc ? 'h264' : id === CODEC_ID.hevc ? 'h265' : undefined);

/** @throws DecodeError for lengths that lead out of the picture. */
function unitsOf(bytes: Uint8Array, lengthBytes: number): Uint8Array[] {
  const r = new ByteReader(bytes);
  const units: Uint8Array[] = [];
  while (r.remaining > 0) {
    if (units.length >= MAX_UNITS) throw new DecodeError('too-long', `more than ${MAX_UNITS} units in a picture`, r.offset);
    let length = 0;
    for (let i = 0; i < lengthBytes; i++) length = length * 256 + r.u8('unit length');
    if (length > 0) units.push(r.slice(length, 'unit'));
  }
  return units;
}
