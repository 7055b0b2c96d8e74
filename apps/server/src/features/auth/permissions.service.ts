import { intersectGrants, PERMISSION_IDS, type Granted } from '@sightline/domain';

/** What decides about the permissions of a user. */
export interface PermissionSource {
  /** null = everything that the customer may. */
  readonly userMenuIds: readonly string[] | null;
  /** The customer and everything above it, topmost first; null = everything that the one above may. */
  readonly lineage: readonly { readonly menu_ids: readonly string[] | null }[];
}

const granted = (ids: readonly string[] | null): Granted => (ids === null ? null : new Set(ids));

/** What a customer may: never more than any customer above it. */
export const customerPermissions = (lineage: PermissionSource['lineage']): ReadonlySet<string> =>
  lineage.map((c) => granted(c.menu_ids)).reduce(intersectGrants, null) ?? new Set<string>(PERMISSION_IDS);

/** What a user may: never more than the customer. Ids that no longer exist are dropped. */
export function effectivePermissions({ userMenuIds, lineage }: PermissionSource): ReadonlySet<string> {
  const both = intersectGrants(granted(userMenuIds), customerPermissions(lineage)) ?? new Set<string>();
  return new Set(PERMISSION_IDS.filter((id) => both.has(id)));
}
