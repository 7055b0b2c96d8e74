import {
  bcdDigits,
  DecodeError,
  either,
  fixedText,
  hex,
  hexRest,
  i16,
  i32,
  ifMore,
  repeated,
  struct,
  toHex,
  tuple,
  u16,
  u32,
  u8,
  unpadded,
  decodeGbk,
  encodeGbk,
  wallTime,
  ByteWriter,
  xor8,
} from '@sightline/codec';
import type { ByteReader, Field, FieldContext } from '@sightline/codec';
import { message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';

/** Text up to the end of the block, without its padding; written back to `size` octets when that is more. */
const paddedRest = (size: number): Field<string> => ({
  read: (reader, name) => unpadded(decodeGbk(reader.rest(name))),
  write(writer, value) {
    const bytes = encodeGbk(String(value));
    writer.raw(bytes);
    for (let i = bytes.length; i < size; i++) writer.u8(0);
  },
  sample: (random) => 'ABC'.slice(0, 1 + random(2)),
});

const point = { longitude: i32, latitude: i32, altitudeM: i16 };
const speedStatus = struct({ speedKph: u8, statusBits: u8 });
const vehicle = (typeSize: number): Field<unknown> => struct({ vin: fixedText(17), plate: fixedText(12), plateType: paddedRest(typeSize) });
const range: Field<unknown> = struct({ startTime: wallTime, endTime: wallTime, maxBlocks: u16 });
const install: Field<unknown> = struct({
  realTime: wallTime,
  installedAt: wallTime,
  initialMileage: bcdDigits(4),
  totalMileage: bcdDigits(4),
});
const eventTime = repeated(struct({ time: wallTime, type: u8 }));
const list = <T>(field: Field<T>): Field<unknown> => struct({ entries: field as Field<unknown> });

/** GB/T 19056-2012 tables B.5 ff.: data blocks that the recorder sends, by command word. */
const UP: Readonly<Record<number, Field<unknown>>> = {
  0x00: struct({ standardYear: bcdDigits(1), modification: u8 }),
  0x01: struct({ licence: fixedText(18) }),
  0x02: struct({ realTime: wallTime }),
  0x03: install,
  0x04: struct({ realTime: wallTime, pulses: u16 }),
  0x05: vehicle(12),
  0x06: struct({ realTime: wallTime, signalBits: u8, signals: repeated(fixedText(10)) }),
  0x07: struct({
    certification: fixedText(7),
    model: fixedText(16),
    producedOn: bcdDigits(3),
    serialNumber: u32,
    reserved: ifMore(hexRest),
  }),
  0x08: list(repeated(struct({ startTime: wallTime, seconds: tuple(60, speedStatus) }))),
  0x09: list(repeated(struct({ startTime: wallTime, minutes: tuple(60, struct({ ...point, averageSpeedKph: u8 })) }))),
  0x10: list(repeated(struct({ endTime: wallTime, licence: fixedText(18), samples: tuple(100, speedStatus), ...point }))),
  0x11: list(
    repeated(struct({ licence: fixedText(18), startTime: wallTime, endTime: wallTime, start: struct(point), end: struct(point) })),
  ),
  0x12: list(repeated(struct({ time: wallTime, licence: fixedText(18), type: u8 }))),
  0x13: list(eventTime),
  0x14: list(eventTime),
  0x15: list(
    repeated(
      struct({ status: u8, startTime: wallTime, endTime: wallTime, seconds: tuple(60, struct({ recordedKph: u8, referenceKph: u8 })) }),
    ),
  ),
};
/** ... and that the platform sends; commands 08-15 ask for a period. */
const DOWN: Readonly<Record<number, Field<unknown>>> = {
  ...Object.fromEntries([0x08, 0x09, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15].map((command) => [command, range])),
  0x82: vehicle(10),
  0x83: struct({ realTime: wallTime }),
  0x84: struct({ realTime: wallTime, signalBits: u8, signals: repeated(fixedText(10)) }),
  0xc2: struct({ realTime: wallTime }),
  0xc3: struct({ realTime: wallTime, pulses: u16 }),
  0xc4: install,
};

const PACKET_MARK = 0x557a;

/** A recorder packet: `55 7A`, command, length, reserved, data, XOR of all before (GB/T 19056 B.3). `data` stays hex when it has no known form. */
const packet = (blocks: Readonly<Record<number, Field<unknown>>>): Field<Record<string, unknown>> => ({
  read(reader, name, context) {
    const start = reader.offset;
    reader.skip(2, name);
    const command = reader.u8(`${name}.command`);
    // a recorder that failed answers FA or FB without length and data
    if (reader.remaining < 4) {
      const reserved = hex(Math.max(reader.remaining - 1, 0)).read(reader, name, context);
      return { command, failed: true, reserved, ...check(reader, start, context) };
    }
    const size = reader.u16(`${name}.length`);
    const reserved = reader.u8(`${name}.reserved`);
    const data = reader.slice(size, `${name}.data`);
    const block = blocks[command];
    const value = block ? readBlock(block, reader.part(reader.offset - size, reader.offset), context) : undefined;
    return { command, reserved, ...(value === undefined ? { data: toHex(data) } : { block: value }), ...check(reader, start, context) };
  },
  write(writer, value, name, context) {
    const part = new ByteWriter().u16(PACKET_MARK).u8(Number(value['command']));
    if (value['failed'] === true) hexRest.write(part, String(value['reserved']), name, context);
    else {
      const data = new ByteWriter();
      const block = blocks[Number(value['command'])];
      if (value['block'] !== undefined && block) block.write(data, value['block'], `${name}.block`, context);
      else hexRest.write(data, String(value['data'] ?? ''), `${name}.data`, context);
      part.u16(data.length).u8(Number(value['reserved'])).raw(data.finish());
    }
    const bytes = part.finish();
    writer.raw(bytes).u8(typeof value['checksum'] === 'number' ? value['checksum'] : xor8(bytes));
  },
  sample: (random) => ({ command: 0x7f, reserved: 0, data: random(255).toString(16).padStart(2, '0') }),
});

function readBlock(block: Field<unknown>, part: ByteReader, context: FieldContext): unknown {
  try {
    const value = block.read(part, 'block', context);
    return part.remaining === 0 ? value : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** The check octet; kept in the fields only when it is wrong. */
function check(reader: ByteReader, start: number, context: FieldContext): { checksum?: number } {
  const at = reader.offset;
  const expected = xor8(reader.bytes, start, at);
  const found = reader.u8('recorder.checksum');
  if (found === expected) return {};
  context.report(new DecodeError('checksum', 'recorder packet check octet is wrong', at, 'checksum'));
  return { checksum: found };
}

const down = packet(DOWN);
const up = packet(UP);

/** The data part: a recorder packet, or bytes that only the recorder understands. */
const content = (form: Field<Record<string, unknown>>): Field<Record<string, unknown>> => {
  const raw: Field<Record<string, unknown>> = struct({ data: hexRest });
  return either<Record<string, unknown>>(
    (reader) => (reader.remaining >= 4 && reader.bytes[reader.offset] === 0x55 && reader.bytes[reader.offset + 1] === 0x7a ? form : raw),
    (value) => ('command' in value ? form : raw),
    () => form,
  );
};

export const RECORDER_MESSAGES: readonly MessageDefinition[] = [
  message(0x8700, 'recorderRead', 'down', struct({ command: u8, recorder: ifMore(content(down)) })),
  message(0x0700, 'recorderAnswer', 'up', struct({ answeredSerial: u16, command: u8, recorder: ifMore(content(up)) })),
  message(0x8701, 'recorderWrite', 'down', struct({ command: u8, recorder: ifMore(content(down)) })),
];
