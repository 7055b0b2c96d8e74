import { parseZone } from '@sightline/domain';
import { zoneLabel } from './zone.ts';

/** The zones with a name as options of a choice, each with the offset that it has at this instant, daylight saving included. */
export const namedZones = (now: number): readonly { readonly value: string; readonly label: string }[] =>
  Intl.supportedValuesOf('timeZone').flatMap((name) => {
    const zone = parseZone(name);
    return zone === null ? [] : [{ value: name, label: `${name.replaceAll('_', ' ')} (${zoneLabel(zone, now)})` }];
  });
