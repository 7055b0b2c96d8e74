import { apiError, VIDEO_HISTORY_LIMITS } from '@sightline/contract';
import { deleteClipTasks, findClipTask, insertClipTask, pageClipTasks, stepClipTask } from '@sightline/db';
import { namedCustomerPath } from '../customers/customer.service.ts';
import type { Files } from '../files/file.service.ts';
import { defineHandlers } from '../handlers.ts';
import { removeMediaFiles } from '../media-files/media-file.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { clipStatesOf, clipTicket, clipView } from './clip.service.ts';
import { requireOnline } from './video-answers.ts';
import { watchableDevice } from './video-access.service.ts';
import { recordedSpan } from './video-history.handlers.ts';
import type { Video } from './video.handlers.ts';

const { clipMinMs, clipMaxMs, clipAgainS, clipsPerUser } = VIDEO_HISTORY_LIMITS;
const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Clips that are taken from recordings. */
export const clipHandlers = ({ clips }: Video, files: Files) =>
  defineHandlers({
    'video.history.upload': async ({ input, context, principal, trx, audit, afterCommit }) => {
      const { deviceId, channelId } = input;
      const { fromMs, toMs } = recordedSpan(input);
      const device = await watchableDevice(trx, principal, input);
      if (toMs - fromMs < clipMinMs || toMs - fromMs > clipMaxMs)
        throw apiError('invalidParameters', [{ path: 'endTime', message: '5 seconds to 10 minutes after startTime' }]);
      requireOnline(context, device);
      audit({ channelId, startTime: input.startTime, endTime: input.endTime, way: input.way });
      const { userId, account } = principal;
      const wanted = { device, channel: channelId, from: new Date(fromMs), to: new Date(toMs), userId, account };
      const added = await insertClipTask(context.database.system, wanted, { againAfterS: clipAgainS, unfinishedPerUser: clipsPerUser });
      if (added === 'repeated') throw apiError('duplicateRequest');
      if (added === 'tooMany') throw apiError('queueBusy', { unfinished: clipsPerUser });
      const work = { deviceId, channel: channelId, fromMs, toMs };
      afterCommit(() => clips.add({ ...work, id: added.id, way: input.way, ticket: clipTicket(userId, work) }));
      return { id: added.id };
    },

    'video.history.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageClipTasks(trx, {
        path: await namedCustomerPath(trx, principal, input.customerId),
        ids: input.clipIds,
        deviceIds: input.deviceIds,
        states: clipStatesOf(input.status),
        from: dateOf(input.start),
        to: dateOf(input.end),
        fileFrom: dateOf(input.fileStartTime),
        fileTo: dateOf(input.fileEndTime),
        ...limitOf(input),
      });
      return pageOfRows(input, await Promise.all(rows.map((row) => clipView(files, principal, row))), total);
    },

    'video.history.upload.stop': async ({ input, context, trx, afterCommit }) => {
      const clip = await findClipTask(trx, input.clipId);
      if (!clip) throw apiError('dataNotFound', { clipId: input.clipId });
      await stepClipTask(context.database.system, clip.id, {
        state: 'stopped',
        takenMs: clip.taken_ms,
        takenBytes: clip.taken_bytes,
        failure: 'stopped',
      });
      afterCommit(() => context.bus.publish('clip.stop', { clipId: clip.id }));
      return null;
    },

    'video.history.delete': async ({ input, context, trx, audit, afterCommit }) => {
      const gone = await deleteClipTasks(trx, input.clipIds);
      if (gone.length === 0 && input.clipIds.length > 0) throw apiError('dataNotFound');
      const fileIds = gone.flatMap(({ media_file_id }) => media_file_id ?? []);
      await removeMediaFiles({ context, files }, trx, fileIds, afterCommit);
      afterCommit(() => gone.forEach(({ id }) => context.bus.publish('clip.stop', { clipId: id })));
      audit({ count: gone.length });
      return { count: gone.length };
    },
  });
