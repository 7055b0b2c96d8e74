import { z } from 'zod';
import { UserRow } from '../entities/user.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { menuAssignment } from '../schema/menu-assignment.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { newPassword, repeatedPassword } from '../schema/password.ts';
import { account, bit, bitInput, emailText, idOf, instant, optionalText, searchText, timezone } from '../schema/primitives.ts';

const details = {
  email: emailText().optional(),
  phone: optionalText(40),
  remark: optionalText(500),
  timezone: timezone().optional(),
  language: z.enum(['en_US', 'zh_CN']).optional(),
  /** false: signing in ends the user's other sessions. */
  concurrentLogin: z.boolean().optional(),
};

/** Something done to one user. */
const toUser = <
  const M extends OperationDefinition['method'],
  const P extends `/v2/${string}`,
  const F extends '2000:edit' | '2000:delete' | '2000:recycleBin',
>(
  method: M,
  path: P,
  permission: F,
  summary: OperationDefinition['summary'],
  audit: OperationDefinition['summary'],
) =>
  ({
    method,
    path,
    summary,
    input: z.object({ userId: idOf('user') }),
    output: z.null(),
    permission: [permission],
    scope: 'tenant',
    writes: true,
    audit,
  }) satisfies OperationDefinition;

/** Adding, changing, stopping and throwing away users. */
export const userAdminOperations = defineOperations({
  'user.page': {
    method: 'POST',
    path: '/v2/user/page',
    summary: { en: 'Users of a customer and below', zh: '用户列表' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      /** Part of the account or of the name. */
      userNoOrName: searchText().optional(),
      userType: z.enum(['1', '2', '3', '4']).optional(),
      status: z.enum(['active', 'stopped']).optional(),
      /** 0: of the customer alone. */
      subsumption: bitInput().default(1),
      ...sorting(['account', 'userName', 'createTime', 'customerName']),
    }),
    output: pageOf(UserRow),
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
  },
  'user.base.info.add': {
    method: 'POST',
    path: '/v2/user/base/info/add',
    summary: { en: 'Add a user; without menus it may all that the adding user can grant', zh: '新增用户' },
    input: z.object({
      customerId: idOf('customer').optional(),
      account: account(),
      password: newPassword(),
      userName: z.string().trim().min(1).max(60),
      /** 3 ordinary, 4 individual; main accounts come with their customer. */
      userType: z.enum(['3', '4']).default('3'),
      ...details,
      menus: menuAssignment().menus.optional(),
      functions: menuAssignment().functions,
    }),
    output: z.object({ id: idOf('user') }),
    permission: ['2000:add'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Added a user', zh: '新增用户' },
  },
  'user.base.info.update': {
    method: 'POST',
    path: '/v2/user/base/info/update',
    summary: { en: 'Change a user; fields that are left out stay', zh: '修改用户' },
    input: z.object({ userId: idOf('user'), userName: z.string().trim().min(1).max(60).optional(), ...details }),
    output: z.null(),
    permission: ['2000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed a user', zh: '修改用户' },
  },
  'user.checkUserNo': {
    method: 'POST',
    path: '/v2/user/checkUserNo',
    summary: { en: 'Whether an account is free (1) or taken (0)', zh: '校验账号' },
    input: z.object({ account: account().meta({ examples: ['new.account'] }) }),
    output: z.object({ available: bit() }),
    permission: ['1000', '2000'],
    scope: 'tenant',
    writes: false,
    // Accounts of all tenants answer: nobody shall try out a dictionary here.
    rateLimit: { max: 60, windowS: 60 },
  },
  'user.stop': toUser(
    'POST',
    '/v2/user/stop',
    '2000:edit',
    { en: 'Stop a user: its sessions end, it cannot sign in', zh: '停用用户' },
    { en: 'Stopped a user', zh: '停用用户' },
  ),
  'user.resume': toUser(
    'POST',
    '/v2/user/resume',
    '2000:edit',
    { en: 'End the stop of a user', zh: '启用用户' },
    { en: 'Resumed a user', zh: '启用用户' },
  ),
  'user.del': toUser(
    'DELETE',
    '/v2/user/del',
    '2000:delete',
    { en: 'Throw a user away (to the recycle bin)', zh: '删除用户' },
    { en: 'Threw a user away', zh: '删除用户' },
  ),
  'user.rest': toUser(
    'PATCH',
    '/v2/user/rest',
    '2000:recycleBin',
    { en: 'Bring a user back from the recycle bin', zh: '恢复用户' },
    { en: 'Restored a user', zh: '恢复用户' },
  ),
  'user.recycle.page': {
    method: 'POST',
    path: '/v2/user/recycle/page',
    summary: { en: 'Users in the recycle bin, the latest first', zh: '用户回收站' },
    input: pageInput({ userNoOrName: searchText().optional() }),
    output: pageOf(UserRow),
    permission: ['2000:recycleBin'],
    scope: 'tenant',
    writes: false,
  },
  'user.recycle.delete': toUser(
    'DELETE',
    '/v2/user/recycle/delete',
    '2000:recycleBin',
    { en: 'Delete a user of the recycle bin for good', zh: '彻底删除用户' },
    { en: 'Deleted a user for good', zh: '彻底删除用户' },
  ),
  'user.pwd.save': {
    method: 'POST',
    path: '/v2/user/pwd/save',
    summary: { en: 'Set the password of another user; its sessions end', zh: '重置用户密码' },
    input: z.object({ userId: idOf('user'), password: newPassword(), confirmPassword: repeatedPassword() }),
    output: z.null(),
    permission: ['2000:resetPassword'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Reset the password of a user', zh: '重置用户密码' },
    rateLimit: { max: 30, windowS: 60 },
  },
  'user.url.login': {
    method: 'POST',
    path: '/v2/user/url/login',
    summary: { en: 'Sign in as a user of a customer below; for main accounts, and seen by that customer in its log', zh: '登录下级用户' },
    input: z.object({ userId: idOf('user') }),
    output: z.object({ token: z.string(), userId: idOf('user'), customerId: idOf('customer'), expireTime: instant() }),
    permission: ['2000:view'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Signed in as another user', zh: '登录下级用户' },
    rateLimit: { max: 30, windowS: 60 },
  },
});
