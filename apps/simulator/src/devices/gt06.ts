import { ByteReader, ByteWriter, crc16X25 } from '@sightline/codec';
import type { Device, Driver, Incoming, Outgoing, Report } from './driver.ts';
import { concoxCommand } from './text-commands.ts';

/** Concox GT06 family: login 01, location 22, status 13, commands 80 answered by 15. */
export function gt06Driver(deviceId: string, device: Device): Driver {
  let serial = 0;
  let loggedIn = false;
  let restart = false;
  let pending = new Uint8Array();

  const frame = (number: number, content: Uint8Array): Uint8Array => {
    serial = (serial % 0xffff) + 1;
    const checked = new ByteWriter(content.length + 8)
      .u8(content.length + 5)
      .u8(number)
      .raw(content)
      .u16(serial)
      .finish();
    return new ByteWriter(checked.length + 6).u16(0x7878).raw(checked).u16(crc16X25(checked)).u16(0x0d0a).finish();
  };
  const acknowledged = (number: number, content: Uint8Array): Outgoing => ({
    bytes: frame(number, content),
    ack: `${number}:${serial}`,
    positions: 0,
  });

  const onFrame = (bytes: Uint8Array, acks: string[], replies: Uint8Array[]): void => {
    const body = new ByteReader(bytes, 3, bytes.length - 6);
    const number = body.u8();
    if (number === 0x80) {
      const textLength = body.u8() - 4;
      const flag = body.u32();
      const answer = concoxCommand(body.ascii(Math.min(textLength, body.remaining)), device);
      if (answer.restart) restart = true;
      replies.push(
        frame(
          0x15,
          new ByteWriter()
            .u8(4 + answer.text.length)
            .u32(flag)
            .ascii(answer.text)
            .u16(2)
            .finish(),
        ),
      );
      return;
    }
    if (number === 0x01) loggedIn = true;
    acks.push(`${number}:${new ByteReader(bytes, bytes.length - 6).u16()}`);
  };

  return {
    nextLogin: () => (loggedIn ? null : acknowledged(0x01, new ByteWriter(12).bcd(deviceId, 8).u16(0x0036).u16(0x0000).finish())),
    reports: (reports, buffered) => reports.map((report) => ({ bytes: frame(0x22, location(report, buffered)), ack: null, positions: 1 })),
    heartbeat(report) {
      const info = (report.ignition ? 0x02 : 0) | 0x04 | 0x40 | (report.blocked ? 0x80 : 0);
      return acknowledged(0x13, new ByteWriter(5).u8(info).u8(6).u8(4).u16(0x0002).finish());
    },
    receive(bytes): Incoming {
      const acks: string[] = [];
      const replies: Uint8Array[] = [];
      const joined = new Uint8Array(pending.length + bytes.length);
      joined.set(pending);
      joined.set(bytes, pending.length);
      let at = 0;
      // The platform is trusted to send whole, short frames: 78 78 length ... 0D 0A.
      while (joined.length - at >= 5 && joined.length - at >= joined[at + 2]! + 5) {
        const size = joined[at + 2]! + 5;
        onFrame(joined.subarray(at, at + size), acks, replies);
        at += size;
      }
      pending = joined.slice(at);
      return { acks, refused: false, replies, restart };
    },
  };
}

/** 22: GPS block, LBS, ACC, upload mode, re-upload, mileage. */
function location(report: Report, buffered: boolean): Uint8Array {
  const time = new Date(report.timeMs);
  const courseStatus = (Math.round(report.course) % 360) | 0x1000 | (report.lat >= 0 ? 0x0400 : 0) | (report.lon < 0 ? 0x0800 : 0);
  return new ByteWriter(40)
    .u8(time.getUTCFullYear() - 2000)
    .u8(time.getUTCMonth() + 1)
    .u8(time.getUTCDate())
    .u8(time.getUTCHours())
    .u8(time.getUTCMinutes())
    .u8(time.getUTCSeconds())
    .u8(0xc0 | Math.min(15, report.satellites))
    .u32(Math.round(Math.abs(report.lat) * 1_800_000))
    .u32(Math.round(Math.abs(report.lon) * 1_800_000))
    .u8(Math.min(255, Math.round(report.speedKph)))
    .u16(courseStatus)
    .u16(460)
    .u8(0)
    .u16(0x2866)
    .u8(0)
    .u16(0x0f21)
    .u8(report.ignition ? 1 : 0)
    .u8(0)
    .u8(buffered ? 1 : 0)
    .u32(report.odometerM)
    .finish();
}
