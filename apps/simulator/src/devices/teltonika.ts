import { ByteReader, ByteWriter, crc16Ibm } from '@sightline/codec';
import type { Device, Driver, Incoming, Outgoing, Report } from './driver.ts';
import { teltonikaCommand } from './text-commands.ts';

/** Records of one packet: it must stay below 1280 octets. */
const PER_PACKET = 20;

/** Teltonika Codec 8 over TCP, commands in Codec 12. */
export function teltonikaDriver(deviceId: string, device: Device): Driver {
  let state: 'new' | 'waiting' | 'accepted' = 'new';
  let restart = false;
  let pending = new Uint8Array();

  const packet = (content: Uint8Array): Uint8Array =>
    new ByteWriter(content.length + 12).u32(0).u32(content.length).raw(content).u32(crc16Ibm(content)).finish();

  const onCommand = (content: Uint8Array): Uint8Array => {
    const body = new ByteReader(content, 3);
    const answer = teltonikaCommand(body.ascii(Math.min(body.u32(), body.remaining)), device);
    if (answer.restart) restart = true;
    return packet(new ByteWriter().u8(0x0c).u8(1).u8(6).u32(answer.text.length).ascii(answer.text).u8(1).finish());
  };

  return {
    nextLogin() {
      if (state === 'accepted') return null;
      state = 'waiting';
      return { bytes: new ByteWriter(17).u16(15).ascii(deviceId).finish(), ack: 'login', positions: 0 };
    },
    reports(reports) {
      const out: Outgoing[] = [];
      for (let i = 0; i < reports.length; i += PER_PACKET) {
        const part = reports.slice(i, i + PER_PACKET);
        const content = new ByteWriter(1280).u8(8).u8(part.length);
        for (const report of part) content.raw(record(report));
        out.push({ bytes: packet(content.u8(part.length).finish()), ack: `count:${part.length}`, positions: part.length });
      }
      return out;
    },
    heartbeat: () => ({ bytes: Uint8Array.of(0xff), ack: null, positions: 0 }),
    receive(bytes): Incoming {
      const acks: string[] = [];
      const replies: Uint8Array[] = [];
      let refused = false;
      const joined = new Uint8Array(pending.length + bytes.length);
      joined.set(pending);
      joined.set(bytes, pending.length);
      const reader = new ByteReader(joined);
      while (reader.remaining > 0) {
        if (state === 'waiting') {
          if (reader.u8() === 1) state = 'accepted';
          else refused = true;
          acks.push('login');
          continue;
        }
        if (reader.remaining < 4) break;
        const start = reader.offset;
        const count = reader.u32();
        // A count of records is never 0 from a platform that accepts; 0 begins a command packet.
        if (count !== 0) {
          acks.push(`count:${count}`);
          continue;
        }
        const length = reader.remaining >= 4 ? reader.u32() : Number.POSITIVE_INFINITY;
        if (reader.remaining < length + 4) {
          reader.offset = start;
          break;
        }
        replies.push(onCommand(reader.slice(length)));
        reader.skip(4);
      }
      pending = joined.slice(reader.offset);
      return { acks, refused, replies, restart };
    },
  };
}

/** An AVL record of Codec 8: ignition, movement, GSM signal, digital output, voltages, odometer, fuel used. */
function record(report: Report): Uint8Array {
  return new ByteWriter(64)
    .u64(BigInt(report.timeMs))
    .u8(0)
    .i32(Math.round(report.lon * 1e7))
    .i32(Math.round(report.lat * 1e7))
    .u16(Math.max(0, Math.round(report.altitudeM)))
    .u16(Math.round(report.course) % 360)
    .u8(report.satellites)
    .u16(Math.round(report.speedKph))
    .u8(0)
    .u8(8)
    .u8(4)
    .u8(239)
    .u8(report.ignition ? 1 : 0)
    .u8(240)
    .u8(report.speedKph > 3 ? 1 : 0)
    .u8(21)
    .u8(4)
    .u8(179)
    .u8(report.blocked ? 1 : 0)
    .u8(2)
    .u8(66)
    .u16(Math.round(report.powerV * 1000))
    .u8(67)
    .u16(4050)
    .u8(2)
    .u8(16)
    .u32(report.odometerM)
    .u8(83)
    .u32(Math.round(report.fuelUsedL * 10))
    .u8(0)
    .finish();
}
