import { counted, i32, ifMore, repeated, sizedText, struct, u16, u32, u8, wallTime, when } from '@sightline/codec';
import type { Field } from '@sightline/codec';
import { bitOf, is2019, message } from './definition.ts';
import type { MessageDefinition } from './definition.ts';
import { firstThatFits } from './trial.ts';
import type { FieldContext } from '@sightline/codec';

const timed = bitOf('attributes', 0);
const limited = bitOf('attributes', 1);
const limited2019 = (context: FieldContext): boolean => limited(context) && is2019(context);
const name2019 = when(is2019, ifMore(sizedText(u16)));

/** The optional blocks of an area: period (bit 0), speed limit (bit 1, night limit in 2019), name (2019). */
const period = { startTime: when(timed, wallTime), endTime: when(timed, wallTime) };
const speedLimit = { maxSpeedKph: when(limited, u16), overspeedS: when(limited, u8) };
const night = { nightMaxSpeedKph: when(limited2019, ifMore(u16)) };

const circle = struct({
  id: u32,
  attributes: u16,
  latitudeE6: i32,
  longitudeE6: i32,
  radiusM: u32,
  ...period,
  ...speedLimit,
  ...night,
  name: name2019,
});
const rectangle = struct({
  id: u32,
  attributes: u16,
  topLeftLatitudeE6: i32,
  topLeftLongitudeE6: i32,
  bottomRightLatitudeE6: i32,
  bottomRightLongitudeE6: i32,
  ...period,
  ...speedLimit,
  ...night,
  name: name2019,
});
const polygon = struct({
  id: u32,
  attributes: u16,
  ...period,
  ...speedLimit,
  points: counted(u16, struct({ latitudeE6: i32, longitudeE6: i32 })),
  ...night,
  name: name2019,
});
const inSegment = (bit: number) => bitOf('segmentAttributes', bit);
const routePoint = struct({
  pointId: u32,
  segmentId: u32,
  latitudeE6: i32,
  longitudeE6: i32,
  widthM: u8,
  segmentAttributes: u8,
  tooLongS: when(inSegment(0), u16),
  tooShortS: when(inSegment(0), u16),
  maxSpeedKph: when(inSegment(1), u16),
  overspeedS: when(inSegment(1), u8),
  nightMaxSpeedKph: when((context) => inSegment(1)(context) && is2019(context), u16),
});
const route = struct({ id: u32, attributes: u16, ...period, points: counted(u16, routePoint), name: name2019 });

const circles = struct({ operation: u8, areas: counted(u8, circle) });
const rectangles = struct({ operation: u8, areas: counted(u8, rectangle) });
const deletion = struct({ ids: counted(u8, u32) });

/** 0x0608 says nothing about operation and count before circles and rectangles: most repeat them, some do not. */
const answered = (layouts: readonly Field<unknown>[], isGroup: (entry: unknown) => boolean): Field<unknown> => {
  const lists = layouts.map((layout) => repeated(layout) as Field<unknown>);
  return firstThatFits(lists, (value) => {
    const grouped = Array.isArray(value) && value.length > 0 && isGroup(value[0]);
    return grouped || lists.length === 1 ? lists[0]! : lists[1]!;
  });
};
const grouped = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'areas' in entry;
const ANSWERS: Readonly<Record<number, Field<unknown>>> = {
  1: answered([circles, circle], grouped),
  2: answered([rectangles, rectangle], grouped),
  3: answered([polygon], grouped),
  4: answered([route], grouped),
};
const plainIds = repeated(u32) as Field<unknown>;
const answerOf = (context: FieldContext): Field<unknown> => ANSWERS[Number(context.parent['type'])] ?? plainIds;
const areaAnswer: Field<unknown> = {
  read: (reader, name, context) => answerOf(context).read(reader, name, context),
  write: (writer, value, name, context) => answerOf(context).write(writer, value, name, context),
  sample: (random, context) => answerOf(context).sample(random, context),
};

export const AREA_MESSAGES: readonly MessageDefinition[] = [
  message(0x8600, 'setCircles', 'down', circles),
  message(0x8601, 'deleteCircles', 'down', deletion),
  message(0x8602, 'setRectangles', 'down', rectangles),
  message(0x8603, 'deleteRectangles', 'down', deletion),
  message(0x8604, 'setPolygon', 'down', polygon),
  message(0x8605, 'deletePolygons', 'down', deletion),
  message(0x8606, 'setRoute', 'down', route),
  message(0x8607, 'deleteRoutes', 'down', deletion),
  message(0x8608, 'areaQuery', 'down', struct({ type: u8, ids: counted(u32, u32) }), { since: 2019 }),
  message(0x0608, 'areaAnswer', 'up', struct({ type: u8, total: u32, entries: areaAnswer }), { since: 2019 }),
];
