import { ByteReader, ByteWriter } from '@sightline/codec';
import { alarmItem } from '../alarms/alarm-event.ts';
import { wrapFrame } from '@sightline/protocols/jt808/frame';
import { Jt808Framer } from '@sightline/protocols/jt808/framer';
import { joinHeader, readHeader } from '@sightline/protocols/jt808/header';
import type { Device, Driver, Incoming, Outgoing, Report } from './driver.ts';
import { GMT8_MS } from './jt808-answers.ts';
import { jt808Command } from './jt808-commands.ts';

/** Locations of one 0x0704: its body must stay below 1024 octets, also when each of them carries an alarm. */
const PER_BATCH = 9;
/** A longer body goes in several packets (§4.4.3): a packet has room for 1023 octets. */
const PER_PACKET = 1_000;
/** Alarm to time of a location report. */
const BASIC_LOCATION = 28;
const MAX_UNCONFIRMED = 4;

/** JT/T 808-2013 terminal: registration, authentication, 0x0200, 0x0704, answers to the usual commands. */
export function jt808Driver(deviceId: string, device: Device): Driver {
  const phone = new ByteWriter(6).bcd(deviceId, 6).finish();
  const framer = new Jt808Framer();
  let serial = 0;
  let authCode: string | null = null;
  let step: 'register' | 'authenticate' | 'done' = 'register';
  const place = (report: Report): Uint8Array => locationAndAlarm(report, device.memory.doorsLocked);

  const message = (id: number, body: Uint8Array, positions = 0, ackOf: (n: number) => string | null = (n) => `8001:${n}`): Outgoing => {
    const n = serial;
    serial = (serial + 1) & 0xffff;
    return { bytes: wrapFrame(joinHeader({ id, version: null, phone, serial: n }, body)), ack: ackOf(n), positions };
  };
  /** A message of any length; its packets have serial numbers in a row. */
  const packets = (id: number, body: Uint8Array): Uint8Array[] => {
    const total = Math.ceil(body.length / PER_PACKET);
    if (total <= 1) return [message(id, body, 0, () => null).bytes];
    return Array.from({ length: total }, (_, i) => {
      const part = body.subarray(i * PER_PACKET, (i + 1) * PER_PACKET);
      const header = { id, version: null, phone, serial, packet: { total, index: i + 1 } };
      serial = (serial + 1) & 0xffff;
      return wrapFrame(joinHeader(header, part));
    });
  };
  /** The packets of pictures that the platform has not confirmed. */
  const unconfirmed = new Map<number, Uint8Array[]>();
  const takeDue = (nowMs: number): Uint8Array[] => {
    // JT/T 1078-2016 table 27
    const ends = (device.camera?.uploads.takeEnds() ?? []).map(
      ({ serial: answered, ok }) =>
        message(
          0x1206,
          new ByteWriter(3)
            .u16(answered)
            .u8(ok ? 0 : 1)
            .finish(),
          0,
          () => null,
        ).bytes,
    );
    const report = device.now();
    const photos = device.camera?.photographs.take(device.memory.parameters, nowMs, report?.odometerM ?? null) ?? [];
    const pictures = photos.flatMap(({ mediaId, channel, event, jpeg }) => {
      // JT/T 808-2013 §8.52 and §8.54: that there is a picture, and the picture with where and when it was taken.
      const about = new ByteWriter(8).u32(mediaId).u8(0).u8(0).u8(event).u8(channel).finish();
      const at = report ? place({ ...report, timeMs: nowMs }).subarray(0, BASIC_LOCATION) : new Uint8Array(BASIC_LOCATION);
      const data = packets(0x0801, new ByteWriter(jpeg.length + 64).raw(about).raw(at).raw(jpeg).finish());
      unconfirmed.set(mediaId, data);
      for (const oldest of unconfirmed.keys()) if (unconfirmed.size > MAX_UNCONFIRMED) unconfirmed.delete(oldest);
      return [message(0x0800, about, 0, () => null).bytes, ...data];
    });
    return [...ends, ...pictures];
  };
  /** 0x8800: the picture has arrived, or these packets of it have not. */
  const confirmed = (body: ByteReader): Uint8Array[] => {
    const mediaId = body.u32();
    const missing = body.remaining > 0 ? Array.from({ length: body.u8() }, () => body.u16()) : [];
    const sent = unconfirmed.get(mediaId) ?? [];
    if (missing.length === 0) unconfirmed.delete(mediaId);
    return missing.flatMap((index) => sent[index - 1] ?? []);
  };
  return {
    takeDue,
    nextLogin() {
      if (step === 'register') {
        const body = new ByteWriter(45).u16(44).u16(300).ascii('70111').ascii('SIM-808'.padEnd(20, '\0')).ascii(deviceId.slice(-7)).u8(0);
        return message(0x0100, body.finish(), 0, (n) => `8100:${n}`);
      }
      if (step === 'authenticate') return message(0x0102, new ByteWriter().ascii(authCode ?? '').finish());
      return null;
    },
    reports(reports, buffered) {
      if (!buffered) return reports.map((report) => message(0x0200, place(report), 1));
      const out: Outgoing[] = [];
      for (let i = 0; i < reports.length; i += PER_BATCH) {
        const part = reports.slice(i, i + PER_BATCH);
        const body = new ByteWriter(1024).u16(part.length).u8(1);
        for (const report of part) {
          const bytes = place(report);
          body.u16(bytes.length).raw(bytes);
        }
        out.push(message(0x0704, body.finish(), part.length));
      }
      return out;
    },
    heartbeat: () => message(0x0002, new Uint8Array()),
    receive(bytes): Incoming {
      const acks: string[] = [];
      const replies: Uint8Array[] = [];
      let refused = false;
      let restart = false;
      for (const event of framer.push(bytes)) {
        if (event.kind !== 'frame') continue;
        const content = event.frame.subarray(1, -1);
        const header = readHeader(content, event.frame[0]!);
        const body = new ByteReader(content, header.bodyStart, header.bodyEnd);
        if (header.id === 0x8001 || header.id === 0x8100) {
          const answered = body.u16();
          if (header.id === 0x8001) body.skip(2);
          const result = body.u8();
          if (header.id === 0x8100) {
            if (result === 0) authCode = body.ascii(body.remaining);
            else refused = true;
            step = 'authenticate';
          } else if (step === 'authenticate') {
            if (result === 0) step = 'done';
            else refused = true;
          }
          acks.push(`${header.id.toString(16)}:${answered}`);
        } else if (header.id === 0x8800) {
          replies.push(...confirmed(body));
        } else {
          const effect = jt808Command(deviceId, device, header.id, header.serial, body, place);
          for (const answer of effect.messages) replies.push(...packets(answer.id, answer.body));
          if (effect.restart) restart = true;
          if (header.id === 0x8801) replies.push(...takeDue(Date.now()));
        }
      }
      return { acks, refused, replies, restart };
    },
  };
}

/** 0x0200 body with what the assistance of driving tells. */
const locationAndAlarm = (report: Report, doorsLocked: boolean): Uint8Array => {
  const plain = location(report, doorsLocked);
  return report.alarm ? new ByteWriter(128).raw(plain).raw(alarmItem(report.alarm, report)).finish() : plain;
};

/** 0x0200 body with mileage, fuel, signal and satellites. JT/T 808-2013 table 23. */
function location(report: Report, doorsLocked: boolean): Uint8Array {
  const status =
    (report.ignition ? 1 : 0) |
    2 |
    (report.lat < 0 ? 4 : 0) |
    (report.lon < 0 ? 8 : 0) |
    (report.blocked ? 0x400 : 0) |
    (doorsLocked ? 0x1000 : 0);
  return new ByteWriter(64)
    .u32(0)
    .u32(status)
    .u32(Math.round(Math.abs(report.lat) * 1e6))
    .u32(Math.round(Math.abs(report.lon) * 1e6))
    .u16(Math.max(0, Math.round(report.altitudeM)))
    .u16(Math.round(report.speedKph * 10))
    .u16(Math.round(report.course) % 360)
    .bcd(new Date(report.timeMs + GMT8_MS).toISOString().replace(/\D/g, '').slice(2, 14), 6)
    .u8(0x01)
    .u8(4)
    .u32(Math.round(report.odometerM / 100))
    .u8(0x02)
    .u8(2)
    .u16(Math.round(report.fuelPercent * 6))
    .u8(0x30)
    .u8(1)
    .u8(24)
    .u8(0x31)
    .u8(1)
    .u8(report.satellites)
    .finish();
}
