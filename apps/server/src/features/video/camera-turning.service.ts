import { isTurning, PTZ_LIMITS, type PtzAction } from '@sightline/domain';
import { DeviceRequestError, type DeviceReply, type DeviceRequests } from '../devices/device-requests.service.ts';

/** JT/T 1078-2016 §5.7: the message of an action and what stands in it beside the channel. */
const MESSAGES: Readonly<Record<PtzAction, readonly [messageId: number, fields: Readonly<Record<string, number>>]>> = {
  stop: [0x9301, { direction: 0 }],
  up: [0x9301, { direction: 1 }],
  down: [0x9301, { direction: 2 }],
  left: [0x9301, { direction: 3 }],
  right: [0x9301, { direction: 4 }],
  focusFar: [0x9302, { direction: 0 }],
  focusNear: [0x9302, { direction: 1 }],
  irisOpen: [0x9303, { direction: 0 }],
  irisClose: [0x9303, { direction: 1 }],
  wiperOff: [0x9304, { on: 0 }],
  wiperOn: [0x9304, { on: 1 }],
  infraredOff: [0x9305, { on: 0 }],
  infraredOn: [0x9305, { on: 1 }],
  zoomIn: [0x9306, { direction: 0 }],
  zoomOut: [0x9306, { direction: 1 }],
};
const QUERY_PARAMETERS = 0x8106;
/** Table of the audio and video channels. JT/T 1078-2016 table 2. */
const CHANNEL_TABLE = 0x0076;
const ANSWER_MS = 10_000;
/** What a device has told of its channels counts for so long. */
const TOLD_MS = 10 * 60_000;
const MAX_TOLD = 10_000;

type ChannelAbilities = ReadonlyMap<number, boolean>;
const mayTurn = (channels: ChannelAbilities | null, channel: number): boolean | null =>
  channels === null ? null : (channels.get(channel) ?? false);

/** Turns cameras over the ordinary connections of their devices. A camera that nobody holds any more is stopped. */
export class CameraTurning {
  private readonly stops = new Map<string, NodeJS.Timeout>();
  private readonly told = new Map<string, { readonly channels: Promise<ChannelAbilities | null>; readonly untilMs: number }>();

  constructor(
    private readonly requests: DeviceRequests,
    private readonly answerMs = ANSWER_MS,
    private readonly holdMs: number = PTZ_LIMITS.holdMs,
  ) {}

  /** Resolves with whether the device agreed. @throws DeviceRequestError */
  async turn(deviceId: string, channel: number, action: PtzAction, speed: number): Promise<boolean> {
    const camera = `${deviceId} ${channel}`;
    clearTimeout(this.stops.get(camera));
    this.stops.delete(camera);
    if (isTurning(action)) {
      const stop = setTimeout(() => {
        this.stops.delete(camera);
        this.say(deviceId, channel, 'stop', 0).catch(() => undefined);
      }, this.holdMs);
      this.stops.set(camera, stop);
    }
    return (await this.say(deviceId, channel, action, speed)).ok;
  }

  /** Whether a channel has a camera that turns; null when the device does not tell. @throws DeviceRequestError when it is not there. */
  async canTurn(deviceId: string, channel: number): Promise<boolean | null> {
    const nowMs = Date.now();
    const known = this.told.get(deviceId);
    if (known && known.untilMs > nowMs) return known.channels.then((channels) => mayTurn(channels, channel));
    const told = { channels: this.abilities(deviceId), untilMs: nowMs + TOLD_MS };
    this.told.delete(deviceId);
    this.told.set(deviceId, told);
    const [oldest] = this.told.keys();
    if (this.told.size > MAX_TOLD && oldest !== undefined) this.told.delete(oldest);
    try {
      return mayTurn(await told.channels, channel);
    } catch (error) {
      if (this.told.get(deviceId) === told) this.told.delete(deviceId);
      throw error;
    }
  }

  close(): void {
    for (const timer of this.stops.values()) clearTimeout(timer);
    this.stops.clear();
  }

  private async abilities(deviceId: string): Promise<ChannelAbilities | null> {
    try {
      return abilitiesOf(await this.ask(deviceId, QUERY_PARAMETERS, { ids: [CHANNEL_TABLE] }));
    } catch (error) {
      // Older devices leave the question unanswered.
      if (error instanceof DeviceRequestError && (error.reason === 'timeout' || error.reason === 'unsupported')) return null;
      throw error;
    }
  }

  private say(deviceId: string, channel: number, action: PtzAction, speed: number): Promise<DeviceReply> {
    const [messageId, fields] = MESSAGES[action];
    return this.ask(deviceId, messageId, { channel, ...fields, ...(messageId === MESSAGES.stop[0] ? { speed } : {}) });
  }

  private ask(deviceId: string, messageId: number, fields: Readonly<Record<string, unknown>>): Promise<DeviceReply> {
    return this.requests.ask(deviceId, { name: 'message', params: { messageId, fields } }, this.answerMs);
  }
}

/** By logical channel; null when the answer does not say. */
function abilitiesOf({ ok, fields }: DeviceReply): ChannelAbilities | null {
  const parameters = fields['parameters'];
  if (!ok || !Array.isArray(parameters)) return null;
  const table = (parameters as { id?: unknown; value?: { channels?: { logical: number; ptz: number }[] } }[]).find(
    ({ id }) => id === CHANNEL_TABLE,
  );
  return table?.value?.channels ? new Map(table.value.channels.map(({ logical, ptz }) => [logical, ptz === 1])) : null;
}
