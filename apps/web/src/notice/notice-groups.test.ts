import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addNote, addNotices, countOf, groupKey, MAX_ENTRIES, ToldIds, type AlarmGroup } from './notice-groups.ts';
import { noticeOf } from '../testing/notice-facts.ts';
import { noteOf } from './notes.ts';

it('gathers alarms by device and kind, the newest on top, and forgets none of the count', () => {
  const notice = fc.record({
    deviceId: fc.constantFrom('1', '2', '3'),
    alarmName: fc.constantFrom('sos', 'door'),
    alarmTs: fc.constant('2026-11-22T00:00:00Z'),
  });
  fc.assert(
    fc.property(fc.array(fc.array(notice, { maxLength: 8 }), { maxLength: 8 }), (batches) => {
      let groups: readonly AlarmGroup[] = [];
      for (const batch of batches)
        groups = addNotices(
          groups,
          batch.map((change) => noticeOf(change)),
        );
      const all = batches.flat();
      expect(countOf(groups)).toBe(all.length);
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
      const inOrder = [...new Set(all.toReversed().map(groupKey))];
      expect(groups.map(({ key }) => key)).toEqual(inOrder);
    }),
  );
});

it('keeps so many and no more; what is told anew is unread again', () => {
  const many = addNotices<AlarmGroup>(
    [],
    Array.from({ length: MAX_ENTRIES + 50 }, (_, i) => noticeOf({ deviceId: `d${i}` })),
  );
  expect([many.length, many[0]?.newest.deviceId]).toEqual([MAX_ENTRIES, `d${MAX_ENTRIES + 49}`]);
  const read = many.map((group) => ({ ...group, isRead: true }));
  const again = addNotices(read, [noticeOf({ deviceId: 'd100' })]);
  expect(again[0]).toMatchObject({ count: 2, isRead: false });
  expect(again.filter(({ isRead }) => !isRead)).toHaveLength(1);
});

it('knows what was told already, within bounds', () => {
  const told = new ToldIds(2);
  expect(['1', '1', '2', '3', '3', '1'].map((id) => told.add(id))).toEqual([true, false, true, true, false, true]);
});

it('makes one note of a task in its steps, counts pictures, and says nothing of what only goes on', () => {
  const task = (status: number) =>
    noteOf(
      {
        kind: 'notice',
        notice: 'push_notice_report_export',
        data: { id: '5', job: 'x', fileName: 'a.xlsx', status, progress: 1, systemModule: 1 },
      },
      1,
    );
  expect([task(2), task(3)]).toEqual([null, null]);
  expect([task(1)?.text, task(0)?.text, task(4)?.text]).toEqual(['taskDone', 'taskFailed', 'taskEmpty']);
  const picture = noteOf(
    { kind: 'notice', notice: 'push_capture_event', data: { deviceId: '1', deviceName: 'Lorry' } } as Parameters<typeof noteOf>[0],
    2,
  );
  if (picture === null) throw new Error('no note');
  const bell = addNote(addNote([], picture), picture);
  expect(bell).toMatchObject([{ count: 2, to: '/video/gallery', name: 'Lorry' }]);
});
