import { fixedText, bcdDigits, ifMore, repeated, sized, sizedText, struct, u16, u8, wallTime, either } from '@sightline/codec';
import type { Field } from '@sightline/codec';
import { is2011, is2019, message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';
import { location } from './location.ts';

const answered: Field<unknown> = struct({ answeredSerial: u16, location });

/** 0x0210: records with one-octet lengths; seven octets are a battery level with its time. */
const shortBatch: Field<unknown> = struct({ records: repeated(sized(u8, location)) });
const batteryReport: Field<unknown> = struct({ batteryLevel: u8, time: wallTime });

/** BCD `YYYY MM DD` as `YYYY-MM-DD`. */
const date: Field<string> = {
  read(reader, name) {
    const d = reader.bcd(4, name);
    return `${d.slice(0, 4)}-${d.slice(4, 6)}-${d.slice(6)}`;
  },
  write: (writer, value, name, context) => bcdDigits(4).write(writer, String(value).replaceAll('-', ''), name, context),
  sample: (random) => `20${10 + random(80)}-${10 + random(2)}-${10 + random(18)}`,
};

const driver = {
  state: u8,
  time: wallTime,
  readResult: ifMore(u8),
  name: ifMore(sizedText(u8)),
  certificate: ifMore(fixedText(20)),
  authority: ifMore(sizedText(u8)),
  validUntil: ifMore(date),
};
const driver2011: Field<unknown> = struct({
  name: sizedText(u8),
  idCard: fixedText(20),
  certificate: fixedText(40),
  authority: sizedText(u8),
});
const driver2013: Field<unknown> = struct(driver);
const driver2019: Field<unknown> = struct({ ...driver, idCard: ifMore(fixedText(20)) });
const driverOf = (context: Parameters<typeof is2019>[0]): Field<unknown> =>
  is2011(context) ? driver2011 : is2019(context) ? driver2019 : driver2013;

/** JT/T 808-2013 §8.18, §8.19, §8.49; 2019 §8.12, §8.13, §8.22. */
export const REPORT_MESSAGES: readonly MessageDefinition[] = [
  message(0x0200, 'locationReport', 'up', location),
  message(0x0201, 'locationAnswer', 'up', answered),
  message(0x0500, 'vehicleControlAnswer', 'up', answered),
  message(0x0704, 'locationBatch', 'up', struct({ total: u16, type: u8, records: repeated(sized(u16, location)) }), { since: 2013 }),
  message(
    0x0210,
    'shortLocationBatch',
    'up',
    either<unknown>(
      (reader) => (reader.remaining === 7 ? batteryReport : shortBatch),
      (value) => ('records' in (value as object) ? shortBatch : batteryReport),
      () => shortBatch,
    ),
    { vendor: true },
  ),
  message(0x8702, 'driverQuery', 'down', struct({}), { since: 2013 }),
  message(
    0x0702,
    'driverIdentity',
    'up',
    either<unknown>(
      (_r, context) => driverOf(context),
      (_v, context) => driverOf(context),
      driverOf,
    ),
  ),
];
