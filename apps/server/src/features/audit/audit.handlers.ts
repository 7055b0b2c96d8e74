import { pageAudit, pageUnknownDevices } from '@sightline/db';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { asGiven, startJob } from '../jobs/job.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { logEntry, logFilter } from './audit-view.ts';
import { logExportJob, logScope } from './log-export.jobs.ts';

/** Who did what; and who knocked without being known. */
export const auditHandlers = () =>
  defineHandlers({
    'log.page': async ({ input, principal, trx, language }) => {
      const { rows, total } = await pageAudit(trx, { userId: principal.userId, ...logFilter(input), ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => logEntry(language, r)),
        total,
      );
    },

    'log.page.customer': async ({ input, principal, trx, language }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const { rows, total } = await pageAudit(trx, { path, account: input.account, ...logFilter(input), ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => logEntry(language, r)),
        total,
      );
    },

    'report.export.log': async ({ input, principal, trx, language, audit }) => {
      // Who may not see the others, or whose customer is not there, is told at once.
      await logScope(trx, principal, input);
      audit({ format: input.format, columns: input.columns, onlyOwn: input.onlyOwn });
      return await startJob(trx, logExportJob, asGiven(input), { principal, language });
    },

    'device.unknown.page': async ({ input, trx }) => {
      const { rows, total } = await pageUnknownDevices(trx, { protocol: input.protocol, deviceId: input.deviceId, ...limitOf(input) });
      const records = rows.map((r) => ({
        protocol: r.protocol,
        deviceId: r.device_id,
        firstSeenTime: isoTime(r.first_seen_at),
        lastSeenTime: isoTime(r.last_seen_at),
        frames: Number(r.frames),
        remote: r.remote,
      }));
      return pageOfRows(input, records, total);
    },
  });
