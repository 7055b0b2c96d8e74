import { apiError, MEDIA_ROUTES, VIDEO_HISTORY_LIMITS, VIDEO_LIMITS, type CameraRecording } from '@sightline/contract';
import { recordingInUse, type ScopedTransaction, type WatchedDevice } from '@sightline/db';
import { PLAYBACK_CONTROLS, PLAYBACK_MODES, playbackSpeedOf } from '@sightline/domain';
import { tokenHash } from '../auth/sessions.service.ts';
import { defineHandlers, detached, type DetachedCall } from '../handlers.ts';
import { scopeOf } from '../principal.ts';
import { isoTime } from '../times.ts';
import { RecordingRefusedError, type StoredRecording } from './recording-control.service.ts';
import { answerError, nodeOptions, requireOnline } from './video-answers.ts';
import { playableDevice, watchableDevice } from './video-access.service.ts';
import type { Video } from './video.handlers.ts';

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
const BYTES_PER_MB = 1_000_000;
/** The main stream in the log of looks; cameras are asked for any. */
const MAIN = 0;

/** @throws 400 when it ends before it begins, 20012 when it reaches further back than cameras are asked for. */
export function recordedSpan(input: { readonly startTime: string; readonly endTime: string }): { fromMs: number; toMs: number } {
  const [fromMs, toMs] = [Date.parse(input.startTime), Date.parse(input.endTime)];
  if (toMs <= fromMs) throw apiError('invalidParameters', [{ path: 'endTime', message: 'after startTime' }]);
  // A day of the user's calendar may begin up to a day before that of the server.
  if (fromMs < Date.now() - (VIDEO_HISTORY_LIMITS.days + 1) * DAY_MS) throw apiError('last30DaysOnly');
  return { fromMs, toMs };
}

const recordingView = (device: Pick<WatchedDevice, 'id' | 'name'>, r: StoredRecording): CameraRecording => ({
  deviceId: device.id,
  deviceName: device.name,
  channelId: r.channel,
  startTime: isoTime(r.fromMs),
  endTime: isoTime(r.toMs),
  fileSize: Math.round((r.bytes / BYTES_PER_MB) * 100) / 100,
  alarm: /[^0]/.test(r.alarms),
  alarms: r.alarms,
  streamType: r.stream,
  storageType: r.storage,
});

/** Recordings on the storage of cameras. */
export const videoHistoryHandlers = ({ tickets, recordings, nodes }: Video) => {
  /** What a device says that it has of a channel (0: of all). */
  const listed = async (call: DetachedCall<'video.history.list'> | DetachedCall<'video.history.days'>, channelId: number) => {
    const { deviceId } = call.input;
    const span = recordedSpan(call.input);
    const device = await inScope(call, async (trx) => {
      const found = await watchableDevice(trx, call.principal, { deviceId, channelId });
      requireOnline(call.context, found);
      return found;
    });
    call.audit({ channelId });
    const found = await recordings.list(deviceId, channelId, span.fromMs, span.toMs).catch((error: unknown) => {
      throw error instanceof RecordingRefusedError ? apiError('commandRefused', { deviceId }) : answerError(error, deviceId);
    });
    return { ...span, device, found };
  };

  return defineHandlers({
    'video.history.list': detached(async (call) => {
      const { device, found } = await listed(call, call.input.channelId);
      return found
        .map((recording) => recordingView(device, recording))
        .filter(({ alarm }) => alarm || !call.input.alarmOnly)
        .sort((a, b) => a.channelId - b.channelId || a.startTime.localeCompare(b.startTime))
        .slice(0, VIDEO_HISTORY_LIMITS.maxRecordings);
    }),

    'video.history.days': detached(async (call) => {
      const { fromMs, toMs, found } = await listed(call, call.input.channelId);
      const quarters = new Set<number>();
      for (const recording of found) {
        const untilMs = Math.min(toMs, recording.toMs);
        for (let ms = Math.max(fromMs, recording.fromMs); ms < untilMs; ms += QUARTER_MS) quarters.add(Math.floor(ms / QUARTER_MS));
      }
      return { quarters: [...quarters].sort((a, b) => a - b) };
    }),

    'video.history.replay': async ({ input, context, principal, trx, token, audit }) => {
      const { deviceId, channelId } = input;
      const { fromMs, toMs } = recordedSpan(input);
      const { device, inUse } = await playableDevice(trx, principal, input);
      requireOnline(context, device);
      // A camera plays one recording of a channel: whoever begins anew does so where its own one before runs, which ends it first.
      const running = inUse && nodes.isOther(inUse.node) ? inUse.node : input.nodeValue;
      const node = await nodes.choose(principal, 'replay', running);
      audit({ channelId, startTime: input.startTime, endTime: input.endTime, nodeValue: node.name });
      const nowMs = Date.now();
      const ticket = await tickets.issue({
        use: 'replay',
        userId: principal.userId,
        session: token === null ? null : tokenHash(token).toString('base64url'),
        deviceId,
        channel: channelId,
        stream: MAIN,
        node: node.name,
        recording: { fromMs, toMs, mode: PLAYBACK_MODES[input.playbackType]!, speed: playbackSpeedOf(input.fastForwardOrBackward) },
        issuedAtMs: nowMs,
        expiresAtMs: nowMs + VIDEO_LIMITS.ticketS * 1000,
      });
      return nodes.address(node, MEDIA_ROUTES.replay, ticket);
    },

    'video.history.replaySet': detached(async (call) => {
      const { deviceId, channelId, playbackTime } = call.input;
      const control = PLAYBACK_CONTROLS[call.input.playbackControl]!;
      const positionMs = control === 'seek' && playbackTime !== undefined ? Date.parse(playbackTime) : null;
      if (control === 'seek' && positionMs === null) throw apiError('invalidParameters', [{ path: 'playbackTime', message: 'where to' }]);
      const inUse = await inScope(call, async (trx) => {
        const device = await watchableDevice(trx, call.principal, call.input);
        return await recordingInUse(trx, device.key, channelId);
      });
      if (!inUse) throw apiError('dataNotFound', { deviceId, channelId });
      if (inUse.kind === 'clip' || inUse.userId !== call.principal.userId) throw apiError('channelBusy', { deviceId });
      const speed = playbackSpeedOf(call.input.fastForwardOrBackward);
      const agreed = await recordings.control(deviceId, channelId, control, speed, positionMs).catch((error: unknown) => {
        throw answerError(error, deviceId);
      });
      if (!agreed) throw apiError('commandRefused', { deviceId });
      call.context.bus.publish('playback.controlled', { deviceId, channel: channelId, control, speed, positionMs });
      return null;
    }),

    'video.history.nodes': ({ principal }) => Promise.resolve(nodeOptions(nodes, principal, 'replay')),
  });
};

const inScope = async <T>(
  call: Pick<DetachedCall<'video.history.list'>, 'context' | 'principal'>,
  work: (trx: ScopedTransaction) => Promise<T>,
) => await call.context.database.scoped(scopeOf(call.principal), work);
