import { z } from 'zod';
import { MenuAuth } from '../entities/customer.entities.ts';
import { PermissionEntry } from '../entities/user.entities.ts';
import { defineOperations } from '../operation.ts';
import { menuAssignment } from '../schema/menu-assignment.ts';
import { newPassword, repeatedPassword } from '../schema/password.ts';
import { account, emailText, idOf } from '../schema/primitives.ts';

const permissionIds = () =>
  z
    .array(z.string().max(64))
    .min(1)
    .max(500)
    .meta({ examples: [['6000']] });

/** What customers may, and their main accounts. */
export const customerAccessOperations = defineOperations({
  'customer.menu': {
    method: 'POST',
    path: '/v2/customer/menu',
    summary: { en: 'What the signed-in user can grant to others', zh: '可分配的菜单' },
    input: z.object({}),
    output: z.array(PermissionEntry),
    permission: ['1000', '2000'],
    scope: 'self',
    writes: false,
  },
  'customer.menu.auth.customer': {
    method: 'POST',
    path: '/v2/customer/menu/auth/customer',
    summary: { en: 'What a customer has of what the signed-in user can grant', zh: '客户菜单授权' },
    input: z.object({ customerId: idOf('customer') }),
    output: MenuAuth,
    permission: ['1000'],
    scope: 'tenant',
    writes: false,
  },
  'customer.menu.auth.user': {
    method: 'POST',
    path: '/v2/customer/menu/auth/user',
    summary: { en: 'What a user has of what the signed-in user can grant', zh: '用户菜单授权' },
    input: z.object({ userId: idOf('user') }),
    output: MenuAuth,
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'customer.auth.setting.url': {
    method: 'PATCH',
    path: '/v2/customer/auth/setting/url',
    summary: { en: 'Set what a customer below may; what is taken is taken from everybody below it at once', zh: '设置客户权限' },
    input: z.object({ customerId: idOf('customer'), ...menuAssignment() }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed the permissions of a customer', zh: '修改客户权限' },
  },
  'customer.user.url': {
    method: 'POST',
    path: '/v2/customer/user/url',
    summary: { en: 'Menus and functions that a customer has', zh: '客户权限列表' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.array(PermissionEntry),
    permission: ['1000:details', '1000:edit'],
    scope: 'tenant',
    writes: false,
  },
  'customer.user.url.add': {
    method: 'PATCH',
    path: '/v2/customer/user/url/add',
    summary: { en: 'Grant single menus and functions to a customer below', zh: '新增客户权限' },
    input: z.object({ customerId: idOf('customer'), ids: permissionIds() }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Granted permissions to a customer', zh: '新增客户权限' },
  },
  'customer.user.url.del': {
    method: 'PATCH',
    path: '/v2/customer/user/url/del',
    summary: { en: 'Take single menus and functions from a customer below, and so from everybody below it', zh: '移除客户权限' },
    input: z.object({ customerId: idOf('customer'), ids: permissionIds() }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Took permissions from a customer', zh: '移除客户权限' },
  },
  'customer.user.add': {
    method: 'POST',
    path: '/v2/customer/user/add',
    summary: { en: 'Give a customer below its main account', zh: '新增客户主账号' },
    input: z.object({
      customerId: idOf('customer'),
      account: account(),
      password: newPassword(),
      userName: z.string().trim().min(1).max(60).optional(),
      email: emailText().optional(),
    }),
    output: z.object({ userId: idOf('user') }),
    permission: ['1000:add', '1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Added a main account', zh: '新增客户主账号' },
  },
  'customer.user.updateCustomerUserPassword': {
    method: 'PATCH',
    path: '/v2/customer/user/updateCustomerUserPassword',
    summary: { en: 'Set the password of the main account of a customer below; its sessions end', zh: '重置客户主账号密码' },
    input: z.object({ customerId: idOf('customer'), password: newPassword(), confirmPassword: repeatedPassword() }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Reset the password of a main account', zh: '重置客户主账号密码' },
    rateLimit: { max: 30, windowS: 60 },
  },
});
