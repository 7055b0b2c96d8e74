/** An instant of the database or of the engine as it goes over the wire: ISO 8601 in UTC. */
export const isoTime = (value: Date | number): string => (typeof value === 'number' ? new Date(value) : value).toISOString();
export const isoOrNull = (value: Date | number | null | undefined): string | null =>
  value === null || value === undefined ? null : isoTime(value);
