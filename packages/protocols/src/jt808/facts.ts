import { ByteReader, DecodeError, signMagnitude16 } from '@sightline/codec';
import type { AttributeValue } from '@sightline/domain';
import type { Fact, FieldValue } from '../protocol.ts';
import type { Edition } from './header.ts';
import { decodeLocation } from './location.ts';
import type { LocationContext } from './location.ts';
import { lockReportFacts } from './lock-report.ts';
import { mediaOf } from './media-data.ts';
import type { Fields } from './messages/index.ts';
import { passThroughFacts } from './pass-through.ts';
import { instantOfBcd } from './time.ts';

export interface FactsInput {
  readonly id: number;
  /** Unescaped bytes and where the body lies in them. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly edition: Edition;
  readonly model: string | undefined;
  readonly utcOffsetMinutes: number;
  /** The body as the message table reads it, on demand. */
  readonly fields: () => Fields;
}

export interface FactsResult {
  readonly facts: readonly Fact[];
  readonly error: DecodeError | null;
}

const none: FactsResult = { facts: [], error: null };

const locationContext = (input: FactsInput, buffered: boolean): LocationContext => ({
  edition: input.edition,
  model: input.model,
  utcOffsetMinutes: input.utcOffsetMinutes,
  buffered,
});

function oneLocation(input: FactsInput, start: number): FactsResult {
  const { fix, error } = decodeLocation(input.bytes, start, input.end, locationContext(input, false));
  return { facts: fix ? [{ kind: 'position', fix }] : [], error };
}

/** Records one after the other, each with its length in front of it. */
function manyLocations(input: FactsInput, from: number, lengthSize: 1 | 2, buffered: boolean): FactsResult {
  const reader = new ByteReader(input.bytes, from, input.end);
  const context = locationContext(input, buffered);
  const facts: Fact[] = [];
  let first: DecodeError | null = null;
  try {
    while (reader.remaining > 0) {
      const size = lengthSize === 1 ? reader.u8('records.length') : reader.u16('records.length');
      const start = reader.offset;
      reader.skip(size, 'records');
      const { fix, error } = decodeLocation(input.bytes, start, start + size, context);
      if (fix) facts.push({ kind: 'position', fix });
      first ??= error;
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    first ??= error;
  }
  return { facts, error: first };
}

const status = (attributes: Record<string, AttributeValue>, timeMs: number | null = null): Fact => ({ kind: 'status', timeMs, attributes });

const answer = (input: FactsInput, ok: boolean, text: string | null = null): Fact => {
  const fields = input.fields();
  const serial = fields['answeredSerial'];
  return { kind: 'commandAnswer', correlation: typeof serial === 'number' ? String(serial) : null, ok, text, fields };
};

const text = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');
/** The text without what pads it; a status report of it, too, for whoever looks at the device and not at its commands. */
const textAnswer = (input: FactsInput): FactsResult => {
  const said = text(input.fields()['text']).replace(/\0+$/, '');
  return { facts: [answer(input, true, said), status({ result: said })], error: null };
};

/** What a device says about itself, when it says anything. */
const knownTexts = (known: Readonly<Record<string, string>>): Fact[] => {
  const attributes = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''));
  return Object.keys(attributes).length > 0 ? [status(attributes)] : [];
};

type Handler = (input: FactsInput) => FactsResult;
const answered: Handler = (input) => ({ facts: [answer(input, true)], error: null });
const answeredByResult: Handler = (input) => ({ facts: [answer(input, input.fields()['result'] === 0)], error: null });
const locationAnswered: Handler = (input) => {
  const located = oneLocation(input, input.start + 2);
  return { facts: [answer(input, true), ...located.facts], error: located.error };
};

const HANDLERS: Readonly<Record<number, Handler>> = {
  0x0200: (input) => oneLocation(input, input.start),
  0x0201: locationAnswered,
  0x0500: locationAnswered,
  0x0704: (input) => manyLocations(input, input.start + 3, 2, input.bytes[input.start + 2] === 1),
  0x0210: (input) => (input.end - input.start === 7 ? batteryReport(input) : manyLocations(input, input.start, 1, false)),
  0x5501: (input) => lockReportFacts(input.bytes, input.start, input.end, input.id),
  0x5502: (input) => lockReportFacts(input.bytes, input.start, input.end, input.id),
  0x0900: (input) => ({ facts: passThroughFacts(input.bytes, input.start, input.end, input.utcOffsetMinutes), error: null }),
  0x0100: (input) => ({ facts: knownTexts({ model: text(input.fields()['model']) }), error: null }),
  0x0102: (input) => {
    const fields = input.fields();
    return { facts: knownTexts({ imei: text(fields['imei']), versionFw: text(fields['softwareVersion']) }), error: null };
  },
  0x0001: answeredByResult,
  0x0104: answered,
  0x1003: answered,
  0x1205: answered,
  // The command itself was answered when it came; this follows when the files have gone out.
  0x1206: (input) => {
    const { answeredSerial, result } = input.fields();
    if (typeof answeredSerial !== 'number') return none;
    return { facts: [{ kind: 'uploadEnded', commandSerial: answeredSerial, ok: result === 0 }], error: null };
  },
  0x0107: (input) => {
    const fields = input.fields();
    const known = { iccid: text(fields['iccid']), model: text(fields['model']), versionFw: text(fields['firmwareVersion']) };
    return { facts: [answer(input, true), ...knownTexts(known)], error: null };
  },
  0x0108: answeredByResult,
  0x0302: answered,
  0x0608: answered,
  0x0700: answered,
  0x0802: answered,
  0x0801: (input) => {
    const { media, error } = mediaOf(input.bytes, input.start, input.end, locationContext(input, false));
    return { facts: media ? [{ kind: 'media', media }] : [], error };
  },
  0x0805: answeredByResult,
  0x0701: textAnswer,
  0x6006: textAnswer,
  0x1300: textAnswer,
  0x0002: heartbeat,
  0x0702: driver,
  0x2070: acceleration,
};

/** What the body of a message from the device says; nothing for messages that only need an answer. */
export const factsOf = (input: FactsInput): FactsResult => HANDLERS[input.id]?.(input) ?? none;

/** Vendors add battery %, signal and status to the heartbeat. */
function heartbeat(input: FactsInput): FactsResult {
  if (input.end - input.start < 3) return none;
  const b = input.bytes;
  return { facts: [status({ batteryLevel: b[input.start]!, rssi: b[input.start + 1]!, status: b[input.start + 2]! })], error: null };
}

function batteryReport(input: FactsInput): FactsResult {
  const timeMs = instantOfBcd(input.bytes, input.start + 1, input.utcOffsetMinutes);
  return { facts: [status({ batteryLevel: input.bytes[input.start]! }, timeMs)], error: null };
}

/** Card in: the driver; card out: an empty identity. */
function driver(input: FactsInput): FactsResult {
  const fields = input.fields();
  const state = fields['state'];
  const said: Record<string, AttributeValue> = {};
  if (typeof state === 'number') said['cardStatus'] = state;
  if (typeof fields['readResult'] === 'number') said['cardResult'] = fields['readResult'];
  const name = text(fields['name']);
  const certificate = text(fields['certificate']);
  if (state === 2) said['driverUniqueId'] = '';
  else if (certificate !== '') said['driverUniqueId'] = certificate;
  if (name !== '') said['driver'] = name;
  if (Object.keys(said).length === 0) return none;
  const timeMs = typeof state === 'number' ? instantOfBcd(input.bytes, input.start + 1, input.utcOffsetMinutes) : null;
  return { facts: [status(said, timeMs)], error: null };
}

/** 0x2070: per second, time and three axes in sign and magnitude. */
function acceleration(input: FactsInput): FactsResult {
  const samples: string[] = [];
  const b = input.bytes;
  const word = (at: number): number => signMagnitude16((b[at]! << 8) | b[at + 1]!);
  for (let at = input.start + 6; at + 6 <= input.end; at += 12) samples.push(`[${word(at)},${word(at + 2)},${word(at + 4)}]`);
  return samples.length === 0
    ? none
    : { facts: [status({ gSensor: `[${samples.join(',')}]` }, instantOfBcd(b, input.start, input.utcOffsetMinutes))], error: null };
}
