import { DecodeError, TracingReader, type TracedRead } from '@sightline/codec';
import { scaledBy, tile, type FrameAnnotation, type Meaning } from '../annotation.ts';
import { binaryDateAt } from './blocks.ts';
import { newDraft } from './draft.ts';
import { numberOffset, readEnvelope, type Envelope } from './frame.ts';
import { packetOf } from './packets/index.ts';

/** Numbers of the content by their field: divisor and unit. */
const SCALES: Readonly<Record<string, readonly [divisor: number, unit: string]>> = {
  latitude: [1_800_000, '°'],
  longitude: [1_800_000, '°'],
  speed: [1, 'km/h'],
  altitude: [1, 'm'],
  voltage: [100, 'V'],
  deciVolt: [10, 'V'],
  milliVolt: [1000, 'V'],
  batteryVoltage: [100, 'V'],
  adc1: [100, 'V'],
  adc2: [100, 'V'],
  mileage: [1, 'm'],
  relativeCapacity: [1, '%'],
};

const meaning: Meaning = ({ field, value, size, offset }, bytes) => {
  const scale = SCALES[field];
  if (scale !== undefined && typeof value === 'number') return { value: scaledBy(value, scale[0]), unit: scale[1] };
  if (field === 'time' && size === 6) {
    const ms = binaryDateAt(bytes, offset);
    return ms === null || ms === 0 ? null : { value: new Date(ms).toISOString().slice(0, 19), unit: null };
  }
  if (field === 'time' && size === 4) return { value: new Date(Number(value) * 1000).toISOString().slice(0, 19), unit: 'UTC' };
  if (field === 'number') return { value: `0x${Number(value).toString(16).padStart(2, '0')}`, unit: null };
  return null;
};

/** Takes a frame apart with the decoders of the packet table. Never throws: what cannot be read is `unread`. */
export function annotateGt06(frame: Uint8Array, model = ''): FrameAnnotation {
  const reads: TracedRead[] = [];
  try {
    const envelope = readEnvelope(frame);
    readHead(frame, envelope, reads);
    const reader = new TracingReader(frame, envelope.contentStart, envelope.contentEnd, reads);
    const draft = newDraft();
    if (reader.remaining > 0) {
      packetOf(envelope.start, envelope.number).decode({ envelope, reader, draft, receivedAtMs: 0, model: model.toUpperCase() });
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return tile(frame, reads, meaning);
}

function readHead(frame: Uint8Array, envelope: Envelope, reads: TracedRead[]): void {
  const head = new TracingReader(frame, 0, frame.length, reads);
  head.slice(2, 'start');
  if (envelope.start === 0x7878) head.u8('length');
  else head.u16('length');
  if (head.offset === numberOffset(envelope.start)) head.u8('number');
  const tail = new TracingReader(frame, envelope.contentEnd, frame.length, reads);
  if (envelope.serial !== null) {
    tail.u16('serial');
    tail.slice(2, 'crc');
  }
  tail.slice(2, 'stop');
}
