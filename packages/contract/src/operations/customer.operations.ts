import { z } from 'zod';
import { CustomerInfo, CustomerNode, LabelRow, ModuleFlags } from '../entities/customer.entities.ts';
import { defineOperations } from '../operation.ts';
import { bitInput, idOf, searchText } from '../schema/primitives.ts';

export const customerOperations = defineOperations({
  'customer.tree': {
    method: 'POST',
    path: '/v2/customer/tree',
    summary: { en: 'Children of a customer with their counts; without customerId the own customer', zh: '客户树' },
    input: z.object({
      customerId: idOf('customer').optional(),
      /** 0 leaves the counts out (they are then 0). */
      queryCount: bitInput().default(1),
      deviceBasicType: z.int().min(1).max(2).optional(),
    }),
    output: z.array(CustomerNode),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'customer.list.name': {
    method: 'POST',
    path: '/v2/customer/list/name',
    summary: { en: 'Customers whose name contains a text (at most 50)', zh: '按名称查询客户' },
    input: z.object({ customerId: idOf('customer').optional(), customerName: searchText().default('') }),
    output: z.array(
      z.object({
        id: idOf('customer'),
        customerName: z.string(),
        customerCode: z.string(),
        customerCodeName: z.string(),
        customerType: z.int(),
      }),
    ),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
  'customer.info': {
    method: 'POST',
    path: '/v2/customer/info',
    summary: { en: 'A customer of the scope; the own one by default', zh: '客户信息' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: CustomerInfo,
    permission: 'any',
    scope: 'tenant',
    whilePasswordExpired: true,
    writes: false,
  },
  'customer.module': {
    method: 'POST',
    path: '/v2/customer/module',
    summary: { en: 'Modules that a customer has', zh: '客户模块' },
    input: z.object({ customerId: idOf('customer').optional() }),
    output: ModuleFlags,
    permission: 'any',
    scope: 'tenant',
    whilePasswordExpired: true,
    writes: false,
  },
  'label.list': {
    method: 'POST',
    path: '/v2/label/list',
    summary: { en: 'Tags of a customer and everything below it', zh: '标签列表' },
    input: z.object({ customerId: idOf('customer').optional(), labelName: searchText().optional() }),
    output: z.array(LabelRow),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
});
