import type { CustomerNode } from '@sightline/contract';
import { customerLineage, customersByName, customerTreeLevel, listLabels, type CustomerCount } from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { deviceCounts, NO_DEVICES } from '../devices/device-counts.service.ts';
import type { OnlineCounts } from '../devices/online.service.ts';
import { lineageText, namesAlong } from './customer-names.ts';
import { namedCustomer, namedCustomerPath } from './customer.service.ts';

const SEARCH_LIMIT = 50;
const NO_COUNTS: ReadonlyMap<string, CustomerCount> = new Map();

/** Customers and their labels. */
export const customerHandlers = (online: OnlineCounts) =>
  defineHandlers({
    'customer.tree': async ({ input, principal, trx, context }): Promise<CustomerNode[]> => {
      const self = input.customerId === undefined;
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const rows = await customerTreeLevel(trx, { path, self });
      const counts = input.queryCount === 0 ? NO_COUNTS : await deviceCounts(trx, principal, context, online, rows, input.deviceBasicType);
      const names = await namesAlong(
        trx,
        principal,
        rows.map((r) => r.path),
      );
      return rows.map((r) => {
        const count = counts.get(r.id) ?? NO_DEVICES;
        return {
          id: r.id,
          customerId: r.id,
          customerName: r.name,
          ...lineageText(principal, r.path, names),
          leaf: r.leaf ? 1 : 0,
          currentCustomerTotalCount: count.own,
          totalCount: count.total,
          onlineCount: count.online,
          customerType: r.customer_type,
        };
      });
    },

    'customer.list.name': async ({ input, principal, trx }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const rows = await customersByName(trx, path, input.customerName, SEARCH_LIMIT);
      const names = await namesAlong(
        trx,
        principal,
        rows.map((r) => r.path),
      );
      return rows.map((r) => ({ id: r.id, customerName: r.name, ...lineageText(principal, r.path, names), customerType: r.customer_type }));
    },

    'customer.info': async ({ input, principal, trx }) => {
      const c = await namedCustomer(trx, principal, input.customerId);
      // The parent of the own customer lies outside the scope and stays unknown.
      const parent = c.path === principal.customerPath ? undefined : (await customerLineage(trx, c.path)).at(-2);
      return {
        id: c.id,
        customerName: c.name,
        parentId: parent?.id ?? null,
        parentName: parent?.name ?? null,
        customerType: c.customer_type,
        status: c.status,
        contact: c.contact,
        phone: c.phone,
        email: c.email,
        address: c.address,
        remark: c.remark,
        timezone: c.timezone,
        defaultLat: c.default_lat,
        defaultLon: c.default_lon,
        addressAnalysis: c.address_analysis,
        superiorMayWatch: c.superior_may_watch,
        modules: c.modules,
        createTime: c.created_at.toISOString(),
      };
    },

    'customer.module': async ({ input, principal, trx }) => (await namedCustomer(trx, principal, input.customerId)).modules,

    'label.list': async ({ input, principal, trx }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const rows = await listLabels(trx, path, input.labelName);
      return rows.map((r) => ({
        id: r.id,
        labelName: r.name,
        customerId: r.customer_id,
        customerName: r.customer_name,
        deviceCount: r.device_count,
      }));
    },
  });
