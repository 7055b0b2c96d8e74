import {
  fixedText,
  hex,
  hexRest,
  ifMore,
  bcdDigits,
  counted,
  either,
  repeated,
  sizedHex,
  sizedText,
  struct,
  textRest,
  u16,
  u32,
  u8,
  wallTime,
} from '@sightline/codec';
import type { ByteReader, Field, FieldContext } from '@sightline/codec';
import { is2019, message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';
import { firstThatFits } from './trial.ts';

const empty = struct({});
const generalResponse = struct({ answeredSerial: u16, answeredId: u16, result: u8 });

/**
 * Sub-packets to send again. The number of indexes is an octet in 2013, a word in 2019; senders mix them up, so the one
 * that adds up is taken.
 */
const indexesByByte = counted(u8, u16);
const indexesByWord = counted(u16, u16);
const resendRequest = struct({
  originalSerial: u16,
  indexes: either(
    (reader: ByteReader) => (reader.remaining % 2 === 1 ? indexesByByte : indexesByWord),
    (_value, context: FieldContext) => (is2019(context) ? indexesByWord : indexesByByte),
    (context) => (is2019(context) ? indexesByWord : indexesByByte),
  ),
});

/** 0x0100, JT/T 808 §8.5: sizes of maker, model and terminal id by edition. */
const plateColor: Field<number> = { ...u8, sample: (random) => [0, 1, 2, 3, 4, 9][random(5)]! };
const plate: Field<string> = { ...textRest, sample: (random) => `沪A${10_000 + random(89_999)}` };
const registration = (maker: number, model: number, terminal: number): Field<unknown> =>
  struct({
    provinceId: u16,
    cityId: u16,
    makerId: fixedText(maker),
    model: fixedText(model),
    terminalId: fixedText(terminal),
    plateColor: ifMore(plateColor),
    plate: ifMore(plate),
  });
const registration2011 = registration(5, 8, 7);
const registration2013 = registration(5, 20, 7);
const registration2019 = registration(11, 30, 30);

const PLATE_COLORS = new Set([0, 1, 2, 3, 4, 5, 6, 7, 9, 91, 92, 93, 94]);

function registrationOf(reader: ByteReader, context: FieldContext): Field<unknown> {
  if (is2019(context) && reader.remaining >= 75) return registration2019;
  // a long plate makes a 2011 body as long as one of 2013: then the colour tells
  if (reader.remaining < 36) return registration2011;
  if (reader.remaining > 36 && !PLATE_COLORS.has(reader.bytes[reader.offset + 36]!)) return registration2011;
  return registration2013;
}

const registrationFor = (context: FieldContext): Field<unknown> =>
  context.variant === 2011 ? registration2011 : is2019(context) ? registration2019 : registration2013;

/** 0x0102: the code alone before 2019; devices with the 2019 flag that send only the code exist. */
const authCodeOnly: Field<unknown> = struct({ authCode: textRest });
const auth2019: Field<unknown> = struct({ authCode: sizedText(u8), imei: ifMore(fixedText(15)), softwareVersion: ifMore(fixedText(20)) });

const attributes = (maker: number, model: number, terminal: number): Field<unknown> =>
  struct({
    terminalType: u16,
    makerId: fixedText(maker),
    model: fixedText(model),
    terminalId: fixedText(terminal),
    iccid: bcdDigits(10),
    hardwareVersion: sizedText(u8),
    firmwareVersion: sizedText(u8),
    gnssAttribute: ifMore(u8),
    communicationAttribute: ifMore(u8),
  });
const attributes2013 = attributes(5, 20, 7);
const attributes2019 = attributes(5, 30, 30);
/** One public codec gives the maker id 11 octets, as in 0x0100. */
const attributes2019Long = attributes(11, 30, 30);

const longMaker = (value: unknown): boolean => String((value as { makerId?: unknown }).makerId ?? '').length > 5;

const attributesAny2019 = firstThatFits([attributes2019, attributes2019Long], (value) =>
  longMaker(value) ? attributes2019Long : attributes2019,
);

export const BASIC_MESSAGES: readonly MessageDefinition[] = [
  message(0x0001, 'terminalGeneralResponse', 'up', generalResponse),
  message(0x8001, 'platformGeneralResponse', 'down', generalResponse),
  message(0x0002, 'heartbeat', 'up', struct({ batteryLevel: ifMore(u8), rssi: ifMore(u8), status: ifMore(u8) })),
  message(0x0003, 'logout', 'up', empty),
  message(0x0004, 'serverTimeQuery', 'up', empty, { since: 2019 }),
  message(0x8004, 'serverTimeAnswer', 'down', struct({ time: wallTime }), { since: 2019 }),
  message(0x0005, 'resendRequest', 'up', resendRequest, { since: 2019 }),
  message(0x8003, 'resendRequest', 'down', resendRequest, { since: 2013 }),
  message(
    0x0100,
    'registration',
    'up',
    either(registrationOf, (_v, context) => registrationFor(context), registrationFor),
  ),
  message(0x8100, 'registrationAnswer', 'down', struct({ answeredSerial: u16, result: u8, authCode: ifMore(textRest) })),
  message(0x0101, 'logout2011', 'up', empty),
  message(
    0x0102,
    'authentication',
    'up',
    either(
      (reader, context) => (is2019(context) && reader.remaining > reader.bytes[reader.offset]! ? auth2019 : authCodeOnly),
      (value, context) => (is2019(context) && 'imei' in (value as object) ? auth2019 : authCodeOnly),
      (context) => (is2019(context) ? auth2019 : authCodeOnly),
    ),
  ),
  message(0x8107, 'attributesQuery', 'down', empty, { since: 2013 }),
  message(
    0x0107,
    'attributesAnswer',
    'up',
    either(
      (_reader, context) => (is2019(context) ? attributesAny2019 : attributes2013),
      (_value, context) => (is2019(context) ? attributesAny2019 : attributes2013),
      (context) => (is2019(context) ? attributesAny2019 : attributes2013),
    ),
    { since: 2013 },
  ),
  message(
    0x8108,
    'upgradePackage',
    'down',
    struct({ upgradeType: u8, makerId: fixedText(5), version: sizedText(u8), data: sizedHex(u32) }),
    { since: 2013 },
  ),
  message(0x0108, 'upgradeResult', 'up', struct({ upgradeType: u8, result: u8 }), { since: 2013 }),
  message(0x8204, 'linkCheck', 'down', empty, { since: 2019 }),
  message(0x0109, 'timeSyncQuery', 'up', hexTail(), { vendor: true }),
  message(0x8109, 'timeSyncAnswer', 'down', struct({ year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8, result: u8 }), {
    vendor: true,
  }),
  message(0x0506, 'heartbeatVariant', 'up', hexTail(), { vendor: true }),
  message(0x1007, 'timeZoneSync', 'up', hexTail(), { vendor: true }),
  message(0x8888, 'photo', 'up', hexTail(), { vendor: true }),
  message(0x4401, 'shortGeneralResponse', 'down', struct({ answeredId: u16, result: u8 }), { vendor: true }),
  message(0x0a00, 'terminalRsaKey', 'up', struct({ e: u32, n: hex(128) })),
  message(0x8a00, 'platformRsaKey', 'down', struct({ e: u32, n: hex(128) })),
  message(0x0901, 'compressedData', 'up', struct({ data: sizedHex(u32) })),
  message(0x0705, 'canData', 'up', struct({ total: u16, receivedAt: canTime(), items: repeated(struct({ canId: u32, data: hex(8) })) }), {
    since: 2013,
  }),
];

function hexTail(): Field<unknown> {
  return struct({ data: ifMore(hexRest) });
}

/** BCD `hh mm ss ms ms` as `hh:mm:ss.ffff`. */
function canTime(): Field<string> {
  const digits = bcdDigits(5);
  return {
    read(reader, name, context) {
      const d = digits.read(reader, name, context);
      return `${d.slice(0, 2)}:${d.slice(2, 4)}:${d.slice(4, 6)}.${d.slice(6)}`;
    },
    write: (writer, value, name, context) => digits.write(writer, String(value).replace(/[:.]/g, ''), name, context),
    sample: (random) => `${10 + random(13)}:${10 + random(49)}:${10 + random(49)}.${1000 + random(8999)}`,
  };
}
