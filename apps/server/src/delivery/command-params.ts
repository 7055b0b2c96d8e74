import type { ClaimedCommand } from '@sightline/db';
import type { DeviceCommand } from '@sightline/protocols';

type Params = DeviceCommand['params'];

/**
 * The parameters with which a command goes out. Settings of active safety are written on top of what the unit told: groups of which it told nothing
 * are left out, and null is returned when that leaves none.
 */
export function paramsOf(claim: Pick<ClaimedCommand, 'params' | 'told'>): Params | null {
  const params = claim.params as Params;
  if (claim.told === null) return params;
  const { told } = claim;
  const settings = Object.entries(params['settings'] as Readonly<Record<string, Params[string]>>).filter(
    ([group]) => told[group] !== undefined,
  );
  return settings.length === 0 ? null : { ...params, settings: Object.fromEntries(settings), told };
}
