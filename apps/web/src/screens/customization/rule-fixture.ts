import type { ConfigRuleDetail } from '@sightline/contract';

/** A rule with everything that one can have, for tests. */
export const NIGHTS: ConfigRuleDetail = {
  id: '5',
  customerId: '1',
  customerName: 'Alpenblick',
  account: 'ada',
  ruleName: 'Nights',
  note: '',
  enabled: true,
  weekdays: [1, 2, 3, 4, 5],
  spans: [{ from: '22:00', to: '06:00' }],
  timezone: 'Europe/Berlin',
  minSpeedKph: 30,
  maxSpeedKph: 90,
  notice: { noticeLevel: 1, noticeSound: 2 },
  pictures: { channelIds: [1, 2] },
  clip: { channelIds: [1], beforeS: 10, afterS: 20 },
  customers: [{ id: '1', name: 'Alpenblick' }],
  labels: [],
  deviceCount: 2,
  devices: [
    { deviceId: '100000000001', deviceName: 'Actros 01' },
    { deviceId: '100000000002', deviceName: 'Actros 02' },
  ],
  alarmTypes: ['sos'],
  customizeAlarms: [{ id: '1', name: 'Cold chain' }],
  users: [{ id: '7', name: 'Ada' }],
  emails: ['desk@example.com'],
  gaps: [],
  createTime: '2026-11-01T08:00:00Z',
  updateTime: '2026-11-01T08:00:00Z',
};
