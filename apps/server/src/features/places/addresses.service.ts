import type { UnitOf } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import { NominatimAddresses } from './nominatim-addresses.ts';
import { OfflineAddresses } from './offline-addresses.ts';

/** Turns a place into words. */
export interface AddressProvider {
  /**
   * The address in the language (`en_US`), distances in the unit.
   * @returns null when there is nothing to say, or the source failed or was too slow.
   */
  lookup(lat: number, lon: number, language: string, distance?: UnitOf<'distance'>): Promise<string | null>;
  /** Only what can be said without asking another machine; null otherwise. For lists, which must not wait. */
  quick(lat: number, lon: number, language: string, distance?: UnitOf<'distance'>): Promise<string | null>;
}

/** Nominatim where one is configured, else the index of places that is built in. */
export function createAddressProvider(context: AppContext): AddressProvider {
  const { nominatimUrl } = context.config;
  return nominatimUrl === '' ? new OfflineAddresses() : new NominatimAddresses({ baseUrl: nominatimUrl, logger: context.logger });
}
