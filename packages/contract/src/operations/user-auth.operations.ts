import { z } from 'zod';
import { MenuAuth } from '../entities/customer.entities.ts';
import { defineOperations } from '../operation.ts';
import { menuAssignment } from '../schema/menu-assignment.ts';
import { idList, idOf } from '../schema/primitives.ts';

const user = { userId: idOf('user') };
const CustomerLimit = z.object({
  limited: z.boolean(),
  customers: z.array(z.object({ customerId: idOf('customer'), customerName: z.string() })),
});
const DeviceLimit = z.object({ limited: z.boolean(), devices: z.array(z.object({ deviceId: idOf('device'), deviceName: z.string() })) });

/** What a user may, and which customers and devices it is held to. */
export const userAuthOperations = defineOperations({
  'user.auth': {
    method: 'POST',
    path: '/v2/user/auth',
    summary: { en: 'Everything that decides what a user may and sees', zh: '用户授权信息' },
    input: z.object(user),
    output: z.object({ userId: idOf('user'), menuAuth: MenuAuth, customer: CustomerLimit, device: DeviceLimit }),
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'user.auth.customer': {
    method: 'POST',
    path: '/v2/user/auth/customer',
    summary: { en: 'Customers that a user is held to', zh: '用户客户授权' },
    input: z.object(user),
    output: CustomerLimit,
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'user.auth.device': {
    method: 'POST',
    path: '/v2/user/auth/device',
    summary: { en: 'Devices that a user is held to', zh: '用户设备授权' },
    input: z.object(user),
    output: DeviceLimit,
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'user.auth.setting.url': {
    method: 'PATCH',
    path: '/v2/user/auth/setting/url',
    summary: { en: 'Set what a user may', zh: '设置用户权限' },
    input: z.object({ ...user, ...menuAssignment() }),
    output: z.null(),
    permission: ['2000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed the permissions of a user', zh: '修改用户权限' },
  },
  'user.auth.setting.customer': {
    method: 'PATCH',
    path: '/v2/user/auth/setting/customer',
    summary: { en: 'Hold a user to chosen customers, each with all below it, or end that', zh: '设置用户客户授权' },
    input: z.object({ ...user, limited: z.boolean(), customerIds: idList('customer').default([]) }),
    output: z.null(),
    permission: ['2000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed the customers that a user sees', zh: '修改用户客户授权' },
  },
  'user.auth.setting.device': {
    method: 'PATCH',
    path: '/v2/user/auth/setting/device',
    summary: { en: 'Hold a user to chosen devices, or end that', zh: '设置用户设备授权' },
    input: z.object({ ...user, limited: z.boolean(), deviceIds: idList('device').default([]) }),
    output: z.null(),
    permission: ['2000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed the devices that a user sees', zh: '修改用户设备授权' },
  },
  'user.noticeInfo': {
    method: 'POST',
    path: '/v2/user/noticeInfo',
    summary: { en: 'How notices reach a user; the signed-in one by default', zh: '用户通知信息' },
    input: z.object({ userId: idOf('user').optional() }),
    output: z.object({
      userId: idOf('user'),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      language: z.string(),
      timezone: z.string(),
      soundType: z.int(),
      /** Where the notices of its customer go. */
      customerEmail: z.string().nullable(),
    }),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
});
