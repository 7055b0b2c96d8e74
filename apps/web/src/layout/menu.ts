import { mayOpen, type Visitor } from '../app/guard.ts';
import { isBuilt, ROUTES, type RouteDefinition } from '../app/routes.ts';

export interface MenuEntry {
  readonly route: RouteDefinition;
  readonly built: boolean;
  readonly children: readonly MenuEntry[];
}

const entryOf = (route: RouteDefinition, visitor: Visitor): MenuEntry => ({
  route,
  built: isBuilt(route),
  children: (route.children ?? []).filter((child) => mayOpen(child, visitor)).map((child) => entryOf(child, visitor)),
});

/** The entries of a menu that the person may open; a group without a child that may be opened is left out. */
export const menuFor = (menu: NonNullable<RouteDefinition['menu']>, visitor: Visitor): readonly MenuEntry[] =>
  ROUTES.filter((route) => route.menu === menu && mayOpen(route, visitor))
    .map((route) => entryOf(route, visitor))
    .filter((entry) => (entry.route.children ?? []).length === 0 || entry.children.length > 0);

/** Whether a route, or one of its children, is on screen. `/monitor` is not active on `/monitor/playback`. */
export const isActive = (entry: MenuEntry, pathname: string): boolean =>
  entry.route.path === pathname || entry.children.some((child) => isActive(child, pathname));
