import type { AlarmSetting } from '@sightline/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { changeAlarms, CHOICE_KEYS, CHOICES } from './alarm-choices.ts';

const row = (alarmType: string, change: Partial<AlarmSetting> = {}): AlarmSetting => ({
  alarmType,
  alarmName: alarmType,
  groupKey: 'safety',
  groupName: 'Safety',
  enabled: 1,
  noticeLevel: 1,
  soundEnabled: 1,
  soundType: null,
  pushWeb: 1,
  pushApp: 0,
  pushInterval: 60,
  emailIds: ['4', '7'],
  ...change,
});

afterEach(() => vi.unstubAllGlobals());

it('reads every choice of a row', () => {
  expect(CHOICE_KEYS.map((key) => CHOICES[key].read(row('sos')))).toEqual([true, 1, 'default', true, false, 60, '4,7']);
  expect(CHOICES.sound.read(row('sos', { soundType: 2 }))).toBe('2');
  expect(CHOICES.sound.read(row('sos', { soundType: 2, soundEnabled: 0 }))).toBe('off');
});

it('one call changes many kinds; taking it back gives each what it had', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url.split('/alarm/')[1], JSON.parse(String(init.body))]);
    return new Response(JSON.stringify({ code: 0, msg: '', data: null }));
  });
  const undo = await changeAlarms([row('sos'), row('tow', { noticeLevel: 3 }), row('theft')], 'level', 2);
  expect(asked).toEqual([['setAlarmNoticeLevel', { alarmTypes: 'sos,tow,theft', noticeLevel: 2 }]]);
  asked.length = 0;
  await undo();
  expect(asked).toEqual([
    ['setAlarmNoticeLevel', { alarmTypes: 'sos,theft', noticeLevel: 1 }],
    ['setAlarmNoticeLevel', { alarmTypes: 'tow', noticeLevel: 3 }],
  ]);
});
