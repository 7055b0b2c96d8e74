import { CUSTOMER_EXPORT_COLUMNS, OPERATIONS, type CustomerExportColumn } from '@sightline/contract';
import { countCustomers, streamCustomers, type CustomerCount, type CustomerListRow } from '@sightline/db';
import { isDealer } from '@sightline/domain';
import { keptCounts, NO_DEVICES } from '../devices/device-counts.service.ts';
import { defineJob } from '../jobs/job.service.ts';
import { exportTable, type ExportColumn } from '../jobs/table-export.service.ts';
import { customerFilter } from './customer-filter.ts';

interface Row {
  readonly customer: CustomerListRow;
  readonly count: CustomerCount;
}

const words = (language: string, en: string, zh: string): string => (language === 'zh_CN' ? zh : en);

const columnsIn = (language: string): Readonly<Record<CustomerExportColumn, ExportColumn<Row>>> => ({
  customerName: { en: 'Customer name', zh: '客户名称', width: 28, value: ({ customer }) => customer.name },
  customerType: {
    en: 'Kind',
    zh: '类型',
    value: ({ customer }) =>
      isDealer({ customerType: customer.customer_type }) ? words(language, 'Dealer', '经销商') : words(language, 'Customer', '终端客户'),
  },
  parentName: { en: 'Belongs to', zh: '上级客户', width: 24, value: ({ customer }) => customer.parent_name },
  account: { en: 'Main account', zh: '主账号', width: 20, value: ({ customer }) => customer.main_account },
  status: {
    en: 'Status',
    zh: '状态',
    value: ({ customer }) => (customer.status === 'active' ? words(language, 'Active', '正常') : words(language, 'Stopped', '已停用')),
  },
  currentCustomerTotalCount: { en: 'Own devices', zh: '本级设备', width: 12, value: ({ count }) => count.own },
  totalCount: { en: 'All devices', zh: '全部设备', width: 12, value: ({ count }) => count.total },
  userCount: { en: 'Users', zh: '用户数', width: 10, value: ({ customer }) => customer.user_count },
  contact: { en: 'Contact', zh: '联系人', width: 20, value: ({ customer }) => customer.contact },
  phone: { en: 'Phone', zh: '电话', width: 18, value: ({ customer }) => customer.phone },
  email: { en: 'E-mail', zh: '邮箱', width: 26, value: ({ customer }) => customer.email },
  address: { en: 'Address', zh: '地址', width: 30, value: ({ customer }) => customer.address },
  timezone: { en: 'Time zone', zh: '时区', value: ({ customer }) => customer.timezone },
  createTime: { en: 'Created', zh: '创建时间', width: 20, value: ({ customer }, time) => time(customer.created_at) },
  remark: { en: 'Remark', zh: '备注', width: 30, value: ({ customer }) => customer.remark },
});

/** All customers that the list finds, in its order, with the columns that the user chose and times in the user's zone. */
export const customerExportJob = defineJob({
  id: 'customer.export',
  input: OPERATIONS['report.export.customer'].input,
  run: async (job) =>
    await job.trx(async (t) => {
      const { input, principal, app } = job;
      const filter = await customerFilter(t, principal, input);
      const total = await countCustomers(t, filter);
      if (total === 0) return { empty: true };
      async function* batches(): AsyncGenerator<Row[]> {
        for await (const customers of streamCustomers(t, filter)) {
          const counts = await keptCounts(t, principal, app, customers);
          yield customers.map((customer) => ({ customer, count: counts.get(customer.id) ?? NO_DEVICES }));
        }
      }
      const customers = await exportTable(job, {
        title: { en: 'Customers', zh: '客户' },
        format: input.format,
        columns: columnsIn(job.language),
        order: CUSTOMER_EXPORT_COLUMNS,
        chosen: input.columns,
        total,
        batches: batches(),
      });
      return { summary: { customers, timezone: principal.timezone } };
    }),
});
