import type { MenuChoice } from '@sightline/contract';
import { mayOpen, type Visitor } from '../app/guard.ts';
import { isBuilt, ROUTES, type RouteDefinition } from '../app/routes.ts';
import { visitorOf, type Session } from '../session/session.ts';

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

/** The pages of an entry: those of its group, or the one that it is. */
export const pagesOf = (entry: MenuEntry): readonly MenuEntry[] => (entry.children.length > 0 ? entry.children : [entry]);

/** In the order that the customer has chosen and without what it hides; what it has not decided about follows in the product's order. */
export const arranged = (entries: readonly MenuEntry[], choices: readonly MenuChoice[]): readonly MenuEntry[] => {
  const place = new Map(choices.map(({ name }, i) => [name, i]));
  const placeOf = ({ route }: MenuEntry): number => place.get(route.name) ?? choices.length;
  const hidden = new Set(choices.filter((choice) => choice.hidden).map(({ name }) => name));
  return entries.filter(({ route }) => !hidden.has(route.name)).toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** The main menu as the customer of the person has arranged it. */
export const mainMenu = (session: Session): readonly MenuEntry[] => arranged(menuFor('main', visitorOf(session)), session.look?.menu ?? []);

/** Whether a route, or one of its children, is on screen. `/monitor` is not active on `/monitor/playback`. */
export const isActive = (entry: MenuEntry, pathname: string): boolean =>
  entry.route.path === pathname || entry.children.some((child) => isActive(child, pathname));
