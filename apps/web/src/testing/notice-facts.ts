import type { PushedNotice } from '@sightline/contract';

/** A notice for tests; each has an id of its own. */
let serial = 0;
export const noticeOf = (change: Partial<PushedNotice> = {}): PushedNotice => ({
  id: String(++serial),
  noticeType: 'device',
  noticeLevel: 3,
  noticeSound: 0,
  deviceId: '100000000056',
  deviceName: 'Actros 01',
  alarmName: 'sos',
  alarmTs: '2026-11-22T08:00:00.000Z',
  lat: 50,
  lon: 6,
  speedConvert: 40,
  invalidStatus: 0,
  expFileNum: 0,
  finishFile: 0,
  ...change,
});
