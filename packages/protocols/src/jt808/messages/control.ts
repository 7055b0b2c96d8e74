import {
  counted,
  either,
  hexRest,
  ifMore,
  padding,
  repeated,
  sizedText,
  struct,
  textBeforePadding,
  textRest,
  u16,
  u32,
  u8,
  wallTime,
  when,
  hex,
} from '@sightline/codec';
import type { Field } from '@sightline/codec';
import { is2019, message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';

/** UTF-16 big-endian up to the end. */
const utf16Rest: Field<string> = {
  read(reader, name) {
    const bytes = reader.rest(name);
    let out = '';
    for (let i = 0; i + 1 < bytes.length; i += 2) out += String.fromCharCode((bytes[i]! << 8) | bytes[i + 1]!);
    return out;
  },
  write(writer, value) {
    for (let i = 0; i < value.length; i++) writer.u16(value.charCodeAt(i));
  },
  sample: (random) => String.fromCharCode(...Array.from({ length: random(8) }, () => 0x20 + random(0x5000))),
};

const contentText = (fields: Readonly<Record<string, unknown>>): string | null => {
  const content = typeof fields['content'] === 'string' ? fields['content'] : '';
  let out = '';
  for (let i = 0; i < content.length; i += 2) {
    const code = Number.parseInt(content.slice(i, i + 2), 16);
    if (code > 0x7e || (code < 0x20 && code !== 0x0d && code !== 0x0a)) return null;
    out += String.fromCharCode(code);
  }
  return out === '' ? null : out;
};

const passThrough = struct({ type: u8, content: ifMore(hexRest) });
const describePassThrough = (fields: Readonly<Record<string, unknown>>): Record<string, string> => {
  const text = contentText(fields);
  return text === null ? {} : { text };
};

/** 0x8500: one flag octet before 2019; then a list; one public codec leaves its count out. */
const controlFlag: Field<unknown> = struct({ flag: u8 });
const control = struct({ controlId: u16, parameter: u8 });
const controlList: Field<unknown> = struct({ controls: counted(u16, control) });

/** A message-like texts list: id, text. */
const eventItem = struct({ eventId: u8, text: sizedText(u8) });

export const CONTROL_MESSAGES: readonly MessageDefinition[] = [
  message(0x8105, 'terminalControl', 'down', struct({ command: u8, parameters: ifMore(textRest) }), {
    describe: ({ parameters }): Record<string, string[]> =>
      typeof parameters === 'string' && parameters.includes(';') ? { values: parameters.split(';') } : {},
  }),
  message(0x8201, 'locationQuery', 'down', struct({})),
  message(0x8202, 'temporaryTracking', 'down', struct({ intervalS: u16, validityS: ifMore(u32) })),
  message(0x8203, 'alarmConfirmation', 'down', struct({ alarmSerial: u16, alarmTypes: u32 }), { since: 2013 }),
  message(0x8300, 'text', 'down', struct({ flag: u8, textType: when(is2019, u8), text: textRest })),
  message(0x8301, 'eventSettings', 'down', struct({ type: u8, events: ifMore(counted(u8, eventItem)) })),
  message(0x0301, 'eventReport', 'up', struct({ eventId: u8 })),
  message(
    0x8302,
    'question',
    'down',
    struct({ flag: u8, question: sizedText(u8), answers: repeated(struct({ answerId: u8, text: sizedText(u16) })) }),
  ),
  message(0x0302, 'questionAnswer', 'up', struct({ answeredSerial: u16, answerId: u8 })),
  message(0x8303, 'infoMenu', 'down', struct({ type: u8, items: ifMore(counted(u8, struct({ infoType: u8, name: sizedText(u16) }))) })),
  message(0x0303, 'infoOnDemand', 'up', struct({ infoType: u8, flag: u8 })),
  message(0x8304, 'infoService', 'down', struct({ infoType: u8, text: sizedText(u16) })),
  message(0x0304, 'infoServiceAnswer', 'up', struct({ answeredSerial: u16, infoType: u8, text: sizedText(u16) }), { vendor: true }),
  message(0x8400, 'callBack', 'down', struct({ flag: u8, phone: textBeforePadding, padding: ifMore(padding) })),
  message(
    0x8401,
    'phoneBook',
    'down',
    struct({ type: u8, contacts: ifMore(counted(u8, struct({ flag: u8, phone: sizedText(u8), name: sizedText(u8) }))) }),
  ),
  message(
    0x8500,
    'vehicleControl',
    'down',
    either(
      (reader) => (reader.remaining === 1 ? controlFlag : reader.remaining === 3 ? control : controlList),
      (value) => ('flag' in (value as object) ? controlFlag : 'controls' in (value as object) ? controlList : control),
      (context) => (is2019(context) ? controlList : controlFlag),
    ),
  ),
  message(0x8900, 'downlinkPassThrough', 'down', passThrough, { describe: describePassThrough }),
  message(0x0900, 'uplinkPassThrough', 'up', passThrough, { describe: describePassThrough }),
  message(0x0701, 'waybill', 'up', struct({ text: sizedText(u32) })),
  message(0x6006, 'textReport', 'up', struct({ encoding: u8, text: textRest }), { vendor: true }),
  message(0x1300, 'textAnswer', 'up', struct({ answeredSerial: u16, text: utf16Rest }), { vendor: true }),
  message(0xa006, 'oilControl', 'down', struct({ flag: u8, time: wallTime }), { vendor: true }),
  message(0x2070, 'accelerationLog', 'up', struct({ samples: repeated(struct({ time: wallTime, axes: hex(6) })) }), { vendor: true }),
];
