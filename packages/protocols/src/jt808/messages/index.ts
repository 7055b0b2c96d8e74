import { ByteReader, ByteWriter, DecodeError, fieldContext, fromHex, toHex } from '@sightline/codec';
import type { FieldSpan, FieldValue } from '../../protocol.ts';
import type { Edition } from '../header.ts';
import { AREA_MESSAGES } from './areas.ts';
import { BASIC_MESSAGES } from './basic.ts';
import { CONTROL_MESSAGES } from './control.ts';
import type { MessageDefinition } from './definition.ts';
import { EVIDENCE_MESSAGES } from './evidence.ts';
import { MEDIA_MESSAGES } from './media.ts';
import { PARAMETER_MESSAGES } from './parameters.ts';
import { RECORDER_MESSAGES } from './recorder.ts';
import { REPORT_MESSAGES } from './reports.ts';
import { VIDEO_MESSAGES } from './video.ts';

export type { MessageDefinition } from './definition.ts';

/** Every message that can be read and written, in both directions. */
export const MESSAGES: readonly MessageDefinition[] = [
  ...BASIC_MESSAGES,
  ...PARAMETER_MESSAGES,
  ...CONTROL_MESSAGES,
  ...REPORT_MESSAGES,
  ...AREA_MESSAGES,
  ...RECORDER_MESSAGES,
  ...MEDIA_MESSAGES,
  ...VIDEO_MESSAGES,
  ...EVIDENCE_MESSAGES,
];
const BY_ID = new Map(MESSAGES.map((definition) => [definition.id, definition]));

export const messageById = (id: number): MessageDefinition | undefined => BY_ID.get(id);
export const messageIdText = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;

export type Fields = Readonly<Record<string, FieldValue>>;

export interface DecodedBody {
  /** What could be read: `{ data: hex }` when the message is unknown or its body unreadable. */
  readonly fields: Fields;
  /** The edition whose layout fitted. */
  readonly edition: Edition;
  readonly error: DecodeError | null;
  readonly layout: readonly FieldSpan[];
}

/** Layouts to try: devices mix editions up, and bodies of 2011 stand under the header of 2013. */
const attempts = (edition: Edition): readonly Edition[] =>
  edition === 2019 ? [2019, 2013] : edition === 2011 ? [2011, 2013] : [2013, 2019, 2011];

interface Attempt extends DecodedBody {
  readonly rest: number;
}

function attempt(definition: MessageDefinition, bytes: Uint8Array, start: number, end: number, edition: Edition): Attempt {
  const reader = new ByteReader(bytes, start, end);
  const layout: FieldSpan[] = [];
  let error: DecodeError | null = null;
  const context = fieldContext(edition, {
    report: (found) => (error ??= found),
    span: (field, offset, size) => void layout.push({ field, offset, size }),
  });
  try {
    const fields = definition.body.read(reader, '', context) as Record<string, FieldValue>;
    const rest = reader.remaining;
    if (rest > 0) fields['trailing'] = toHex(reader.rest('trailing'));
    const more = definition.describe?.(fields);
    return { fields: more ? { ...fields, ...more } : fields, edition, error, layout, rest };
  } catch (thrown) {
    if (!(thrown instanceof DecodeError)) throw thrown;
    return { fields: { data: toHex(bytes.subarray(start, end)) }, edition, error: thrown, layout, rest: Number.POSITIVE_INFINITY };
  }
}

/**
 * The body `bytes[start, end)` of message `id` in the layout of `edition` or, when that leaves octets over, of the
 * edition that fits. Never throws; offsets in `error` and `layout` count from the start of `bytes`.
 */
export function decodeBody(id: number, bytes: Uint8Array, start = 0, end = bytes.length, edition: Edition = 2013): DecodedBody {
  const definition = BY_ID.get(id);
  if (!definition) return { fields: end > start ? { data: toHex(bytes.subarray(start, end)) } : {}, edition, error: null, layout: [] };
  let first: Attempt | null = null;
  for (const candidate of attempts(edition)) {
    const found = attempt(definition, bytes, start, end, candidate);
    if (found.rest === 0) return found;
    // a readable body with octets left over is better than an unreadable one
    if (first === null || found.rest < first.rest) first = found;
  }
  return first!;
}

/**
 * The body of message `id` from its fields (as {@link decodeBody} gives them; what is derived may be left out). Throws a
 * `bad-value` {@link DecodeError} naming the field.
 */
export function encodeBody(id: number, fields: Readonly<Record<string, unknown>>, edition: Edition = 2013): Uint8Array {
  const definition = BY_ID.get(id);
  if (!definition) throw new DecodeError('unsupported', `message ${messageIdText(id)} has no known body`);
  const writer = new ByteWriter();
  definition.body.write(writer, fields, '', fieldContext(edition));
  if (typeof fields['trailing'] === 'string') writer.raw(fromHex(fields['trailing']));
  return writer.finish();
}
