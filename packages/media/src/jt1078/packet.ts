import { DecodeError, toHex } from '@sightline/codec';

/** Payload types that occur in the field (JT/T 1078-2016 table 12). */
export const PAYLOAD = { g711a: 6, g711u: 7, g726: 8, aac: 19, adpcm: 26, transparent: 91, h264: 98, h265: 99 } as const;

/** High nibble of the data type octet (table 19). */
export const DATA_TYPE = { i: 0, p: 1, b: 2, audio: 3, transparent: 4 } as const;
export type DataType = 0 | 1 | 2 | 3 | 4;

/** Low nibble: where in a frame the packet stands. */
export const MARK = { atomic: 0, first: 1, last: 2, middle: 3 } as const;
export type Mark = 0 | 1 | 2 | 3;

/** Octets of the SIM field: 6 in 2016 devices, 10 where the device speaks JT/T 808-2019. */
export type SimBytes = 6 | 10;

export interface MediaPacket {
  readonly payloadType: number;
  /** The M bit: last packet of a frame, where the device sets it. */
  readonly marker: boolean;
  /** 16 bits, one more for each packet. */
  readonly sequence: number;
  /** BCD digits, zeros in front included. */
  readonly sim: string;
  readonly channel: number;
  readonly dataType: DataType;
  readonly mark: Mark;
  /** ms by the device's own count; null in transparent data. */
  readonly timestampMs: number | null;
  /** ms since the last key frame and since the last frame; video only. */
  readonly sinceKeyMs: number | null;
  readonly sinceFrameMs: number | null;
  readonly body: Uint8Array;
}

/** "01cd" in front of each packet. */
const MAGIC = [0x30, 0x31, 0x63, 0x64] as const;
/** First octet after the magic: V=2, P=0, X=0, CC=1. */
const VERSION_OCTET = 0x81;

export const isMagic = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === MAGIC[0] && bytes[at + 1] === MAGIC[1] && bytes[at + 2] === MAGIC[2] && bytes[at + 3] === MAGIC[3];

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 0x1_0000 + u16(bytes, at + 2);

/** Octets from the magic to the body, by the kind of data. */
const headOf = (dataType: number, simBytes: SimBytes): number =>
  (dataType === DATA_TYPE.transparent ? 18 : dataType === DATA_TYPE.audio ? 26 : 30) + simBytes - 6;

export interface PacketExtent {
  readonly head: number;
  readonly total: number;
}

/**
 * Length of the packet at `at` when its SIM field has `simBytes` octets: null when this cannot be a packet of that kind, undefined
 * when more octets are needed to say.
 */
export function packetExtent(bytes: Uint8Array, at: number, simBytes: SimBytes): PacketExtent | null | undefined {
  const kindAt = at + 9 + simBytes;
  if (kindAt >= bytes.length) return undefined;
  const kind = bytes[kindAt]!;
  if (kind >> 4 > DATA_TYPE.transparent || (kind & 15) > MARK.middle) return null;
  const head = headOf(kind >> 4, simBytes);
  if (at + head > bytes.length) return undefined;
  return { head, total: head + u16(bytes, at + head - 2) };
}

/** The packet at `at`, whose extent is known to lie in `bytes`. The body is a view. JT/T 1078-2016 §5.5.3, table 19. */
export function packetAt(bytes: Uint8Array, at: number, simBytes: SimBytes, { head, total }: PacketExtent): MediaPacket {
  const after = at + 8 + simBytes;
  const kind = bytes[after + 1]!;
  const dataType = (kind >> 4) as DataType;
  const timed = dataType !== DATA_TYPE.transparent;
  const video = dataType <= DATA_TYPE.b;
  return {
    payloadType: bytes[at + 5]! & 0x7f,
    marker: (bytes[at + 5]! & 0x80) !== 0,
    sequence: u16(bytes, at + 6),
    sim: toHex(bytes.subarray(at + 8, after)),
    channel: bytes[after]!,
    dataType,
    mark: (kind & 15) as Mark,
    timestampMs: timed ? u32(bytes, after + 2) * 0x1_0000_0000 + u32(bytes, after + 6) : null,
    sinceKeyMs: video ? u16(bytes, after + 10) : null,
    sinceFrameMs: video ? u16(bytes, after + 12) : null,
    body: bytes.subarray(at + head, at + total),
  };
}

/** One packet that fills `bytes` (a datagram), with either width of the SIM field. @throws DecodeError. */
export function parsePacket(bytes: Uint8Array): MediaPacket {
  if (!isMagic(bytes, 0)) throw new DecodeError('bad-value', 'a media packet begins with 01cd', 0, 'magic');
  for (const simBytes of [6, 10] as const) {
    const extent = packetExtent(bytes, 0, simBytes);
    if (extent && extent.total === bytes.length) return packetAt(bytes, 0, simBytes, extent);
  }
  throw new DecodeError('length', `no packet of ${bytes.length} bytes by its length field`, null, 'bodyLength');
}

export type OutgoingPacket = Omit<MediaPacket, 'sim' | 'timestampMs' | 'sinceKeyMs' | 'sinceFrameMs'> & {
  /** 12 or 20 digits: the width of the field follows. */
  readonly sim: string;
  readonly timestampMs?: number;
  readonly sinceKeyMs?: number;
  readonly sinceFrameMs?: number;
};

/** The octets of a packet: audio that the platform sends to a device, and what a simulated camera sends. */
export function writePacket(packet: OutgoingPacket): Uint8Array {
  const simBytes = packet.sim.length / 2;
  if ((simBytes !== 6 && simBytes !== 10) || !/^\d+$/.test(packet.sim))
    throw new RangeError(`a SIM field has 12 or 20 digits: ${packet.sim}`);
  if (packet.body.length > 0xffff) throw new RangeError(`a body of ${packet.body.length} bytes`);
  const head = headOf(packet.dataType, simBytes);
  const bytes = new Uint8Array(head + packet.body.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  bytes[4] = VERSION_OCTET;
  bytes[5] = (packet.marker ? 0x80 : 0) | packet.payloadType;
  view.setUint16(6, packet.sequence & 0xffff);
  for (let i = 0; i < simBytes; i++) bytes[8 + i] = Number.parseInt(packet.sim.slice(2 * i, 2 * i + 2), 16);
  const after = 8 + simBytes;
  bytes[after] = packet.channel;
  bytes[after + 1] = (packet.dataType << 4) | packet.mark;
  if (packet.dataType !== DATA_TYPE.transparent) view.setBigUint64(after + 2, BigInt(Math.max(0, Math.round(packet.timestampMs ?? 0))));
  if (packet.dataType <= DATA_TYPE.b) {
    view.setUint16(after + 10, Math.min(0xffff, packet.sinceKeyMs ?? 0));
    view.setUint16(after + 12, Math.min(0xffff, packet.sinceFrameMs ?? 0));
  }
  view.setUint16(head - 2, packet.body.length);
  bytes.set(packet.body, head);
  return bytes;
}

/** Longest body that the standard allows (§5.5.3). */
export const MAX_BODY_BYTES = 950;

/** A frame as packets of the standard's size; `nextSequence` is asked once for each. */
export function packetsOfFrame(
  frame: Omit<OutgoingPacket, 'sequence' | 'mark' | 'marker'>,
  nextSequence: () => number,
  maxBytes = MAX_BODY_BYTES,
): Uint8Array[] {
  const count = Math.max(1, Math.ceil(frame.body.length / maxBytes));
  return Array.from({ length: count }, (_, i) =>
    writePacket({
      ...frame,
      sequence: nextSequence(),
      mark: count === 1 ? MARK.atomic : i === 0 ? MARK.first : i === count - 1 ? MARK.last : MARK.middle,
      marker: i === count - 1,
      body: frame.body.subarray(i * maxBytes, (i + 1) * maxBytes),
    }),
  );
}
