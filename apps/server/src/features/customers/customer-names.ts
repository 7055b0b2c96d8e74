import { customerNames, type ScopedTransaction } from '@sightline/db';
import { pathLabel, visibleIds } from '@sightline/domain';
import type { Principal } from '../principal.ts';

/** Ids and names from the asker's own customer down to this one, as the product writes them. */
export const lineageText = (principal: Principal, path: string, names: ReadonlyMap<string, string>) => ({
  customerCode: visibleIds(principal.customerPath, path).join(','),
  customerCodeName: pathLabel(principal.customerPath, path, (id) => names.get(id)),
});

/** Names of all customers along these paths that the asker may know of. */
export async function namesAlong(trx: ScopedTransaction, principal: Principal, paths: readonly string[]): Promise<Map<string, string>> {
  return await customerNames(trx, [...new Set(paths.flatMap((path) => visibleIds(principal.customerPath, path)))]);
}
