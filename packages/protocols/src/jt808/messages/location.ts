import { ByteWriter, DecodeError, fieldContext, fromHex, i32, namesOfBits, struct, toHex, u16, u32, u8, wallTime } from '@sightline/codec';
import type { Field, FieldContext } from '@sightline/codec';
import { STANDARD_ALARM_KINDS, STATUS_NAMES } from '../alarms.ts';
import { Collector } from '../items/collector.ts';
import { ItemValue } from '../items/definition.ts';
import { itemDefinition } from '../items/index.ts';
import { BASIC_LOCATION_SIZE, hasFixedTail } from '../location.ts';
import { fits } from './trial.ts';

export { BASIC_LOCATION_SIZE };

type Fields = Record<string, unknown>;

const wire = struct({
  alarmBits: u32,
  statusBits: u32,
  latitudeE6: i32,
  longitudeE6: i32,
  altitudeM: u16,
  speedDeciKph: u16,
  directionDeg: u16,
  time: wallTime,
});

/**
 * The 28 octets in front of every location record, in wire units; `alarms` and `statuses` name the set bits and are not
 * written.
 */
export const basicLocation: Field<Fields> = {
  read(reader, name, context) {
    const value = wire.read(reader, name, context);
    return { ...value, alarms: namesOfBits(value.alarmBits, STANDARD_ALARM_KINDS), statuses: namesOfBits(value.statusBits, STATUS_NAMES) };
  },
  write: (writer, value, name, context) => wire.write(writer, value as never, name, context),
  sample: (random, context) => ({ ...wire.sample(random, context), alarms: [], statuses: [] }),
};

/** What the item means, as the fix carries it; `{}` when nothing is known. */
export function itemMeaning(id: number, bytes: Uint8Array, start: number, end: number, context: FieldContext): Fields {
  const sink = new Collector();
  const known = itemDefinition(id);
  const edition = context.variant === 2019 ? 2019 : 2013;
  if (known && known.apply(new ItemValue(bytes, start, end), sink, { edition, model: undefined }) !== false) return sink.finish();
  return {};
}

/** One {id, length, value}: `value` in wire units for items of the standard with their right length, `hex` for all others. */
const item: Field<Fields> = {
  read(reader, name, context) {
    const id = u8.read(reader, `${name}.id`, context);
    const size = u8.read(reader, `${name}.length`, context);
    const start = reader.offset;
    const known = itemDefinition(id);
    const bytes = reader.slice(size, `${name}.${known?.name ?? 'value'}`);
    const head: Fields = { id, ...(known && { name: known.name }) };
    const part = reader.part(start, start + size);
    if (known?.field && fits(known.field, part, context)) return { ...head, value: known.field.read(part, `${name}.value`, context) };
    const attributes = itemMeaning(id, reader.bytes, start, start + size, context);
    return { ...head, hex: toHex(bytes), ...(Object.keys(attributes).length > 0 && { attributes }) };
  },
  write(writer, value, name, context) {
    const id = Number(value['id']);
    u8.write(writer, id, `${name}.id`, context);
    const part = new ByteWriter();
    const field = itemDefinition(id)?.field;
    if (typeof value['hex'] === 'string') part.raw(fromHex(value['hex']));
    else if (field) field.write(part, value['value'], `${name}.value`, context);
    else throw new DecodeError('bad-value', `item 0x${id.toString(16)} is not known: give it as hex`, null, name);
    u8.write(writer, part.length, `${name}.length`, context);
    writer.raw(part.finish());
  },
  sample: (random) => ({ id: 0xef, hex: toHex(Uint8Array.from({ length: random(4) }, () => random(255))) }),
};

/** A whole location record up to the end of the enclosing part. `tail` = octets that are no items. */
export const location: Field<Fields> = {
  read(reader, name, context) {
    const out: Fields = basicLocation.read(reader, name, context);
    if (reader.remaining === 0) return out;
    const items: Fields[] = [];
    const fixed = hasFixedTail(reader.bytes, reader.offset, reader.end);
    while (!fixed && reader.remaining >= 2 && reader.remaining >= 2 + reader.bytes[reader.offset + 1]!) {
      const path = name === '' ? `items[${items.length}]` : `${name}.items[${items.length}]`;
      const at = reader.offset;
      items.push(item.read(reader, path, context));
      context.span?.(path, at, reader.offset - at);
    }
    out['items'] = items;
    if (reader.remaining > 0) {
      if (!fixed) context.report(new DecodeError('length', 'an item runs past the end of the record', reader.offset, 'items'));
      out['tail'] = toHex(reader.rest('tail'));
    }
    return out;
  },
  write(writer, value, name, context) {
    basicLocation.write(writer, value, name, context);
    const items = value['items'];
    if (Array.isArray(items)) items.forEach((entry, i) => item.write(writer, entry as Fields, `${name}.items[${i}]`, context));
    if (typeof value['tail'] === 'string') writer.raw(fromHex(value['tail']));
  },
  sample: (random, context) => ({
    ...basicLocation.sample(random, context),
    items: Array.from({ length: 1 + random(2) }, () => item.sample(random, fieldContext(2013))),
  }),
};
