import type { FormDefinition } from '../../../../ui/form-dialog/form-definition.ts';

export const dailyLimitForm = (deviceId: string): FormDefinition<'device.dailyTraffic.update'> => ({
  id: 'device.dailyTraffic',
  operation: 'device.dailyTraffic.update',
  fixed: { deviceIds: deviceId },
  groups: [
    {
      fields: [
        { kind: 'number', name: 'dailyMb', label: 'detail.dailyLimit', hint: 'detail.dailyLimitHint', min: 1, max: 1_000_000, unit: 'MB' },
      ],
    },
  ],
  // An emptied field takes the limit away.
  toInput: ({ dailyMb }) => ({ dailyMb: typeof dailyMb === 'number' ? dailyMb : null }),
});

export const extraTodayForm = (deviceId: string): FormDefinition<'device.traffic.temporary'> => ({
  id: 'device.extraTraffic',
  operation: 'device.traffic.temporary',
  fixed: { deviceId },
  groups: [
    {
      fields: [
        { kind: 'number', name: 'extraMb', label: 'detail.extraToday', hint: 'detail.extraTodayHint', min: 1, max: 1_000_000, unit: 'MB' },
      ],
    },
  ],
});
