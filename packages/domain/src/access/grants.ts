import {
  grantedIds,
  intersectGrants,
  MENU_GRANTS,
  MENU_IDS,
  MENUS,
  PERMISSION_IDS,
  type Granted,
  type MenuGrant,
  type MenuId,
  type PermissionId,
} from './permissions.ts';

/** A grant as a person makes it: how much of each menu, and the chosen ones of those granted in part. */
export interface MenuAssignment {
  readonly menus: Readonly<Record<MenuId, MenuGrant>>;
  readonly functions: readonly PermissionId[];
}

/** What is left at the end of a chain of grants, the topmost first: nobody has more than anybody above. */
export const effectiveGrant = (chain: readonly Granted[]): ReadonlySet<string> => {
  const both = chain.reduce(intersectGrants, null);
  return new Set(both === null ? PERMISSION_IDS : PERMISSION_IDS.filter((id) => both.has(id)));
};

/** Menus and functions of a menu, those of the menus below it included. */
const within = (menu: MenuId): PermissionId[] =>
  PERMISSION_IDS.filter((id) => {
    for (let at: MenuId | null = id.split(':', 1)[0] as MenuId; at !== null; at = MENUS[at].parent as MenuId | null) {
      if (at === menu) return true;
    }
    return false;
  });

/**
 * How a set of ids reads as an assignment, measured against what could be granted (`of`): a menu is granted whole when nothing of it
 * that could be granted is missing.
 */
export const assignmentOf = (granted: ReadonlySet<string>, of: ReadonlySet<string>): MenuAssignment => {
  const grantOf = (menu: MenuId): MenuGrant => {
    if (!granted.has(menu)) return MENU_GRANTS.disabled;
    return within(menu).every((id) => granted.has(id) || !of.has(id)) ? MENU_GRANTS.all : MENU_GRANTS.partial;
  };
  const menus = Object.fromEntries(MENU_IDS.map((id) => [id, grantOf(id)])) as Record<MenuId, MenuGrant>;
  return { menus, functions: PERMISSION_IDS.filter((id) => id.includes(':') && granted.has(id)) };
};

/**
 * The grant after somebody changed it. Of what the granter has, just the chosen ids stay granted; what the granter has not, it can neither
 * give nor take. `parent` is what the grantee could have at most: a grant of all of that is unlimited (null) and so grows with it.
 */
export const changedGrant = (
  before: Granted,
  chosen: ReadonlySet<string>,
  granter: ReadonlySet<string>,
  parent: ReadonlySet<string>,
): Granted => {
  const after = new Set(
    PERMISSION_IDS.filter((id) => (granter.has(id) ? chosen.has(id) : before === null ? parent.has(id) : before.has(id))),
  );
  return [...parent].every((id) => after.has(id as PermissionId)) ? null : after;
};

/** The ids of an assignment that are beyond what the granter has; whole menus mean all of what there is to give. */
export const beyondGranter = (assignment: { readonly functions: Iterable<string> }, granter: ReadonlySet<string>): string[] =>
  [...assignment.functions].filter((id) => !granter.has(id));

/** The ids of an assignment, as far as the granter has them. */
export const assignedIds = (
  menus: Readonly<Partial<Record<string, MenuGrant>>>,
  functions: Iterable<string>,
  granter: ReadonlySet<string>,
): Set<PermissionId> => new Set([...grantedIds(menus, functions)].filter((id) => granter.has(id)));
