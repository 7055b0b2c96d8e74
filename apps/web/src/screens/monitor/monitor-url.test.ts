import { expect, it } from 'vitest';
import { ALARMED, ALL_STATUSES, LiveStatus, maskOf } from '../../live/live-status.ts';
import { MAX_SELECTED, readMonitorState, writeMonitorState, type MonitorState } from './monitor-url.ts';

const state: MonitorState = {
  customer: '12',
  statusMask: maskOf(LiveStatus.moving) | maskOf(LiveStatus.idle) | maskOf(ALARMED),
  text: 'a & b',
  selection: ['860000000001', '860000000002'],
  follow: ['860000000001'],
};

it('is found again in the address', () => {
  expect(readMonitorState(new URLSearchParams(writeMonitorState(new URLSearchParams(), state).toString()))).toEqual(state);
});

it('leaves defaults out and other parts of the address alone', () => {
  const empty = { customer: null, statusMask: ALL_STATUSES, text: '', selection: [], follow: [] };
  expect(writeMonitorState(new URLSearchParams('x=1&q=old&device=9'), empty).toString()).toBe('x=1');
});

it('does not take what is no id, and no more than an address holds', () => {
  const read = readMonitorState(new URLSearchParams('customer=abc&device=ok,<b>,ok&status=flying'));
  expect(read.customer).toBeNull();
  expect(read.selection).toEqual(['ok']);
  expect(read.statusMask).toBe(ALL_STATUSES);
  const many = Array.from({ length: 500 }, (_, i) => `d${i}`).join(',');
  expect(readMonitorState(new URLSearchParams({ device: many })).selection).toHaveLength(MAX_SELECTED);
});
