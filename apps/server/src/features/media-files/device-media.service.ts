import { normaliseFix, PositionFlag, type DeviceSettings, type MediaSource } from '@sightline/domain';
import type { DeviceMedia } from '@sightline/protocols';
import { mediaTypeOf } from '../../files/content-type.ts';
import { FileTooLargeError } from '../../files/file-store.ts';
import { addMediaFile, MediaRefusedError, type MediaParts } from './media-file.service.ts';

/** A file as the gateway has it from a device. */
export interface ReceivedMedia {
  readonly device: { readonly deviceKey: number; readonly deviceId: string; readonly settings: DeviceSettings };
  readonly media: DeviceMedia;
  readonly receivedAtMs: number;
  /** Minutes east of UTC in which the protocol has read local times. */
  readonly readWithOffsetMinutes: number;
}

/** Larger pictures no device takes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Files written at the same time; the others wait. */
const AT_ONCE = 4;

/** JT/T 808-2013 §8.52 table 82: 2 robbery, 3 collision, 4 and 5 doors, 6 doors closed at speed. */
const SOURCES: Readonly<Record<number, MediaSource>> = {
  0: 'capture',
  1: 'timed',
  2: 'alarm',
  3: 'alarm',
  4: 'alarm',
  5: 'alarm',
  6: 'alarm',
  7: 'driving',
};
/** A clock that is wrong by more says nothing: the picture is of its receipt. */
const UNUSABLE_CLOCK = PositionFlag.wrongClock;
const NO_PLACE = PositionFlag.noFix | PositionFlag.nullIsland | PositionFlag.outOfRange;

/** Keeps the files that devices send over their ordinary connections. What a file is, its content says and not the device. */
export class DeviceMediaRecorder {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly parts: MediaParts) {}

  /** Null when it is kept (also when it was before), else why it never can be. Rejects when it may be sent again. */
  async store(received: ReceivedMedia): Promise<string | null> {
    const type = mediaTypeOf(received.media.data);
    if (!type) return 'not a picture, sound or video';
    if (this.running < AT_ONCE) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      const takenAt = placeOf(received).takenAt;
      await addMediaFile(
        this.parts,
        {
          ...placeOf(received),
          deviceKey: received.device.deviceKey,
          channel: received.media.channel,
          kind: type.kind,
          source: SOURCES[received.media.eventCode] ?? 'capture',
          eventCode: received.media.eventCode,
          contentType: type.contentType,
          fileName: mediaFileName(received.device.deviceId, received.media.channel, takenAt, type.extension),
          maxBytes: MAX_BYTES,
        },
        received.media.data,
      );
      return null;
    } catch (error) {
      if (error instanceof MediaRefusedError || error instanceof FileTooLargeError) return error.message;
      throw error;
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** `862000000000001 ch1 20260601T100000Z.jpg` */
export const mediaFileName = (deviceId: string, channel: number, at: Date, extension: string): string =>
  `${deviceId} ch${channel} ${at.toISOString().replace(/[-:]|\.\d+/g, '')}.${extension}`;

/** Where and when, as far as the device knew. */
function placeOf({ media, device, readWithOffsetMinutes, receivedAtMs }: ReceivedMedia): {
  takenAt: Date;
  lat: number | null;
  lon: number | null;
  speedKph: number | null;
} {
  const p = media.fix && normaliseFix(media.fix, device.settings, readWithOffsetMinutes, receivedAtMs);
  if (!p) return { takenAt: new Date(receivedAtMs), lat: null, lon: null, speedKph: null };
  const placed = (p.flags & NO_PLACE) === 0;
  return {
    takenAt: new Date((p.flags & UNUSABLE_CLOCK) === 0 ? p.fixTimeMs : receivedAtMs),
    lat: placed ? p.lat : null,
    lon: placed ? p.lon : null,
    speedKph: placed ? p.speedKph : null,
  };
}
