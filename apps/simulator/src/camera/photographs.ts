import { fromHex } from '@sightline/codec';
import { encodeJpeg } from './jpeg/jpeg-encoder.ts';
import { PICTURE_MS } from './channel-pictures.ts';
import { Scene } from './scene.ts';

/** Why a picture is taken. JT/T 808-2013 §8.52 table 82. */
export const PHOTO_EVENT = { ordered: 0, timed: 1, distance: 7 } as const;
type PhotoEvent = (typeof PHOTO_EVENT)[keyof typeof PHOTO_EVENT];

/** Parameters that make a camera take pictures by itself. */
export const PHOTO_PARAMETERS = { timed: 0x0064, distance: 0x0065 } as const;
const SHORTEST_S = 5;
const SHORTEST_M = 100;
const MAX_WAITING = 64;

export interface Photograph {
  readonly mediaId: number;
  readonly channel: number;
  readonly event: PhotoEvent;
  readonly jpeg: Uint8Array;
}

interface Due {
  readonly mediaId: number;
  readonly channel: number;
  readonly event: PhotoEvent;
  readonly atMs: number;
}

/** 0x0064 and 0x0065: bits 0 to 4 channels, 16 the larger unit, 17 to 31 how many. JT/T 808-2013 tables 13 and 14. */
function rule(hex: string | undefined, smallUnits: number): { readonly channels: number[]; readonly every: number } | null {
  const octets = hex === undefined ? [] : [...fromHex(hex)];
  const value = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const every = Math.floor(value / 2 ** 17) * (Math.floor(value / 2 ** 16) % 2 === 1 ? smallUnits : 1);
  const channels = [1, 2, 3, 4, 5].filter((n) => Math.floor(value / 2 ** (n - 1)) % 2 === 1);
  return every === 0 || channels.length === 0 ? null : { channels, every };
}

/** 0x0064 for pictures of the first camera every so many minutes, to be sent. */
export const timedPhotoParameter = (everyMin: number): string =>
  ((1 | (1 << 8) | (1 << 16) | (everyMin << 17)) >>> 0).toString(16).padStart(8, '0');

/** What the cameras of a device photograph: what they are ordered to, and what their parameters say. Outlives the connection. */
export class Photographs {
  private readonly waiting: Due[] = [];
  private nextMediaId = 1;
  private lastTimedMs: number | null = null;
  private lastOdometerM: number | null = null;

  constructor(
    private readonly deviceId: string,
    private readonly channels: number,
  ) {}

  /** Takes `count` pictures from now on, `intervalS` apart; 0 is as fast as it can, which is once a second. Returns their ids. */
  order(channel: number, count: number, intervalS: number, nowMs: number): number[] {
    return Array.from({ length: count }, (_, i) => this.add(channel, PHOTO_EVENT.ordered, nowMs + i * Math.max(1, intervalS) * 1000));
  }

  /** No more of what was ordered of a channel. */
  cancel(channel: number): void {
    const kept = this.waiting.filter((due) => due.channel !== channel);
    this.waiting.splice(0, this.waiting.length, ...kept);
  }

  /** The pictures whose time has come. `parameters` in hexadecimal, by number. */
  take(parameters: ReadonlyMap<number, string>, nowMs: number, odometerM: number | null): Photograph[] {
    this.byItself(parameters, nowMs, odometerM);
    const due = this.waiting.filter((one) => one.atMs <= nowMs);
    this.waiting.splice(0, this.waiting.length, ...this.waiting.filter((one) => one.atMs > nowMs));
    return due.map(({ mediaId, channel, event }) => {
      const scene = new Scene(`${this.deviceId} CH${channel}`, channel, 2);
      return { mediaId, channel, event, jpeg: encodeJpeg(scene.at(nowMs, Math.floor(nowMs / PICTURE_MS))) };
    });
  }

  private byItself(parameters: ReadonlyMap<number, string>, nowMs: number, odometerM: number | null): void {
    const timed = rule(parameters.get(PHOTO_PARAMETERS.timed), 60);
    if (!timed) this.lastTimedMs = null;
    else if (this.lastTimedMs === null || nowMs - this.lastTimedMs >= Math.max(SHORTEST_S, timed.every) * 1000) {
      this.lastTimedMs = nowMs;
      this.addAll(timed.channels, PHOTO_EVENT.timed, nowMs);
    }
    const driven = rule(parameters.get(PHOTO_PARAMETERS.distance), 1000);
    if (!driven || odometerM === null) this.lastOdometerM = null;
    else if (this.lastOdometerM === null) this.lastOdometerM = odometerM;
    else if (odometerM - this.lastOdometerM >= Math.max(SHORTEST_M, driven.every)) {
      this.lastOdometerM = odometerM;
      this.addAll(driven.channels, PHOTO_EVENT.distance, nowMs);
    }
  }

  private addAll(channels: readonly number[], event: PhotoEvent, atMs: number): void {
    for (const channel of channels) if (channel <= this.channels) this.add(channel, event, atMs);
  }

  private add(channel: number, event: PhotoEvent, atMs: number): number {
    const mediaId = this.nextMediaId++;
    if (this.waiting.length < MAX_WAITING) this.waiting.push({ mediaId, channel, event, atMs });
    return mediaId;
  }
}
