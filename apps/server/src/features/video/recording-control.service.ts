import {
  fromDeviceWall,
  PLAYBACK_CONTROLS,
  PLAYBACK_MODES,
  playbackSpeedCode,
  toDeviceWall,
  type DeviceClockSetting,
  type PlaybackControl,
  type PlaybackSpeed,
} from '@sightline/domain';
import { wallTextOf } from '@sightline/protocols/jt808/time';
import type { RecordingRequest } from '../../services/media/ports.ts';
import type { DeviceReply, DeviceRequests } from '../devices/device-requests.service.ts';
import { addressFields, type MediaAddress } from './media-address.ts';

/** JT/T 1078-2016 §5.6. */
const MESSAGE = { list: 0x9205, play: 0x9201, control: 0x9202, upload: 0x9206, controlUpload: 0x9207 } as const;
/** Any media, stream and storage, in the words of tables 20 and 23. */
const ANY = { mediaType: 0, stream: 0, storage: 0 } as const;
const ANY_ALARM = '0000000000000000';
/** A long list comes in many pieces, each of which is acknowledged. */
const LIST_MS = 60_000;
const ANSWER_MS = 10_000;
/** Table 26: over whatever network the camera has. */
const ANY_NETWORK = 7;
/** Table 28. */
const CANCEL = 2;

/** A file on a camera's storage; instants in ms. */
export interface StoredRecording {
  readonly channel: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** 64 bits in hexadecimal. */
  readonly alarms: string;
  readonly stream: number;
  readonly storage: number;
  readonly bytes: number;
}

/** Where a camera shall bring its files. */
export interface UploadTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly folder: string;
}

/** A camera that said no. */
export class RecordingRefusedError extends Error {
  override readonly name = 'RecordingRefusedError';
}

/** Their times are of whole seconds: what holds all of a span. */
export const wholeSeconds = <T extends { readonly fromMs: number; readonly toMs: number }>(span: T): T => ({
  ...span,
  fromMs: Math.floor(span.fromMs / 1000) * 1000,
  toMs: Math.ceil(span.toMs / 1000) * 1000,
});

const wallText = (clock: DeviceClockSetting, ms: number): string => wallTextOf(toDeviceWall(clock, ms), 0);
const NO_TIME = '2000-00-00 00:00:00';

/** A recording is never of the future, which tells the hour apart that exists twice. */
function instantOf(clock: DeviceClockSetting, text: unknown): number | null {
  const wallMs = Date.parse(`${String(text).replace(' ', 'T')}Z`);
  return Number.isNaN(wallMs) ? null : fromDeviceWall(clock, wallMs, Date.now());
}

/** Says to cameras, in the time of their own clocks, what of their recordings they shall list and play. */
export class RecordingControl {
  constructor(
    private readonly requests: DeviceRequests,
    private readonly address: () => MediaAddress,
    private readonly clockOf: (deviceId: string) => Promise<DeviceClockSetting>,
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** What is stored of a channel (0: of all) between two instants. @throws DeviceRequestError, RecordingRefusedError */
  async list(deviceId: string, channel: number, fromMs: number, toMs: number): Promise<StoredRecording[]> {
    const clock = await this.clockOf(deviceId);
    const fields = { channel, startTime: wallText(clock, fromMs), endTime: wallText(clock, toMs), alarms: ANY_ALARM, ...ANY };
    const reply = await this.say(deviceId, MESSAGE.list, fields, Math.max(LIST_MS, this.answerMs));
    const items: unknown = reply.fields['items'];
    if (!reply.ok || !Array.isArray(items)) throw new RecordingRefusedError(reply.text ?? 'refused');
    return items
      .flatMap((item: Readonly<Record<string, unknown>>) => recordingOf(clock, item) ?? [])
      .filter((r) => r.toMs > fromMs && r.fromMs < toMs);
  }

  /** Asks to connect and play. @throws DeviceRequestError */
  async play(deviceId: string, channel: number, { fromMs, toMs, mode, speed }: RecordingRequest): Promise<DeviceReply> {
    const clock = await this.clockOf(deviceId);
    const hasSpeed = mode === 'fast' || mode === 'keyRewind';
    return await this.say(deviceId, MESSAGE.play, {
      ...addressFields(this.address()),
      channel,
      ...ANY,
      mode: PLAYBACK_MODES.indexOf(mode),
      speed: hasSpeed ? playbackSpeedCode(speed) : 0,
      startTime: wallText(clock, fromMs),
      endTime: mode === 'single' ? NO_TIME : wallText(clock, toMs),
    });
  }

  /** `positionMs` of `seek`. Resolves with whether the camera agreed. @throws DeviceRequestError */
  async control(
    deviceId: string,
    channel: number,
    control: PlaybackControl,
    speed: PlaybackSpeed = 1,
    positionMs: number | null = null,
  ): Promise<boolean> {
    const hasSpeed = control === 'fast' || control === 'keyRewind';
    const position = positionMs === null ? NO_TIME : wallText(await this.clockOf(deviceId), positionMs);
    const fields = { channel, command: PLAYBACK_CONTROLS.indexOf(control), speed: hasSpeed ? playbackSpeedCode(speed) : 0, position };
    return (await this.say(deviceId, MESSAGE.control, fields)).ok;
  }

  /**
   * Asks to bring what is stored of a span to an FTP server. `serial`: what the end of it will name; null where the answer does not say.
   * @throws DeviceRequestError
   */
  async upload(
    deviceId: string,
    channel: number,
    { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
    { host, port, user, password, folder }: UploadTarget,
  ): Promise<{ readonly ok: boolean; readonly result: number; readonly serial: number | null }> {
    const clock = await this.clockOf(deviceId);
    const { ok, fields } = await this.say(deviceId, MESSAGE.upload, {
      address: host,
      port,
      user,
      password,
      path: folder,
      channel,
      startTime: wallText(clock, fromMs),
      endTime: wallText(clock, toMs),
      alarms: ANY_ALARM,
      ...ANY,
      conditions: ANY_NETWORK,
    });
    const serial = fields['answeredSerial'];
    return { ok, result: Number(fields['result']), serial: typeof serial === 'number' ? serial : null };
  }

  /** Tells a camera that nothing more of an upload is wanted. @throws DeviceRequestError */
  async cancelUpload(deviceId: string, serial: number): Promise<void> {
    await this.say(deviceId, MESSAGE.controlUpload, { answeredSerial: serial, control: CANCEL });
  }

  private say(
    deviceId: string,
    messageId: number,
    fields: Readonly<Record<string, unknown>>,
    timeoutMs = this.answerMs,
  ): Promise<DeviceReply> {
    return this.requests.ask(deviceId, { name: 'message', params: { messageId, fields } }, timeoutMs);
  }
}

/** Null for an entry without sensible times. */
function recordingOf(clock: DeviceClockSetting, item: Readonly<Record<string, unknown>>): StoredRecording | null {
  const [fromMs, toMs] = [instantOf(clock, item['startTime']), instantOf(clock, item['endTime'])];
  if (fromMs === null || toMs === null || toMs <= fromMs) return null;
  return {
    channel: Number(item['channel']),
    fromMs,
    toMs,
    alarms: String(item['alarms']),
    stream: Number(item['stream']),
    storage: Number(item['storage']),
    bytes: Number(item['sizeBytes']),
  };
}
