import { DEVICE_LIMITS } from '@sightline/domain';

export interface NumberedName {
  readonly id: number;
  readonly name: string;
}

/** A row for each number from 1 to `count`, and for those above that have a name; an empty name where there is none. */
export const nameRows = (names: readonly NumberedName[], count: number): readonly NumberedName[] => {
  const byId = new Map(names.map(({ id, name }) => [id, name]));
  const last = Math.min(DEVICE_LIMITS.channels, Math.max(count, ...byId.keys(), 0));
  return Array.from({ length: last }, (_, i) => ({ id: i + 1, name: byId.get(i + 1) ?? '' }));
};

/** As it is sent: JSON text of the rows that have a name. */
export const namesInput = (rows: readonly NumberedName[]): string =>
  JSON.stringify(rows.map(({ id, name }) => ({ id, name: name.trim() })).filter(({ name }) => name !== ''));

export const isTooLong = (rows: readonly NumberedName[]): boolean =>
  rows.some(({ name }) => name.trim().length > DEVICE_LIMITS.channelName);

/** Names of the answer, which are JSON text; none of what is no such list. */
export const namesOf = (json: string): readonly NumberedName[] => {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list)
      ? list.filter((entry): entry is NumberedName => typeof entry?.id === 'number' && typeof entry.name === 'string')
      : [];
  } catch {
    return [];
  }
};
