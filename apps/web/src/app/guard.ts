import type { ModuleName } from '@sightline/contract';
import { factsOf } from '../api/operations.ts';
import { isPermitted } from '../session/may-call.ts';
import { HOME_PATH, LOGIN_PATH, loginAddress } from './addresses.ts';
import { allRoutes, isBuilt, ROUTES, type RouteDefinition } from './routes.ts';

/** What the guard needs to know of whoever asks. */
export interface Visitor {
  readonly hasToken: boolean;
  /** Menu and function ids. */
  readonly permissions: ReadonlySet<string>;
  /** User type "2", or "1": the platform's owner, who may what a main account may. */
  readonly isMainAccount: boolean;
  /** That the customer has. */
  readonly modules?: Readonly<Partial<Record<ModuleName, boolean>>>;
  /** User type "1" alone. */
  readonly isPlatformOwner?: boolean;
}

export type Verdict = { readonly kind: 'allow' } | { readonly kind: 'redirect'; readonly to: string };

const ALLOW: Verdict = { kind: 'allow' };
const go = (to: string): Verdict => ({ kind: 'redirect', to });

export const NO_PERMISSION_PATH = '/baseNoPermission';

/** What somebody lacks for a page: to be a main account or the platform's owner, a module of the customer, the page's menu, or one of several functions. */
export type Missing =
  | { readonly kind: 'mainAccount' }
  | { readonly kind: 'platformOwner' }
  | { readonly kind: 'module' }
  | { readonly kind: 'menu'; readonly id: string }
  | { readonly kind: 'oneOf'; readonly ids: readonly string[] };

/** The first thing that keeps the visitor from the route; null when it opens. */
export const missingFor = (route: RouteDefinition, visitor: Visitor): Missing | null => {
  if (route.mainAccountOnly === true && !visitor.isMainAccount) return { kind: 'mainAccount' };
  if (route.module !== undefined && visitor.modules?.[route.module] !== true) return { kind: 'module' };
  if (route.platformOnly === true && visitor.isPlatformOwner !== true) return { kind: 'platformOwner' };
  if (route.menuId !== undefined && !visitor.permissions.has(route.menuId)) return { kind: 'menu', id: route.menuId };
  if (route.needs === undefined || isPermitted(route.needs, visitor.permissions)) return null;
  const { permission } = factsOf(route.needs);
  return { kind: 'oneOf', ids: typeof permission === 'string' ? [] : permission };
};

/** Whether a menu shows the route and the guard lets it open. */
export const mayOpen = (route: RouteDefinition, visitor: Visitor): boolean => missingFor(route, visitor) === null;

/** The 403 page; it knows by the name of the refused route what to say. */
export const refusalAddress = (route: RouteDefinition): string => `${NO_PERMISSION_PATH}?${new URLSearchParams({ page: route.name })}`;

/** First child that may be opened, in the order of the table. */
export const firstPermittedChild = (route: RouteDefinition, visitor: Visitor): string | null => {
  const open = (route.children ?? []).filter((child) => mayOpen(child, visitor));
  return open[0]?.path ?? null;
};

/** Where a person without a return address arrives: the first page of the main menu that works and is permitted. */
export const landing = (visitor: Visitor): string =>
  ROUTES.find((route) => route.menu === 'main' && isBuilt(route) && mayOpen(route, visitor))?.path ?? HOME_PATH;

/**
 * The navigation guard. `route` is undefined for an address outside the table.
 * `address` is the path with its query, kept for the way back after signing in.
 */
export const guard = (route: RouteDefinition | undefined, address: string, visitor: Visitor): Verdict => {
  if (route?.isPublic) return ALLOW;
  if (!visitor.hasToken) return go(route === undefined ? LOGIN_PATH : loginAddress(address));
  if (route === undefined) return go(HOME_PATH);
  if (!mayOpen(route, visitor)) return go(refusalAddress(route));
  if (route.redirect === 'firstPermittedChild') return go(firstPermittedChild(route, visitor) ?? refusalAddress(route));
  if (route.redirect !== undefined) return go(route.redirect);
  return ALLOW;
};

/** The route that a 403 page tells of; its name comes from the address. */
export const refusedRoute = (name: string | null): RouteDefinition | undefined =>
  allRoutes().find((route) => route.name === name && route.isPublic !== true && route.path !== NO_PERMISSION_PATH);

/** The definition of a path, parameters included. */
export const routeOf = (path: string): RouteDefinition | undefined => allRoutes().find((route) => matches(route.path, path));

const matches = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i]);
};
