/** A value of an entry as words; what has parts as JSON. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** What an entry is about, in one line. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join(' · ');
