/** A customer's path: the ids from the top customer down to itself, joined by dots ("1.7.23"), which is also PostgreSQL's ltree form. */
export type CustomerPath = string;

/** The ids of a path, the top customer first. */
export const pathIds = (path: CustomerPath): string[] => (path === '' ? [] : path.split('.'));

/** The path of a customer below `parent` (null: at the top). Throws RangeError for an id that is no number. */
export const childPath = (parent: CustomerPath | null, id: string): CustomerPath => {
  if (!/^\d+$/.test(id)) throw new RangeError(`not a customer id: ${id}`);
  return parent === null || parent === '' ? id : `${parent}.${id}`;
};

/** Whether `path` is `scope` itself or lies below it. The empty scope contains nothing: a missing scope must not mean everything. */
export const isWithin = (scope: CustomerPath, path: CustomerPath): boolean =>
  scope !== '' && (path === scope || path.startsWith(`${scope}.`));

/** Whether `ancestor` lies truly above `path`. */
export const isAncestor = (ancestor: CustomerPath, path: CustomerPath): boolean => ancestor !== path && isWithin(ancestor, path);

/**
 * Tops of what lies at or below `path` and is seen by somebody who is held to these customers (null: to none), none within another.
 */
export const seenTops = (held: readonly CustomerPath[] | null, path: CustomerPath): CustomerPath[] => {
  if (held === null || held.some((top) => isWithin(top, path))) return [path];
  return held.filter((top) => isWithin(path, top) && !held.some((other) => isAncestor(other, top)));
};

/** The part of a path that somebody in `scope` may know of: from his own customer down; empty when it lies elsewhere. */
export const visibleIds = (scope: CustomerPath, path: CustomerPath): string[] =>
  isWithin(scope, path) ? pathIds(path).slice(pathIds(scope).length - 1) : [];

/** Stands for a comma within a name (U+201A): whoever takes a label apart at its commas gets as many names as there are ids. */
const LOW_COMMA = '\u201A';

/** The names along the visible part, comma-joined as on the wire (customerCodeName); an unknown id stands for itself. */
export const pathLabel = (scope: CustomerPath, path: CustomerPath, nameOf: (id: string) => string | undefined, separator = ','): string =>
  visibleIds(scope, path)
    .map((id) => (nameOf(id) ?? id).replaceAll(separator, LOW_COMMA))
    .join(separator);

/** What a breadcrumb shows of many entries: all up to three, else the first, a gap (null) and the last two. */
export const crumbs = <T>(entries: readonly T[]): (T | null)[] =>
  entries.length <= 3 ? [...entries] : [entries[0] as T, null, ...entries.slice(-2)];
