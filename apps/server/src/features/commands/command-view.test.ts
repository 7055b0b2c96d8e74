import { expect, it } from 'vitest';
import type { Principal } from '../principal.ts';
import { mayHearOf } from './command-view.ts';

const who = (...permissions: string[]): Principal => ({ permissions: new Set(permissions) }) as unknown as Principal;

it('settings of active safety are heard of by those who see them, other commands by those who see the history', () => {
  expect(['alarmSettingsRead', 'alarmSettingsWrite', 'positionQuery', 'goneByNow'].map((id) => mayHearOf(who('5104'), id))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['alarmSettingsRead', 'positionQuery'].map((id) => mayHearOf(who('3000:details'), id))).toEqual([true, true]);
  expect(['alarmSettingsRead', 'positionQuery'].map((id) => mayHearOf(who('5101', '5104:edit'), id))).toEqual([false, false]);
});
