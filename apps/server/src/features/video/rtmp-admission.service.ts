import { createHash, timingSafeEqual } from 'node:crypto';
import { findRtmpPublisher, trafficSums, type Database, type RtmpPublisherRecord } from '@sightline/db';
import { dayOf, dayRange, parseZone, UTC_ZONE } from '@sightline/domain';
import type { PublishAddress } from '@sightline/media';
import type { Logger } from '@sightline/runtime';
import type { RtmpAdmission } from '../../services/media/rtmp-connection.ts';
import type { RtmpRefusal } from '../../services/media/rtmp-streams.ts';
import { opens } from '../licenses/license-guard.service.ts';
import { limitBytes } from '../traffic/traffic.service.ts';

/** As it is kept. */
export const rtmpKeyHash = (key: string): Buffer => createHash('sha256').update(key).digest();

/**
 * A camera with an old key tries it again and again, from an address that others with the right one may share: counted is what it says, not who
 * it is. Keys cannot be guessed; this spares the database.
 */
export const RTMP_THROTTLE = {
  windowMs: 5 * 60_000,
  perPair: 10,
  perAccount: Number.POSITIVE_INFINITY,
  perAddress: Number.POSITIVE_INFINITY,
  delayFrom: Number.POSITIVE_INFINITY,
  delayStepMs: 0,
  delayMaxMs: 0,
} as const;

/** Counts what failed. */
export interface KnockThrottle {
  check(said: string, remote: string): { readonly allowed: boolean };
  failed(said: string, remote: string): void;
  succeeded(said: string, remote: string): void;
}

/** Lets cameras publish by the keys of their devices. */
export class RtmpKeys implements RtmpAdmission {
  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly throttle: KnockThrottle,
  ) {}

  async admit(address: PublishAddress, remote: string): Promise<RtmpRefusal | null> {
    const said = `${address.deviceId} ${rtmpKeyHash(address.key).toString('base64url')}`;
    if (!this.throttle.check(said, remote).allowed) return 'often';
    this.throttle.failed(said, remote);
    const refusal = await this.check(address);
    if (refusal !== 'key' && refusal !== 'device') this.throttle.succeeded(said, remote);
    return refusal;
  }

  /** While the database is away nobody is cut off, and nobody new gets in. */
  async recheck(address: PublishAddress): Promise<RtmpRefusal | null> {
    const refusal = await this.check(address);
    return refusal === 'unavailable' ? null : refusal;
  }

  private async check({ deviceId, channel, key }: PublishAddress): Promise<RtmpRefusal | null> {
    try {
      const device = await findRtmpPublisher(this.database.system, deviceId);
      if (!device) return 'device';
      if (!device.key_hash || !timingSafeEqual(device.key_hash, rtmpKeyHash(key))) return 'key';
      if (device.locked_at !== null) return 'locked';
      if (!opens(device, 'video')) return 'licence';
      if (channel > device.cam_count) return 'channel';
      return (await this.hasUsedUp(device)) ? 'data' : null;
    } catch (error) {
      this.logger.warn({ err: error, deviceId }, 'a camera that wants to publish could not be checked');
      return 'unavailable';
    }
  }

  /** By the day of the device's customer. */
  private async hasUsedUp(device: RtmpPublisherRecord): Promise<boolean> {
    const zone = parseZone(device.timezone) ?? UTC_ZONE;
    const [fromMs, toMs] = dayRange(zone, dayOf(zone, Date.now()));
    const limit = limitBytes(device, fromMs, toMs);
    if (limit === null) return false;
    return ((await trafficSums(this.database.system, [device.key], fromMs, toMs)).get(device.key) ?? 0) > limit;
  }
}
