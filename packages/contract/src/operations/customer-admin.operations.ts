import { z } from 'zod';
import { CustomerRow, RecycledCustomer } from '../entities/customer.entities.ts';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations } from '../operation.ts';
import { exportInput } from '../schema/exports.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { newPassword } from '../schema/password.ts';
import {
  account,
  bit,
  bitInput,
  emailText,
  idList,
  idOf,
  latitude,
  longitude,
  optionalText,
  searchText,
  timezone,
} from '../schema/primitives.ts';

const customerName = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(60)
    .meta({ examples: ['Blue River Logistics'] });

const details = {
  contact: optionalText(60),
  phone: optionalText(40),
  email: emailText().optional(),
  address: optionalText(200),
  remark: optionalText(500),
  timezone: timezone().optional(),
  /** Ordinary users change their password every so many days; null = never forced. */
  forcePasswordDays: z.int().min(1).max(365).nullable().optional(),
};

const filters = {
  customerId: idOf('customer').optional(),
  customerName: searchText().optional(),
  status: z.enum(['active', 'stopped']).optional(),
  customerType: z.int().min(1).max(2).optional(),
  /** 0: only the direct children. */
  subsumption: bitInput().default(1),
  ...sorting(['customerName', 'createTime', 'customerType', 'status']),
};

/** Columns that an export of customers may have, in their order. */
export const CUSTOMER_EXPORT_COLUMNS = [
  'customerName',
  'customerType',
  'parentName',
  'account',
  'status',
  'currentCustomerTotalCount',
  'totalCount',
  'userCount',
  'contact',
  'phone',
  'email',
  'address',
  'timezone',
  'createTime',
  'remark',
] as const;
export type CustomerExportColumn = (typeof CUSTOMER_EXPORT_COLUMNS)[number];

/** Adding, changing, moving, stopping and throwing away customers. */
export const customerAdminOperations = defineOperations({
  'customer.page': {
    method: 'POST',
    path: '/v2/customer/page',
    summary: { en: 'Customers below a customer, itself included', zh: '客户列表' },
    input: pageInput({
      ...filters,
      /** These alone. */
      ids: idList('customer').optional(),
    }),
    output: pageOf(CustomerRow),
    permission: ['1000'],
    scope: 'tenant',
    writes: false,
  },
  'report.export.customer': {
    method: 'POST',
    path: '/v2/report/export/customer',
    summary: { en: 'Export customers to a spreadsheet or a CSV file, in the order of the list', zh: '导出客户' },
    input: z.object({ ...filters, ...exportInput(CUSTOMER_EXPORT_COLUMNS) }),
    output: TaskInfo,
    permission: ['1000:export'],
    scope: 'tenant',
    writes: false,
    audit: { en: 'Exported customers', zh: '导出客户' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'customer.info.add': {
    method: 'POST',
    path: '/v2/customer/info/add',
    summary: { en: 'Add a customer below another one, with its main account when one is named', zh: '新增客户' },
    input: z.object({
      /** The dealer above; the own customer when left out. */
      parentId: idOf('customer').optional(),
      customerName: customerName(),
      /** 1 dealer (may have sub-customers), 2 end customer. */
      customerType: z.int().min(1).max(2).default(2),
      ...details,
      defaultLat: latitude().optional(),
      defaultLon: longitude().optional(),
      account: account().optional(),
      password: newPassword().optional(),
      userName: z.string().trim().min(1).max(60).optional(),
    }),
    output: z.object({ id: idOf('customer'), userId: idOf('user').nullable() }),
    permission: ['1000:add'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Added a customer', zh: '新增客户' },
  },
  'customer.info.save': {
    method: 'PATCH',
    path: '/v2/customer/info/save',
    summary: { en: 'Change a customer; fields that are left out stay', zh: '修改客户' },
    input: z.object({
      customerId: idOf('customer'),
      customerName: customerName().optional(),
      /** Only from above, and a dealer that has sub-customers stays one. */
      customerType: z.int().min(1).max(2).optional(),
      ...details,
    }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Changed a customer', zh: '修改客户' },
  },
  'customer.info.updateCurrentCustomers': {
    method: 'PATCH',
    path: '/v2/customer/info/updateCurrentCustomers',
    summary: { en: 'Move a customer, with all that is below it, under another dealer', zh: '转移客户' },
    input: z.object({ customerId: idOf('customer'), parentId: idOf('customer') }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Moved a customer', zh: '转移客户' },
  },
  'customer.checkCustomerName': {
    method: 'POST',
    path: '/v2/customer/checkCustomerName',
    summary: { en: 'Whether a name is free below a customer (1) or taken (0)', zh: '校验客户名称' },
    input: z.object({
      /** Below which customer; the own one when left out. */
      parentId: idOf('customer').optional(),
      /** The customer that is being changed: its own name does not count. */
      customerId: idOf('customer').optional(),
      customerName: customerName(),
    }),
    output: z.object({ available: bit() }),
    permission: ['1000'],
    scope: 'tenant',
    writes: false,
  },
  'customer.tree.all': {
    method: 'POST',
    path: '/v2/customer/tree/all',
    summary: { en: 'Every customer of the scope as a flat list, parents first', zh: '完整客户树' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: z.array(
      z.object({
        id: idOf('customer'),
        pid: idOf('customer').nullable(),
        customerName: z.string(),
        customerType: z.int(),
        status: z.string(),
      }),
    ),
    permission: 'any',
    scope: 'tenant',
    writes: false,
    rateLimit: { max: 60, windowS: 60 },
  },
  'customer.stop': {
    method: 'DELETE',
    path: '/v2/customer/stop',
    summary: { en: 'Stop a customer: nobody of it and below can sign in; devices go on recording', zh: '停用客户' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Stopped a customer', zh: '停用客户' },
  },
  'customer.resume': {
    method: 'PUT',
    path: '/v2/customer/resume',
    summary: { en: 'End the stop of a customer', zh: '启用客户' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.null(),
    permission: ['1000:edit'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Resumed a customer', zh: '启用客户' },
  },
  'customer.del': {
    method: 'DELETE',
    path: '/v2/customer/del',
    summary: { en: 'Throw a customer without devices away, with all that is below it (to the recycle bin)', zh: '删除客户' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.object({ customerCount: z.int(), userCount: z.int() }),
    permission: ['1000:delete'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Threw a customer away', zh: '删除客户' },
  },
  'customer.rest': {
    method: 'PUT',
    path: '/v2/customer/rest',
    summary: { en: 'Bring a customer back from the recycle bin, with all that went with it', zh: '恢复客户' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.null(),
    permission: ['1000:recycleBin'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Restored a customer', zh: '恢复客户' },
  },
  'customer.recycle.page': {
    method: 'POST',
    path: '/v2/customer/recycle/page',
    summary: { en: 'Customers in the recycle bin, the latest first', zh: '客户回收站' },
    input: pageInput({ customerName: searchText().optional() }),
    output: pageOf(RecycledCustomer),
    permission: ['1000:recycleBin'],
    scope: 'tenant',
    writes: false,
  },
  'customer.recycle.delete': {
    method: 'DELETE',
    path: '/v2/customer/recycle/delete',
    summary: { en: 'Delete a customer of the recycle bin for good, with its users', zh: '彻底删除客户' },
    input: z.object({ customerId: idOf('customer') }),
    output: z.null(),
    permission: ['1000:recycleBin'],
    scope: 'tenant',
    writes: true,
    demoRefusal: 'demoCannot',
    audit: { en: 'Deleted a customer for good', zh: '彻底删除客户' },
  },
});
