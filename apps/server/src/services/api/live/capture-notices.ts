import type { CapturedImage } from '@sightline/contract';
import { mediaFileForNotice } from '@sightline/db';
import { isWithin, MEDIA_PERMISSIONS, type MediaSource } from '@sightline/domain';
import type { AppContext } from '../../../context.ts';
import type { Files } from '../../../features/files/file.service.ts';
import { capturedImage } from '../../../features/media-files/capture.service.ts';
import type { Principal } from '../../../features/principal.ts';

/** What a camera takes by itself or because somebody asked; files of alarms are told with the alarm, clips with their task. */
const TOLD: readonly MediaSource[] = ['capture', 'timed', 'driving'];

/**
 * Tells the browsers of those who may see it that a camera has sent a picture, whichever process has kept it. `listeners`: who could be
 * told. The returned function ends it.
 */
export function startCaptureNotices<C extends { readonly principal: Principal }>(
  context: AppContext,
  files: Files,
  listeners: () => readonly C[],
  tell: (listener: C, image: CapturedImage) => void,
): () => Promise<void> {
  const logger = context.logger.child({ service: 'capture-notices' });
  const tellAll = async (fileId: string): Promise<void> => {
    if (listeners().length === 0) return;
    const file = await mediaFileForNotice(context.database.system, fileId);
    if (!file || !TOLD.includes(file.source)) return;
    for (const listener of listeners()) {
      const { principal } = listener;
      // The same questions that row-level security and the gallery answer for rows.
      const seen =
        isWithin(principal.customerPath, file.customer_path) &&
        (principal.customerPaths === null || principal.customerPaths.some((path) => isWithin(path, file.customer_path))) &&
        (principal.deviceKeys === null || principal.deviceKeys.has(Number(file.device_key)));
      const shown = (file.customer_id === principal.customerId || file.superior_may_watch) && (!file.locked || principal.platform);
      if (!seen || !shown || !MEDIA_PERMISSIONS[file.source].some((id) => principal.permissions.has(id))) continue;
      tell(listener, await capturedImage(files, principal, file));
    }
  };
  let telling: Promise<void> = Promise.resolve();
  const unsubscribe = context.bus.subscribe('media.added', ({ fileId }) => {
    telling = telling
      .then(() => tellAll(fileId))
      .catch((error: unknown) => logger.error({ err: error }, 'a picture could not be told of; the gallery has it'));
  });
  return async () => {
    unsubscribe();
    await telling;
  };
}
