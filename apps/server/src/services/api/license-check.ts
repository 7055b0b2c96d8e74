import type { OperationDefinition } from '@sightline/contract';
import { aiAlarmDevices, type ScopedTransaction } from '@sightline/db';
import { requireFeature } from '../../features/licenses/license-guard.service.ts';
import type { Principal } from '../../features/principal.ts';
import { parseTripId } from '../../features/tracks/track-view.ts';
import { idFields } from './id-fields.ts';

/** What the definition of an operation asks of the licences of the devices that its parsed input names. @throws 60008, 60015 */
export async function checkLicenses(
  operation: OperationDefinition,
  trx: ScopedTransaction,
  principal: Principal,
  input: unknown,
): Promise<void> {
  if (!operation.feature) return;
  const values = input as Readonly<Record<string, string | readonly string[] | undefined>>;
  const named = (kind: 'device' | 'trip' | 'alarm'): string[] =>
    idFields(operation).flatMap((field) => (field.kind === kind ? (values[field.name] ?? []) : []));
  const ids = named('device');
  const alarms = named('alarm');
  const keys = [
    ...named('trip').map((trip) => parseTripId(trip).deviceKey),
    ...(alarms.length === 0 ? [] : await aiAlarmDevices(trx, alarms)),
  ];
  if (ids.length + keys.length > 0) await requireFeature(trx, principal, { ids, keys }, operation.feature);
}
