import type { LogEntry } from '@sightline/contract';

/** A value of an entry as words; what has parts as JSON. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What an entry is about, in one line. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(' · ');

/** What was changed, in one line. */
export const changesText = (changes: LogEntry['changes']): string =>
  changes.map(({ field, before, after }) => `${field}: ${valueText(before)} → ${valueText(after)}`).join(' · ');

/** The things that were changed, each with its fields, in the order in which it happened. */
export const changedThings = (
  changes: LogEntry['changes'],
): readonly { readonly title: string; readonly changes: LogEntry['changes'] }[] => {
  const things = new Map<string, LogEntry['changes']>();
  for (const change of changes) {
    const title = change.name ?? '';
    things.set(title, [...(things.get(title) ?? []), change]);
  }
  return [...things].map(([title, list]) => ({ title, changes: list }));
};
