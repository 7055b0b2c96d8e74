import { z } from 'zod';
import { ConditionSourceInfo, CustomizeAlarm, customizeAlarmFields } from '../entities/customization.entities.ts';
import { CUSTOMIZE_ALARM_LIMITS } from '../limits/customization.limits.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, idList, idOf, searchText } from '../schema/primitives.ts';

const customizeAlarmId = idOf('customizeAlarm');
/** Whoever makes rules has to know what there is. */
const reading = { permission: 'any', scope: 'tenant', writes: false } as const;
const changing = { permission: 'any', mainAccountOnly: true, scope: 'tenant', writes: true } as const;

/** Alarm kinds of a company's own: what has to be so of a device, and how urgent that is. */
export const customizeAlarmOperations = defineOperations({
  'config.customizeAlarm.rules': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/rules',
    summary: { en: 'What conditions may ask: sources with their units, comparisons, limits and words', zh: '自定义报警可用条件' },
    input: z.object({}),
    output: z.array(ConditionSourceInfo),
    ...reading,
  },
  'config.customizeAlarm.list': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/list',
    summary: {
      en: 'Customized alerts of the own customer, those below and those above, by name; `usableBy`: those that rules of this customer may ask for',
      zh: '自定义报警列表',
    },
    input: pageInput({
      alarmName: searchText().optional(),
      enabled: bitInput().optional(),
      usableBy: idOf('customer').optional(),
    }),
    output: pageOf(CustomizeAlarm),
    ...reading,
  },
  'config.customizeAlarm.info': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/info',
    summary: { en: 'One customized alert (9002)', zh: '自定义报警详情' },
    input: z.object({ customizeAlarmId }),
    output: CustomizeAlarm,
    ...reading,
  },
  'config.customizeAlarm.add': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/add',
    summary: {
      en: `Add a customized alert to the own customer (25002 when the name is taken, 64002 over ${CUSTOMIZE_ALARM_LIMITS.perCustomer})`,
      zh: '新增自定义报警',
    },
    input: z.object(customizeAlarmFields),
    output: CustomizeAlarm,
    ...changing,
    audit: { en: 'Added a customized alert', zh: '新增自定义报警' },
  },
  'config.customizeAlarm.update': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/update',
    summary: { en: 'Change a customized alert; what is left out stays (9002, 25002)', zh: '修改自定义报警' },
    input: z.object({ customizeAlarmId, ...z.object(customizeAlarmFields).partial().shape }),
    output: CustomizeAlarm,
    ...changing,
    audit: { en: 'Changed a customized alert', zh: '修改自定义报警' },
  },
  'config.customizeAlarm.delete': {
    method: 'POST',
    path: '/v2/config/customizeAlarm/delete',
    summary: {
      en: 'Delete customized alerts, all of them or none. One that rules ask for is not deleted: -1 with the names of the rules',
      zh: '删除自定义报警',
    },
    input: z.object({ ids: idList('customizeAlarm') }),
    output: z.object({ count: z.int() }),
    ...changing,
    audit: { en: 'Deleted customized alerts', zh: '删除自定义报警' },
  },
});
