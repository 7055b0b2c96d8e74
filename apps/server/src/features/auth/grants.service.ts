import { apiError, type MenuAuth } from '@sightline/contract';
import { customerLineage, type Database } from '@sightline/db';
import { assignedIds, assignmentOf, changedGrant, MENU_IDS, PERMISSION_IDS, type Granted, type MenuGrant } from '@sightline/domain';
import type { Principal } from '../principal.ts';
import { customerPermissions } from './permissions.service.ts';

interface Assigned {
  readonly menus: readonly { readonly id: string; readonly grant: MenuGrant }[];
  readonly functions: readonly string[];
}

/** What a customer may; the limits of those above count too, whom the asker may not see. */
export async function permissionsOfCustomer(database: Database, path: string): Promise<ReadonlySet<string>> {
  return customerPermissions(await customerLineage(database.system, path));
}

/** The most that a customer can be granted: what the one above it has. */
export async function permissionsAbove(database: Database, path: string): Promise<ReadonlySet<string>> {
  return customerPermissions((await customerLineage(database.system, path)).slice(0, -1));
}

/** How a set of permissions looks to somebody who could grant his own: what he has not stays out of it. */
export function authOf(permissions: ReadonlySet<string>, principal: Principal): MenuAuth {
  const { menus, functions } = assignmentOf(permissions, principal.permissions);
  return {
    menus: MENU_IDS.filter((id) => principal.permissions.has(id)).map((id) => ({ id, grant: menus[id] })),
    functions: functions.filter((id) => principal.permissions.has(id)),
  };
}

/** @throws 403, naming them, for ids that the granter does not have himself. */
function requireOwn(principal: Principal, ids: readonly string[]): void {
  const beyond = ids.filter((id) => !principal.permissions.has(id));
  if (beyond.length > 0) throw apiError('noPermission', { ids: beyond.slice(0, 20) });
}

const granted = (ids: readonly string[] | null): Granted => (ids === null ? null : new Set(ids));
const stored = (grant: Granted): string[] | null => (grant === null ? null : [...grant]);

/** The grant after an assignment of everything that the granter has. @throws 403 */
export function assigned(
  principal: Principal,
  before: readonly string[] | null,
  { menus, functions }: Assigned,
  above: ReadonlySet<string>,
): string[] | null {
  requireOwn(principal, [...menus.filter((m) => m.grant !== 0).map((m) => m.id), ...functions]);
  const chosen = assignedIds(Object.fromEntries(menus.map((m) => [m.id, m.grant])), functions, principal.permissions);
  return stored(changedGrant(granted(before), chosen, principal.permissions, above));
}

/** What a new user or customer gets when nothing is chosen: all that its maker can give. */
export const newGrant = (principal: Principal, above: ReadonlySet<string>): string[] | null =>
  stored(changedGrant(new Set(), principal.permissions, principal.permissions, above));

/** The grant with single ids more or less. A function brings its menu along, a menu takes its functions along. @throws 403 */
export function regranted(
  principal: Principal,
  before: readonly string[] | null,
  change: { readonly add: readonly string[] } | { readonly remove: readonly string[] },
  above: ReadonlySet<string>,
): string[] | null {
  const ids = 'add' in change ? change.add : change.remove;
  requireOwn(principal, ids);
  const chosen = new Set<string>(before ?? above);
  if ('add' in change) for (const id of ids) chosen.add(id).add(id.split(':', 1)[0]!);
  else for (const id of PERMISSION_IDS) if (ids.includes(id) || ids.includes(id.split(':', 1)[0]!)) chosen.delete(id);
  return stored(changedGrant(granted(before), chosen, principal.permissions, above));
}
