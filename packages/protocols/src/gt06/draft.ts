import { DecodeError, fnv1a32, type ByteReader } from '@sightline/codec';
import type { AttributeValue, LocationType } from '@sightline/domain';
import { networksAttribute, type CellTower, type WifiAccessPoint } from '../networks.ts';
import type { Fact, FieldValue } from '../protocol.ts';
import type { Envelope } from './frame.ts';

/** Where the device was, as one GPS block says. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
  readonly valid: boolean;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitudeM: number | null;
}

/** What a packet says, collected while it is read; facts and readable fields are made from it in one place. */
export interface Draft {
  timeMs: number | null;
  /** The time is the device's wall clock: first-generation packets (10, 11, 12, 16 ...). */
  localTime: boolean;
  place: Place | null;
  readonly cells: CellTower[];
  readonly wifi: WifiAccessPoint[];
  readonly attributes: Record<string, AttributeValue>;
  /** Said for people, but nothing that is stored with the device. */
  readonly fields: Record<string, FieldValue>;
  /** Offset of the re-upload flag in the frame: it differs between the first sending and the repeat. */
  reuploadAt: number | null;
  /** An IMEI inside the packet. */
  imei: string | null;
  /** Read for the message only: yields no fact. */
  silent: boolean;
}

/** What a packet decoder gets: the content, and what is known around it. */
export interface PacketContext {
  readonly envelope: Envelope;
  /** Over the content alone. */
  readonly reader: ByteReader;
  readonly draft: Draft;
  readonly receivedAtMs: number;
  /** Upper-case device model, '' when unknown. */
  readonly model: string;
}

export function newDraft(): Draft {
  return {
    timeMs: null,
    localTime: false,
    place: null,
    cells: [],
    wifi: [],
    attributes: {},
    fields: {},
    reuploadAt: null,
    imei: null,
    silent: false,
  };
}

export const isBuffered = (draft: Draft): boolean => draft.attributes['archive'] === true;

/** Facts of a finished draft: a position when it carries a place or networks, else a status when it says anything. */
export function factsOf(draft: Draft, frame: Uint8Array, envelope: Envelope, receivedAtMs: number): readonly Fact[] {
  if (draft.silent) return [];
  const { place, attributes } = draft;
  const heard = draft.cells.length > 0 || draft.wifi.length > 0;
  if (heard) attributes['networks'] = networksAttribute(draft.cells, draft.wifi);
  if (place === null && !heard) {
    return Object.keys(attributes).length === 0 ? [] : [{ kind: 'status', timeMs: draft.timeMs, attributes }];
  }
  const type: LocationType = place !== null ? 1 : draft.wifi.length > 0 ? 3 : 2;
  return [
    {
      kind: 'position',
      fix: {
        timeMs: draft.timeMs ?? receivedAtMs,
        localTime: draft.localTime,
        type,
        valid: place?.valid ?? false,
        lat: place?.lat ?? null,
        lon: place?.lon ?? null,
        speedKph: place?.speedKph ?? null,
        course: place?.course ?? null,
        altitudeM: place?.altitudeM ?? null,
        buffered: isBuffered(draft),
        sequence: recordHash(frame, envelope.contentStart - 1, envelope.contentEnd, draft.reuploadAt),
        attributes,
      },
    },
  ];
}

/** Identity of a record: number and content, without the running number and without the re-upload flag. */
function recordHash(frame: Uint8Array, start: number, end: number, masked: number | null): number {
  if (masked === null) return fnv1a32(frame, start, end);
  return (Math.imul(fnv1a32(frame, start, masked), 31) + fnv1a32(frame, masked + 1, end)) | 0;
}

/** The readable fields of a finished draft. */
export function fieldsOf(draft: Draft): Readonly<Record<string, FieldValue>> {
  const { place } = draft;
  return {
    ...(draft.imei !== null && { imei: draft.imei }),
    ...(draft.timeMs !== null && Number.isFinite(draft.timeMs) && { time: new Date(draft.timeMs).toISOString() }),
    ...(place !== null && {
      lat: place.lat,
      lon: place.lon,
      valid: place.valid,
      speedKph: place.speedKph,
      course: place.course,
      ...(place.altitudeM !== null && { altitudeM: place.altitudeM }),
    }),
    ...draft.fields,
    ...draft.attributes,
  };
}

/** Fails with `bad-value` at the reader's position. */
export function badValue(reader: ByteReader, message: string, field: string, back = 0): never {
  throw new DecodeError('bad-value', message, reader.offset - back, field);
}
