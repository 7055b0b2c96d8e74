import type { StreamFailure, StreamQuality } from '@sightline/domain';
import { StreamError, type StreamControl, type StreamGrant, type StreamKey } from '../../services/media/ports.ts';
import type { SoundHabit } from '../../services/media/sound.ts';
import { habitOfAttributes } from '../../services/media/sound-encoder.ts';
import { DeviceRequestError, type DeviceReply, type DeviceRequests } from '../devices/device-requests.service.ts';
import { addressFields, type MediaAddress } from './media-address.ts';
import type { RecordingControl } from './recording-control.service.ts';

/** JT/T 1078-2016 §5.3.1, §5.5.1, §5.5.2. */
const MESSAGE = { queryAttributes: 0x9003, startLive: 0x9101, controlLive: 0x9102 } as const;
const CONTROL = { close: 0, switchStream: 1, closeTalk: 4 } as const;
const CLOSE_SOUND_AND_PICTURES = 0;
/** Data types of 0x9101. */
const DATA_TYPE = { soundAndPictures: 0, talk: 2 } as const;
/** For the general answer; devices on the road need some seconds. */
const ANSWER_MS = 10_000;
/** What a device that does not say is sent is known without it. */
const ATTRIBUTES_MS = 3_000;

/** A device that could not be asked, as the end of what it was asked for. */
export const REQUEST_FAILURES: Readonly<Record<DeviceRequestError['reason'], StreamFailure>> = {
  offline: 'deviceOffline',
  connectionLost: 'deviceOffline',
  timeout: 'noAnswer',
  busy: 'noAnswer',
  unsupported: 'refused',
};

export interface CameraControlOptions {
  readonly answerMs?: number | undefined;
  /** Whether another process has a live stream of a channel. */
  readonly isShownElsewhere?: (deviceId: string, channel: number) => Promise<boolean>;
}

/** Says to cameras, over their ordinary connections, what they shall send and when to stop. */
export class CameraControl implements StreamControl {
  private readonly answerMs: number;
  private readonly isShownElsewhere: NonNullable<CameraControlOptions['isShownElsewhere']>;

  /** `address` is asked for when it is needed: the port may be known only then. */
  constructor(
    private readonly requests: DeviceRequests,
    private readonly address: () => MediaAddress,
    private readonly recordings: RecordingControl,
    options: CameraControlOptions = {},
  ) {
    this.answerMs = options.answerMs ?? ANSWER_MS;
    this.isShownElsewhere = options.isShownElsewhere ?? (() => Promise.resolve(false));
  }

  async start({ deviceId, channel, kind, stream, recording }: StreamKey): Promise<StreamGrant> {
    const dataType = kind === 'talk' ? DATA_TYPE.talk : DATA_TYPE.soundAndPictures;
    try {
      if (recording) return grantOf(await this.recordings.play(deviceId, channel, recording));
      const fields = { ...addressFields(this.address()), channel, dataType, stream };
      return grantOf(await this.say(deviceId, MESSAGE.startLive, fields));
    } catch (error) {
      throw error instanceof DeviceRequestError ? new StreamError(REQUEST_FAILURES[error.reason]) : error;
    }
  }

  async stop({ deviceId, channel, kind }: StreamKey): Promise<void> {
    if (kind === 'playback') return void (await this.recordings.control(deviceId, channel, 'stop').catch(() => undefined));
    // The connection is closed here in any case. While the database is away the camera is told: what goes on nobody may want is worse than what ends.
    if (kind === 'live' && (await this.isShownElsewhere(deviceId, channel).catch(() => false))) return;
    const command = kind === 'talk' ? CONTROL.closeTalk : CONTROL.close;
    await this.say(deviceId, MESSAGE.controlLive, { channel, command, close: CLOSE_SOUND_AND_PICTURES, stream: 0 }).catch(() => undefined);
  }

  async soundOf({ deviceId }: StreamKey): Promise<SoundHabit | null> {
    const command = { name: 'message', params: { messageId: MESSAGE.queryAttributes, fields: {} } };
    return await this.requests.ask(deviceId, command, Math.min(this.answerMs, ATTRIBUTES_MS)).then(
      ({ fields }) => habitOfAttributes(fields['audioCodec'], fields['audioFrameLength']),
      () => null,
    );
  }

  /** Sends the other stream over the connection that there is. @throws DeviceRequestError. Resolves with whether the device agreed. */
  async switchStream(deviceId: string, channel: number, stream: StreamQuality): Promise<boolean> {
    const fields = { channel, command: CONTROL.switchStream, close: CLOSE_SOUND_AND_PICTURES, stream };
    return (await this.say(deviceId, MESSAGE.controlLive, fields)).ok;
  }

  private say(deviceId: string, messageId: number, fields: Readonly<Record<string, unknown>>): Promise<DeviceReply> {
    return this.requests.ask(deviceId, { name: 'message', params: { messageId, fields } }, this.answerMs);
  }
}

/** @throws StreamError refused */
function grantOf(reply: DeviceReply): StreamGrant {
  if (!reply.ok) throw new StreamError('refused', reply.text ?? undefined);
  return { remote: reply.remote };
}
