import type { MenuAuth } from '@sightline/contract';
import { MENU_GRANTS, type MenuGrant } from '@sightline/domain/access/permissions';

/** How much of each menu is granted, and the chosen functions of those granted in part. */
export interface PermissionChoice {
  readonly menus: Readonly<Partial<Record<string, MenuGrant>>>;
  readonly functions: readonly string[];
}

export const NO_PERMISSIONS: PermissionChoice = { menus: {}, functions: [] };

export const choiceOf = ({ menus, functions }: MenuAuth): PermissionChoice => ({
  menus: Object.fromEntries(menus.map(({ id, grant }) => [id, grant])),
  functions,
});

/** As it is sent: functions of menus that are whole or closed say nothing and are left out. */
export const wireOf = ({ menus, functions }: PermissionChoice): { menus: { id: string; grant: MenuGrant }[]; functions: string[] } => ({
  menus: Object.entries(menus).flatMap(([id, grant]) => (grant === undefined ? [] : [{ id, grant }])),
  functions: functions.filter((id) => menus[id.split(':', 1)[0] ?? ''] === MENU_GRANTS.partial),
});
