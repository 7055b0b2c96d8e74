import type { CustomerNode } from '@sightline/contract';
import { customerLineage, customersByName, customerTreeLevel, listLabels } from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { onlineSinceMs, type OnlineCounts } from '../devices/online.service.ts';
import { lineageText, namesAlong } from './customer-names.ts';
import { namedCustomer, namedCustomerPath } from './customer.service.ts';

const SEARCH_LIMIT = 50;

/** Customers and their labels. */
export const customerHandlers = (online: OnlineCounts) =>
  defineHandlers({
    'customer.tree': async ({ input, principal, trx, context }): Promise<CustomerNode[]> => {
      const self = input.customerId === undefined;
      const path = await namedCustomerPath(trx, principal, input.customerId);
      // Who is held to customers or devices gets the numbers of what he sees: counted one by one.
      const kept = principal.limits === 'none';
      const rows = await customerTreeLevel(trx, {
        path,
        self,
        counts: input.queryCount === 0 ? 'none' : kept ? 'kept' : 'counted',
        deviceBasicType: input.deviceBasicType,
        onlineSinceMs: onlineSinceMs(context),
      });
      const names = await namesAlong(
        trx,
        principal,
        rows.map((r) => r.path),
      );
      return rows.map((r) => ({
        id: r.id,
        customerId: r.id,
        customerName: r.name,
        ...lineageText(principal, r.path, names),
        leaf: r.leaf ? 1 : 0,
        currentCustomerTotalCount: r.own_count,
        totalCount: r.total_count,
        onlineCount: kept && input.queryCount === 1 ? online.online(r.path, input.deviceBasicType) : r.online_count,
        customerType: r.customer_type,
      }));
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
      return rows.map((r) => ({ id: r.id, labelName: r.name, customerId: r.customer_id, deviceCount: r.device_count }));
    },
  });
