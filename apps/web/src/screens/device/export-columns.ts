import { DEVICE_EXPORT_COLUMNS } from '@sightline/contract';

/** Columns whose name in the file is not the one in the list. */
const IN_FILE: Readonly<Record<string, string>> = { deviceId: 'id', deviceType: 'deviceTypeName' };

/** The columns of the list that a file can have. */
export const exportColumns = (keys: readonly string[]): readonly string[] => {
  const known: readonly string[] = DEVICE_EXPORT_COLUMNS;
  return keys.map((key) => IN_FILE[key] ?? key).filter((key) => known.includes(key));
};
