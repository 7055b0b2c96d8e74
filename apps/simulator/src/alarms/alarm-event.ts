import { ByteWriter, toHex } from '@sightline/codec';
import { ChannelPictures, PICTURE_MS, PICTURES_PER_SECOND } from '../camera/channel-pictures.ts';
import { Scene } from '../camera/scene.ts';
import { GMT8_MS } from '../devices/jt808-answers.ts';
import { pngOf } from './png.ts';
import { warningRule, type WarningRule } from './warning-settings.ts';

/** Item of the position, type, level. T/JSATL 12-2017 tables 4-15 and 4-17. */
const KINDS = [
  { item: 0x64, type: 1, level: 2 },
  { item: 0x65, type: 2, level: 1 },
  { item: 0x64, type: 3, level: 1 },
  { item: 0x65, type: 1, level: 2 },
  { item: 0x64, type: 2, level: 1 },
  { item: 0x65, type: 3, level: 1 },
] as const;

/** After so many alarms the first kind comes again. */
export const KINDS_IN_TURN = KINDS.length;
/** Without settings of the unit. */
const USUAL: WarningRule = { fromKph: 15, level1: true, level2: true, videoS: 5, pictures: 2 };
/** Clips of so many channels, at most. */
const CLIPS = 2;

/** An alarm that the cameras of a vehicle have raised. */
export interface AlarmEvent {
  readonly item: number;
  readonly type: number;
  readonly level: number;
  readonly number: number;
  readonly timeMs: number;
  readonly pictures: number;
  /** Clips reach so far before it and behind it, s. */
  readonly videoS: number;
  /** What the platform asks for its files with, hex. */
  readonly sign: string;
}

export interface EvidenceFile {
  readonly name: string;
  readonly type: number;
  readonly bytes: Uint8Array;
}

const clockDigits = (timeMs: number): string => new Date(timeMs + GMT8_MS).toISOString().replace(/\D/g, '').slice(2, 14);
const clipsOf = (channels: number, videoS: number): number => (videoS === 0 ? 0 : Math.min(channels, CLIPS));

/**
 * The `number`th alarm of a device, as its settings have it; kinds follow each other, and not all vehicles begin with the same. Null when the unit does
 * not warn of that at this speed.
 */
export function alarmEvent(
  deviceId: string,
  {
    number,
    channels,
    parameters,
  }: { readonly number: number; readonly channels: number; readonly parameters: ReadonlyMap<number, string> },
  { timeMs, speedKph }: { readonly timeMs: number; readonly speedKph: number },
): AlarmEvent | null {
  const kind = KINDS[(number + deviceId.charCodeAt(deviceId.length - 1)) % KINDS.length]!;
  const { fromKph, level1, level2, videoS, pictures } = warningRule(parameters, kind.item, kind.type) ?? USUAL;
  if (speedKph < fromKph || !(level1 || level2)) return null;
  const level = kind.level === 2 ? (level2 ? 2 : 1) : level1 ? 1 : 2;
  const sign = new ByteWriter(16)
    .ascii(deviceId.slice(-7).padStart(7, '0'))
    .bcd(clockDigits(timeMs), 6)
    .u8(number & 0xff)
    .u8(pictures + clipsOf(channels, videoS))
    .u8(0);
  return { ...kind, level, number, timeMs, pictures, videoS, sign: toHex(sign.finish()) };
}

interface Instruments {
  readonly speedKph: number;
  readonly altitudeM: number;
  readonly lat: number;
  readonly lon: number;
}

/** The additional item of a position, with its id and length: 47 octets. */
export function alarmItem(event: AlarmEvent, at: Instruments): Uint8Array {
  const speed = Math.min(255, Math.round(at.speedKph));
  const out = new ByteWriter(49).u8(event.item).u8(47).u32(event.number).u8(0).u8(event.type).u8(event.level);
  if (event.item === 0x64)
    out
      .u8(speed)
      .u8(18)
      .u8(event.type === 2 ? 1 : 0)
      .u8(0)
      .u8(0);
  else out.u8(event.type === 1 ? 7 : 0).u32(0);
  out.u8(speed).u16(Math.max(0, Math.round(at.altitudeM)));
  out.u32(Math.round(Math.abs(at.lat) * 1e6)).u32(Math.round(Math.abs(at.lon) * 1e6));
  out.bcd(clockDigits(event.timeMs), 6).u16(0x0401);
  for (let i = 0; i < event.sign.length; i += 2) out.u8(Number.parseInt(event.sign.slice(i, i + 2), 16));
  return out.finish();
}

/** The files of an alarm as its cameras have recorded them; `alarmNumber` is the platform's. */
export function evidenceFiles(deviceId: string, event: AlarmEvent, channels: number, alarmNumber: string): EvidenceFile[] {
  const kind = `${event.item.toString(16)}${event.type.toString(16).padStart(2, '0')}`;
  const files: EvidenceFile[] = [];
  for (let i = 0; i < event.pictures; i++) {
    const scene = new Scene(`${deviceId} ALARM`, 1, 1);
    const bytes = pngOf(scene.at(event.timeMs + i * 1000, 30 * i));
    files.push({ name: `00_${event.item.toString(16)}_${kind}_${i}_${alarmNumber}.png`, type: 0, bytes });
  }
  for (let channel = 1; channel <= clipsOf(channels, event.videoS); channel++) {
    const pictures = new ChannelPictures(deviceId, channel, 1);
    const parts: Uint8Array[] = [];
    for (let n = 0; n < 2 * event.videoS * PICTURES_PER_SECOND; n++)
      parts.push(pictures.next(event.timeMs - event.videoS * 1000 + n * PICTURE_MS).data);
    files.push({ name: `02_${channel}_${kind}_${channel}_${alarmNumber}.h264`, type: 2, bytes: Buffer.concat(parts) });
  }
  return files;
}
