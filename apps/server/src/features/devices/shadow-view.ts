import type { DeviceShadow } from '@sightline/contract';
import type { DeviceRecord, StoredState } from '@sightline/db';
import type { Attributes } from '@sightline/domain';
import { isoOrNull } from '../times.ts';
import { statusNumber } from './online.service.ts';

const numberOf = (attributes: Attributes, key: string): number | null => {
  const value = attributes[key];
  return typeof value === 'number' ? value : null;
};

const bitOf = (value: unknown): 0 | 1 | null => (typeof value === 'boolean' ? (value ? 1 : 0) : null);

/**
 * The latest of a device in the words of the product; `newest` is null before it was ever heard. Of a device whose licence opens no tracking it
 * tells the connection alone.
 */
export function deviceShadow(device: DeviceRecord, newest: StoredState | null, address: string | null, sinceMs: number): DeviceShadow {
  const state = device.tracked ? newest : null;
  const attributes = state?.attributes ?? {};
  const fix = state?.fix ?? null;
  const armed = bitOf(attributes['armed']);
  return {
    deviceData: {
      deviceId: device.id,
      deviceName: device.name,
      deviceTime: isoOrNull(fix?.fixTimeMs),
      address: device.tracked ? address : null,
      speed: fix?.speedKph ?? null,
      course: fix?.course ?? null,
      acc: bitOf(state?.ignition),
      lat: fix?.lat ?? null,
      lon: fix?.lon ?? null,
      altitude: fix?.altitudeM ?? null,
      num: numberOf(attributes, 'sat'),
      signal: numberOf(attributes, 'rssi'),
      quantity: numberOf(attributes, 'batteryLevel'),
      voltage: numberOf(attributes, 'power'),
      elec: numberOf(attributes, 'battery'),
      type: fix?.type ?? null,
      voltageLevel: numberOf(attributes, 'batteryLevel'),
      rssi: numberOf(attributes, 'rssi'),
      disarmingStatus: armed === null ? null : armed === 1 ? 0 : 1,
      chargeStatus: bitOf(attributes['charge']),
      blockedStatus: bitOf(attributes['blocked']),
      odometer: state?.odometerM ?? 0,
      accUpdateTime: isoOrNull(state?.ignitionSinceMs),
      motion: state?.motion ?? 'stopped',
      motionTime: isoOrNull(state?.motionSinceMs),
      attributes: { ...attributes },
    },
    expand: {
      status: statusNumber(newest?.lastContactMs ?? null, sinceMs),
      activeTime: isoOrNull(device.activated_at),
      reportTime: isoOrNull(newest?.lastContactMs),
      locked: device.locked_at !== null,
      tracked: device.tracked,
    },
  };
}
