/**
 * Device-side frames of the protocols, written out by hand from the standards so that tests and benches do not depend
 * on the code that they judge.
 */
import { crc16Ibm, crc16X25, xor8 } from '@sightline/codec';

export interface Place {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKph?: number;
  readonly course?: number;
  readonly ignition?: boolean;
  /** Alarm bits of JT/T 808 (2013 table 24). */
  readonly alarms?: number;
}

const GMT8_MS = 8 * 3_600_000;

function bcdTime(timeMs: number): number[] {
  const digits = new Date(timeMs).toISOString().replace(/\D/g, '').slice(2, 14);
  return Array.from({ length: 6 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** A JT/T 808-2013 message of a terminal; `phone` is padded to 12 digits. With `packet` it is a part of one. §4.4. */
export function jt808Frame(
  id: number,
  phone: string,
  serial: number,
  body: Uint8Array,
  packet?: { readonly total: number; readonly index: number },
): Buffer {
  const start = packet ? 16 : 12;
  const content = Buffer.alloc(start + 1 + body.length);
  content.writeUInt16BE(id, 0);
  content.writeUInt16BE(body.length | (packet ? 0x2000 : 0), 2);
  content.write(phone.padStart(12, '0'), 4, 'hex');
  content.writeUInt16BE(serial & 0xffff, 10);
  if (packet) {
    content.writeUInt16BE(packet.total, 12);
    content.writeUInt16BE(packet.index, 14);
  }
  content.set(body, start);
  content[start + body.length] = xor8(content, 0, start + body.length);
  const escaped: number[] = [0x7e];
  for (const octet of content) {
    if (octet === 0x7e) escaped.push(0x7d, 2);
    else if (octet === 0x7d) escaped.push(0x7d, 1);
    else escaped.push(octet);
  }
  escaped.push(0x7e);
  return Buffer.from(escaped);
}

/** A message in packets of at most `size` octets, with running numbers in a row. §4.4.3. */
export function jt808Packets(id: number, phone: string, firstSerial: number, body: Uint8Array, size = 1000): Buffer[] {
  const total = Math.ceil(body.length / size);
  return Array.from({ length: total }, (_, i) =>
    jt808Frame(id, phone, firstSerial + i, body.subarray(i * size, (i + 1) * size), { total, index: i + 1 }),
  );
}

/** The body of 0x0801: JPEG by default, its place and time, the file. JT/T 808-2013 table 85. */
export function jt808MediaBody(
  media: { readonly mediaId: number; readonly channel: number; readonly event?: number; readonly place: Place },
  data: Uint8Array,
): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(media.mediaId, 0);
  head.set([0, 0, media.event ?? 0, media.channel], 4);
  return Buffer.concat([head, jt808LocationBody(media.place).subarray(0, 28), data]);
}

/** The body of 0x0200 with mileage, signal and satellites. JT/T 808-2013 tables 23 to 27. */
export function jt808LocationBody(place: Place, odometerM = 0): Buffer {
  const body = Buffer.alloc(28 + 6 + 3 + 3);
  body.writeUInt32BE(place.alarms ?? 0, 0);
  body.writeUInt32BE((place.ignition === false ? 0 : 1) | 2 | (place.lat < 0 ? 4 : 0) | (place.lon < 0 ? 8 : 0), 4);
  body.writeUInt32BE(Math.round(Math.abs(place.lat) * 1e6), 8);
  body.writeUInt32BE(Math.round(Math.abs(place.lon) * 1e6), 12);
  body.writeUInt16BE(35, 16);
  body.writeUInt16BE(Math.round((place.speedKph ?? 0) * 10), 18);
  body.writeUInt16BE(Math.round(place.course ?? 0) % 360, 20);
  body.set(bcdTime(place.timeMs + GMT8_MS), 22);
  body.set([0x01, 4], 28);
  body.writeUInt32BE(Math.round(odometerM / 100), 30);
  body.set([0x30, 1, 24, 0x31, 1, 11], 34);
  return body;
}

export const jt808Location = (phone: string, serial: number, place: Place, odometerM = 0): Buffer =>
  jt808Frame(0x0200, phone, serial, jt808LocationBody(place, odometerM));

/** 0x0704: places from the memory of the device. JT/T 808-2013 table 76. */
export function jt808Buffered(phone: string, serial: number, places: readonly Place[]): Buffer {
  const head = Buffer.from([places.length >> 8, places.length & 0xff, 1]);
  const items = places.flatMap((place) => {
    const body = jt808LocationBody(place);
    return [Buffer.from([body.length >> 8, body.length & 0xff]), body];
  });
  return jt808Frame(0x0704, phone, serial, Buffer.concat([head, ...items]));
}

export const jt808Heartbeat = (phone: string, serial: number): Buffer => jt808Frame(0x0002, phone, serial, Buffer.alloc(0));

/** 0x0100 of a terminal without a plate. JT/T 808-2013 table 6. */
export const jt808Registration = (phone: string, serial: number): Buffer => jt808Frame(0x0100, phone, serial, Buffer.alloc(37));

export interface Jt808Answer {
  readonly id: number;
  /** Own running number of the platform. */
  readonly serial: number;
  readonly body: Buffer;
  /** 0x8001 and 0x8100: the number of the answered message. */
  readonly answered: number;
}

/** Collects a platform's messages from any pieces of the stream. */
export class Jt808Answers {
  private rest = Buffer.alloc(0);

  push(chunk: Uint8Array): Jt808Answer[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const out: Jt808Answer[] = [];
    for (;;) {
      const start = this.rest.indexOf(0x7e);
      const end = start < 0 ? -1 : this.rest.indexOf(0x7e, start + 1);
      if (end < 0) return out;
      const plain: number[] = [];
      for (let i = start + 1; i < end; i++) plain.push(this.rest[i] === 0x7d ? 0x7c + this.rest[++i]! : this.rest[i]!);
      this.rest = this.rest.subarray(end + 1);
      const content = Buffer.from(plain);
      if (xor8(content) !== 0) throw new Error(`answer with a wrong check octet: ${content.toString('hex')}`);
      const body = content.subarray(12, -1);
      out.push({
        id: content.readUInt16BE(0),
        serial: content.readUInt16BE(10),
        body,
        answered: body.length >= 2 ? body.readUInt16BE(0) : -1,
      });
    }
  }
}

/** A `7878` frame: length, number, content, serial, CRC-16/X-25. */
export function gt06Frame(number: number, content: Uint8Array, serial: number): Buffer {
  const frame = Buffer.alloc(content.length + 10);
  frame.writeUInt16BE(0x7878, 0);
  frame[2] = content.length + 5;
  frame[3] = number;
  frame.set(content, 4);
  frame.writeUInt16BE(serial & 0xffff, 4 + content.length);
  frame.writeUInt16BE(crc16X25(frame, 2, 6 + content.length), 6 + content.length);
  frame.writeUInt16BE(0x0d0a, 8 + content.length);
  return frame;
}

export const gt06Login = (imei: string, serial: number): Buffer => gt06Frame(0x01, Buffer.from(imei.padStart(16, '0'), 'hex'), serial);

/** Packet 0x22: GPS, LBS, ACC, mode, re-upload; UTC. */
export function gt06Location(serial: number, place: Place): Buffer {
  const t = new Date(place.timeMs);
  const content = Buffer.alloc(29);
  content.set([
    t.getUTCFullYear() - 2000,
    t.getUTCMonth() + 1,
    t.getUTCDate(),
    t.getUTCHours(),
    t.getUTCMinutes(),
    t.getUTCSeconds(),
    0xc9,
  ]);
  content.writeUInt32BE(Math.round(Math.abs(place.lat) * 1_800_000), 7);
  content.writeUInt32BE(Math.round(Math.abs(place.lon) * 1_800_000), 11);
  content[15] = Math.round(place.speedKph ?? 0);
  content.writeUInt16BE(0x1000 | (place.lat >= 0 ? 0x400 : 0) | (place.lon < 0 ? 0x800 : 0) | Math.round(place.course ?? 0), 16);
  content.set([0x01, 0xcc, 0x00, 0x28, 0x7d, 0x00, 0x1f, 0x71, place.ignition === false ? 0 : 1, 0, 0], 18);
  return gt06Frame(0x22, content, serial);
}

export function teltonikaLogin(imei: string): Buffer {
  return Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei, 'ascii')]);
}

/** Codec id to second count: codec 8 records with ignition (239). */
function teltonikaRecords(places: readonly Place[]): Buffer {
  const records = places.map((place) => {
    const record = Buffer.alloc(24 + 2 + 3 + 3);
    record.writeBigUInt64BE(BigInt(place.timeMs), 0);
    record.writeInt32BE(Math.round(place.lon * 1e7), 9);
    record.writeInt32BE(Math.round(place.lat * 1e7), 13);
    record.writeInt16BE(35, 17);
    record.writeUInt16BE(Math.round(place.course ?? 0), 19);
    record[21] = 11;
    record.writeUInt16BE(Math.round(place.speedKph ?? 0), 22);
    record.set([0, 1, 1, 239, place.ignition === false ? 0 : 1, 0, 0, 0], 24);
    return record;
  });
  return Buffer.concat([Buffer.from([0x08, places.length]), ...records, Buffer.from([places.length])]);
}

export function teltonikaData(places: readonly Place[]): Buffer {
  const records = teltonikaRecords(places);
  const frame = Buffer.alloc(12 + records.length);
  frame.writeUInt32BE(records.length, 4);
  frame.set(records, 8);
  frame.writeUInt32BE(crc16Ibm(records), 8 + records.length);
  return frame;
}

export function teltonikaDatagram(imei: string, packetId: number, places: readonly Place[]): Buffer {
  const body = Buffer.concat([
    Buffer.from([packetId >> 8, packetId & 0xff, 1, 5, 0, imei.length]),
    Buffer.from(imei, 'ascii'),
    teltonikaRecords(places),
  ]);
  return Buffer.concat([Buffer.from([body.length >> 8, body.length & 0xff]), body]);
}
