import { apiError } from '@sightline/contract';
import { defineHandlers, detached, type DetachedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import type { CameraTurning } from './camera-turning.service.ts';
import { answerError, requireOnline } from './video-answers.ts';
import { watchableDevice } from './video-access.service.ts';

/** @throws 20001 and what {@link watchableDevice} refuses with. */
const checkCamera = ({ context, principal, input }: DetachedCall<'video.ptz' | 'video.ptz.info'>): Promise<void> =>
  context.database.scoped(scopeOf(principal), async (trx) => requireOnline(context, await watchableDevice(trx, principal, input)));

/** Cameras that turn. */
export const ptzHandlers = (turning: CameraTurning) =>
  defineHandlers({
    'video.ptz': detached<'video.ptz'>(async (call) => {
      await checkCamera(call);
      const { deviceId, channelId, action, speed } = call.input;
      const agreed = await turning.turn(deviceId, channelId, action, speed).catch((error: unknown) => {
        throw answerError(error, deviceId);
      });
      if (!agreed) throw apiError('commandRefused', { deviceId });
      call.audit({ channelId, action });
      return null;
    }),

    'video.ptz.info': detached<'video.ptz.info'>(async (call) => {
      await checkCamera(call);
      const { deviceId, channelId } = call.input;
      const supported = await turning.canTurn(deviceId, channelId).catch((error: unknown) => {
        throw answerError(error, deviceId);
      });
      return { supported };
    }),
  });
