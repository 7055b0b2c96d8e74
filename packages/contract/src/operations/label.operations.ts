import { z } from 'zod';
import { LabelEntry } from '../entities/customer.entities.ts';
import { defineOperations } from '../operation.ts';
import { idList, idOf } from '../schema/primitives.ts';

/** Longer than allowed, so that it can be told what is wrong (40005, 40008). */
const labelName = () => z.string().trim().max(500);

export const labelOperations = defineOperations({
  'label.add': {
    method: 'POST',
    path: '/v2/label/add',
    summary: { en: 'Add a tag', zh: '新增标签' },
    input: z.object({ customerId: idOf('customer').optional(), labelName: labelName() }),
    output: LabelEntry,
    permission: ['3000:tagManagement'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Added a tag', zh: '新增标签' },
  },
  'label.save': {
    method: 'PUT',
    path: '/v2/label/save',
    summary: { en: 'Rename a tag', zh: '修改标签' },
    input: z.object({ labelId: idOf('label'), labelName: labelName() }),
    output: LabelEntry,
    permission: ['3000:tagManagement'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Renamed a tag', zh: '修改标签' },
  },
  'label.delete': {
    method: 'DELETE',
    path: '/v2/label/delete',
    summary: { en: 'Delete tags; those that devices have only with `force`', zh: '删除标签' },
    input: z.object({ labelIds: idList('label'), force: z.boolean().default(false) }),
    output: z.null(),
    permission: ['3000:tagManagement'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Deleted tags', zh: '删除标签' },
  },
  'label.bind': {
    method: 'POST',
    path: '/v2/label/bind',
    summary: { en: 'Put tags on devices', zh: '设备绑定标签' },
    input: z.object({ deviceIds: idList('device'), labelIds: idList('label') }),
    /** Bonds that are new. */
    output: z.object({ bound: z.int() }),
    permission: ['3000:tags', '4000:tags'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Put tags on devices', zh: '设备绑定标签' },
  },
  'label.unbind': {
    method: 'POST',
    path: '/v2/label/unbind',
    summary: { en: 'Take tags off devices', zh: '设备解绑标签' },
    input: z.object({ deviceIds: idList('device'), labelIds: idList('label') }),
    output: z.object({ unbound: z.int() }),
    permission: ['3000:tags', '4000:tags'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Took tags off devices', zh: '设备解绑标签' },
  },
});
