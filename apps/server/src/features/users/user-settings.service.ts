import { UserSettings } from '@sightline/contract';
import type { UserRecord } from '@sightline/db';

/** The stored choices with the defaults; a choice that no longer exists falls back to the default. */
export function settingsOf(user: Pick<UserRecord, 'settings'>): UserSettings {
  const known = Object.entries(UserSettings.shape).map(([key, schema]) => {
    const parsed = schema.safeParse(user.settings[key]);
    return [key, parsed.success ? parsed.data : schema.parse(undefined)];
  });
  return UserSettings.parse(Object.fromEntries(known));
}
