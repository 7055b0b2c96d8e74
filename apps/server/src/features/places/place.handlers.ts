import { defineHandlers, detached } from '../handlers.ts';
import type { AddressProvider } from './addresses.service.ts';

/** Places in words. An empty `displayName` says that there is no address: the client then shows "Address parse failed". */
export const placeHandlers = (addresses: AddressProvider) =>
  defineHandlers({
    'common.poi': detached(async ({ input, principal, language }) => ({
      displayName: (await addresses.lookup(input.lat, input.lon, input.language ?? language, principal.units.distance)) ?? '',
    })),
  });
