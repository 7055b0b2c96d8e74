import { ByteWriter, DecodeError, type ByteReader } from '@sightline/codec';

/** One IO element as it stands on the wire. */
export interface IoElement {
  readonly id: number;
  readonly value: Uint8Array;
}

/** An AVL record (codecs 8, 8E, 16), lossless: {@link writeRecords} gives the same bytes again. */
export interface AvlRecord {
  readonly timeMs: number;
  /** 0 low, 1 high, 2 panic. */
  readonly priority: number;
  /** Degrees x 10^7. */
  readonly longitude: number;
  readonly latitude: number;
  readonly altitudeM: number;
  readonly angle: number;
  readonly satellites: number;
  /** km/h; 0xffff = unknown. */
  readonly speedKph: number;
  readonly eventId: number;
  /** Codec 16 only, else null. */
  readonly generation: number | null;
  /** By group: 1, 2, 4, 8 octets, then variable (8E), then 16 octets (a vendor's option). */
  readonly elements: readonly IoElement[];
  /** Where the record lies in the packet. */
  readonly start: number;
  readonly end: number;
}

/** Sizes of the parts that differ between the codecs. */
export interface AvlShape {
  readonly event: 1 | 2;
  readonly count: 1 | 2;
  readonly id: 1 | 2;
  readonly generation: boolean;
  readonly variable: boolean;
}

export const AVL_SHAPES: Readonly<Record<number, AvlShape>> = {
  0x08: { event: 1, count: 1, id: 1, generation: false, variable: false },
  0x8e: { event: 2, count: 2, id: 2, generation: false, variable: true },
  0x10: { event: 2, count: 1, id: 2, generation: true, variable: false },
};

const GROUPS = [1, 2, 4, 8] as const;
const WIDE_GROUP = 16;

const sized = (reader: ByteReader, size: 1 | 2, field: string): number => (size === 1 ? reader.u8(field) : reader.u16(field));

/**
 * `wide`: a group of 16-octet values follows the 8-octet one (extended CAN data, switched on in the unit).
 * @throws DecodeError
 */
export function readRecord(reader: ByteReader, shape: AvlShape, wide: boolean): AvlRecord {
  const start = reader.offset;
  const timeMs = Number(reader.i64('timestamp'));
  const head = {
    priority: reader.u8('priority'),
    longitude: reader.i32('longitude'),
    latitude: reader.i32('latitude'),
    altitudeM: reader.i16('altitude'),
    angle: reader.u16('angle'),
    satellites: reader.u8('satellites'),
    speedKph: reader.u16('speed'),
    eventId: sized(reader, shape.event, 'eventId'),
    generation: shape.generation ? reader.u8('generation') : null,
  };
  const total = sized(reader, shape.count, 'ioCount');
  const elements: IoElement[] = [];
  for (const size of wide ? [...GROUPS, WIDE_GROUP] : GROUPS) {
    for (let n = sized(reader, shape.count, 'groupCount'); n > 0; n--) {
      const id = sized(reader, shape.id, 'ioId');
      elements.push({ id, value: reader.slice(size, `io${id}`) });
    }
  }
  if (shape.variable) {
    for (let n = reader.u16('groupCount'); n > 0; n--) {
      const id = reader.u16('ioId');
      elements.push({ id, value: reader.slice(reader.u16('ioLength'), `io${id}`) });
    }
  }
  if (elements.length !== total) {
    throw new DecodeError('length', `${total} IO elements announced, ${elements.length} there`, start, 'ioCount');
  }
  return { timeMs, ...head, elements, start, end: reader.offset };
}

/** Codec id, count, records, count. Only what the codec can carry: 8 and 16 have no variable-length elements. */
export function writeRecords(codec: number, records: readonly Omit<AvlRecord, 'start' | 'end'>[]): Uint8Array {
  const shape = AVL_SHAPES[codec];
  if (shape === undefined) throw new RangeError(`codec ${codec} carries no AVL records`);
  const writer = new ByteWriter(64 + 64 * records.length);
  const put = (size: 1 | 2, value: number): ByteWriter => (size === 1 ? writer.u8(value) : writer.u16(value));
  writer.u8(codec).u8(records.length);
  for (const record of records) {
    writer.u64(BigInt.asUintN(64, BigInt(record.timeMs))).u8(record.priority);
    writer
      .i32(record.longitude)
      .i32(record.latitude)
      .u16(record.altitudeM & 0xffff);
    writer.u16(record.angle).u8(record.satellites).u16(record.speedKph);
    put(shape.event, record.eventId);
    if (shape.generation) writer.u8(record.generation ?? 0);
    put(shape.count, record.elements.length);
    for (const size of GROUPS) {
      const group = record.elements.filter((element) => element.value.length === size && isFixed(element, shape));
      put(shape.count, group.length);
      for (const { id, value } of group) put(shape.id, id).raw(value);
    }
    const rest = record.elements.filter((element) => !isFixed(element, shape));
    if (shape.variable) writer.u16(rest.length);
    else if (rest.length > 0) throw new RangeError(`codec ${codec} has no variable-length elements`);
    for (const { id, value } of rest) writer.u16(id).u16(value.length).raw(value);
  }
  return writer.u8(records.length).finish();
}

/** Ids that 8E sends in the variable group whatever their length; others go there when no fixed group fits. */
const VARIABLE_IDS = new Set([256, 257, 281, 325, 385, 548, 10_828, 10_829, 10_831, 11_317]);

const isFixed = ({ id, value }: IoElement, shape: AvlShape): boolean =>
  [1, 2, 4, 8].includes(value.length) && !(shape.variable && VARIABLE_IDS.has(id));
