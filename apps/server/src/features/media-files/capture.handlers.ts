import { apiError, CAPTURE_LIMITS } from '@sightline/contract';
import { beginCameraLook, pageMediaFiles, type MediaFileRow, type ScopedTransaction } from '@sightline/db';
import { MEDIA_SOURCES, type MediaSource } from '@sightline/domain';
import { namedCustomerPath } from '../customers/customer.service.ts';
import type { DeviceRequests } from '../devices/device-requests.service.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { startJob } from '../jobs/job.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { scopeOf, type Principal } from '../principal.ts';
import { captureArchiveJob } from './capture-archive.jobs.ts';
import { capturedImage, capturingDevice, takePictures } from './capture.service.ts';
import { mediaViewer, removeMediaFiles } from './media-file.service.ts';

/** Files that a call names, in no order. @throws 9002 when one of them cannot be seen, or none is named. */
async function namedMedia(trx: ScopedTransaction, principal: Principal, ids: readonly string[], max: number): Promise<MediaFileRow[]> {
  if (ids.length > max) throw apiError('invalidParameters', [{ path: 'ids', message: `at most ${max}` }]);
  const { rows } = await pageMediaFiles(trx, { viewer: mediaViewer(principal), ids, limit: ids.length, offset: 0 });
  if (rows.length < ids.length || ids.length === 0) throw apiError('dataNotFound');
  return rows;
}

/** Who may delete files of a source, beside the right to delete pictures. */
const mayDelete = (principal: Principal, source: MediaSource): boolean =>
  source === 'alarm' ? principal.permissions.has('5103:delete') : source !== 'clip' || principal.permissions.has('5102:delete');

/** Most files that one call deletes. */
const MAX_DELETED = 5000;

/** Pictures that devices take, and those that they have taken. */
export const captureHandlers = (files: Files, requests: DeviceRequests) =>
  defineHandlers({
    'device.capture': detached(async ({ input, context, principal, remote, audit }) => {
      const device = await context.database.scoped(scopeOf(principal), (trx) => capturingDevice(context, trx, principal, input));
      const count = await takePictures(requests, input);
      audit({ channelId: input.channelId, count });
      await beginCameraLook(context.database.system, {
        nonce: null,
        device,
        channel: input.channelId,
        kind: 'picture',
        stream: 0,
        userId: principal.userId,
        account: principal.account,
        fromAbove: device.customer_id !== principal.customerId,
        remote,
      });
      return { count };
    }),

    'device.capture.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageMediaFiles(trx, {
        viewer: mediaViewer(principal),
        path: await namedCustomerPath(trx, principal, input.customerId),
        kinds: ['picture'],
        deviceIds: input.deviceIds,
        channel: input.channelId,
        deviceIdOrName: input.deviceIdOrName,
        sources: input.sources && MEDIA_SOURCES.filter((source) => input.sources!.includes(source)),
        from: input.start === undefined ? undefined : new Date(input.start),
        to: input.end === undefined ? undefined : new Date(input.end),
        ...limitOf(input),
      });
      return pageOfRows(input, await Promise.all(rows.map((row) => capturedImage(files, principal, row))), total);
    },

    'device.capture.delete': async ({ input, context, principal, trx, audit, afterCommit }) => {
      const named = await namedMedia(trx, principal, input.ids, MAX_DELETED);
      // Evidence and clips are looked after elsewhere, by others.
      if (named.some(({ source }) => !mayDelete(principal, source))) throw apiError('noPermission');
      audit({ count: named.length, devices: [...new Set(named.map((f) => f.device_id))].slice(0, 20) });
      const parts = { context, files };
      return { count: await removeMediaFiles(parts, trx, input.ids, afterCommit) };
    },

    'device.capture.download': async ({ input, principal, trx, language, audit }) => {
      const named = await namedMedia(trx, principal, input.ids, CAPTURE_LIMITS.archiveFiles);
      const octets = named.reduce((sum, f) => sum + Number(f.size_bytes), 0);
      if (octets > CAPTURE_LIMITS.archiveBytes) throw apiError('fileTooLarge', { maxBytes: CAPTURE_LIMITS.archiveBytes });
      audit({ count: named.length, octets });
      return await startJob(trx, captureArchiveJob, { ids: input.ids.join(',') }, { principal, language });
    },
  });
