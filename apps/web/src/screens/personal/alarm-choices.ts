import type { AlarmSetting } from '@sightline/contract';
import { call } from '../../api/client.ts';

/** Sound of a kind of alarm: none, the one of the settings, or its own. */
export type SoundChoice = 'off' | 'default' | '1' | '2' | '3';

/** What is chosen for a kind of alarm. */
export interface AlarmChoices {
  readonly enabled: boolean;
  readonly level: number;
  readonly sound: SoundChoice;
  readonly web: boolean;
  readonly app: boolean;
  /** Seconds. */
  readonly interval: number;
  /** Comma list of ids of the own addresses, in the order of the list. */
  readonly emails: string;
}
export type ChoiceKey = keyof AlarmChoices;

interface Choice<T> {
  readonly read: (row: AlarmSetting) => T;
  /** `alarmTypes`: comma list of kinds. */
  readonly save: (alarmTypes: string, value: T) => Promise<unknown>;
}

const bitOf = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** Where each choice stands in a row, and the call that saves it for many kinds at once. */
export const CHOICES: { readonly [K in ChoiceKey]: Choice<AlarmChoices[K]> } = {
  enabled: {
    read: (row) => row.enabled === 1,
    save: (alarmTypes, on) => call(on ? 'user.alarm.open' : 'user.alarm.close', { alarmTypes }),
  },
  level: {
    read: (row) => row.noticeLevel,
    save: (alarmTypes, noticeLevel) => call('user.alarm.setAlarmNoticeLevel', { alarmTypes, noticeLevel }),
  },
  sound: {
    read: (row) => (row.soundEnabled === 0 ? 'off' : row.soundType === null ? 'default' : (String(row.soundType) as SoundChoice)),
    save: async (alarmTypes, sound) => {
      if (sound === 'off') return await call('user.alarm.sound.close', { alarmTypes });
      await call('user.alarm.sound.update', { alarmTypes, soundType: sound === 'default' ? null : Number(sound) });
      return await call('user.alarm.sound.open', { alarmTypes });
    },
  },
  web: {
    read: (row) => row.pushWeb === 1,
    save: (alarmTypes, on) => call('user.alarm.push.web', { alarmTypes, enabled: bitOf(on) }),
  },
  app: {
    read: (row) => row.pushApp === 1,
    save: (alarmTypes, on) => call('user.alarm.push.app', { alarmTypes, enabled: bitOf(on) }),
  },
  interval: {
    read: (row) => row.pushInterval,
    save: (alarmTypes, pushInterval) => call('user.alarm.push.interval', { alarmTypes, pushInterval }),
  },
  emails: {
    read: (row) => row.emailIds.join(','),
    save: (alarmTypes, emailIds) => call('user.alarm.email', { alarmTypes, emailIds }),
  },
};
export const CHOICE_KEYS = Object.keys(CHOICES) as ChoiceKey[];

/** Kinds by the value that they have now. */
export const kindsByValue = <K extends ChoiceKey>(key: K, rows: readonly AlarmSetting[]): ReadonlyMap<AlarmChoices[K], string> => {
  const kinds = new Map<AlarmChoices[K], string>();
  for (const row of rows) {
    const value = CHOICES[key].read(row);
    const known = kinds.get(value);
    kinds.set(value, known === undefined ? row.alarmType : `${known},${row.alarmType}`);
  }
  return kinds;
};

/** Chooses the same for all of the rows. The answer brings back what each of them had. */
export const changeAlarms = async <K extends ChoiceKey>(
  rows: readonly AlarmSetting[],
  key: K,
  value: AlarmChoices[K],
): Promise<() => Promise<void>> => {
  const former = kindsByValue(key, rows);
  await CHOICES[key].save(rows.map((row) => row.alarmType).join(','), value);
  return async () => {
    for (const [before, kinds] of former) await CHOICES[key].save(kinds, before);
  };
};
