import { apiError, MEDIA_ROUTES, VIDEO_LIMITS, type CameraLook } from '@sightline/contract';
import { pageCameraLooks, watchedStreams, type CameraLookRow, type ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { tokenHash } from '../auth/sessions.service.ts';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers, detached, type DetachedCall } from '../handlers.ts';
import { scopeOf, type Principal } from '../principal.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import type { ClipTaker } from './clip.service.ts';
import type { CameraTurning } from './camera-turning.service.ts';
import type { RecordingControl } from './recording-control.service.ts';
import type { RtmpDirectory } from './rtmp.handlers.ts';
import type { CameraControl } from './stream-control.service.ts';
import type { MediaNode } from './choose-node.ts';
import type { MediaNodes } from './media-nodes.service.ts';
import { answerError, nodeOptions, nodeState, requireOnline } from './video-answers.ts';
import { watchableDevice } from './video-access.service.ts';
import type { VideoTicket, VideoTickets } from './video-tickets.ts';

const HOUR_MS = 3_600_000;
export interface Video {
  readonly tickets: VideoTickets;
  readonly cameras: CameraControl;
  readonly recordings: RecordingControl;
  readonly turning: CameraTurning;
  readonly clips: ClipTaker;
  readonly rtmp: RtmpDirectory;
  readonly nodes: MediaNodes;
  /** Whether H.265 is converted here. */
  readonly converts: () => boolean;
}

interface Camera {
  readonly deviceId: string;
  readonly channelId: number;
}

/** Where a device may be watched that is on line. @throws 20001, and what {@link watchableDevice} refuses with. */
async function checkCamera(context: AppContext, trx: ScopedTransaction, principal: Principal, camera: Camera): Promise<void> {
  requireOnline(context, await watchableDevice(trx, principal, camera));
}

/** Likewise; a channel that is published needs nothing else of its device. */
async function checkLive(
  nodes: MediaNodes,
  context: AppContext,
  trx: ScopedTransaction,
  principal: Principal,
  camera: Camera,
): Promise<void> {
  const device = await watchableDevice(trx, principal, camera);
  if (nodes.publisherOf(camera.deviceId, camera.channelId) === null) requireOnline(context, device);
}

const cameraLook = (r: CameraLookRow): CameraLook => ({
  id: r.id,
  deviceId: r.device_id,
  deviceName: r.device_name,
  customerName: r.customer_name,
  channelId: r.channel,
  kind: r.kind,
  bitstreamType: r.stream,
  account: r.account,
  fromAbove: r.from_above,
  startTime: isoTime(r.from_at),
  endTime: isoTime(r.until_at),
  octets: r.octets,
  ended: r.ended as CameraLook['ended'],
  nodeValue: r.node,
});

/** Live video of cameras, and who looked. */
export const videoHandlers = ({ tickets, cameras, nodes, converts }: Video) => {
  const issue = async (
    principal: Principal,
    camera: Camera & { readonly bitstreamType: 0 | 1 },
    node: MediaNode,
    ticket: Pick<VideoTicket, 'use' | 'session' | 'expiresAtMs'>,
  ): Promise<string> =>
    await tickets.issue({
      ...ticket,
      userId: principal.userId,
      deviceId: camera.deviceId,
      channel: camera.channelId,
      stream: camera.bitstreamType,
      node: node.name,
      issuedAtMs: Date.now(),
    });

  /** What a camera publishes is where it publishes; else who names no node goes where the stream runs already. */
  const choose = (
    principal: Principal,
    trx: ScopedTransaction,
    camera: Camera & { readonly bitstreamType: number; readonly nodeValue?: string | undefined },
  ) =>
    nodes.choose(principal, 'live', nodes.publisherOf(camera.deviceId, camera.channelId) ?? camera.nodeValue, async () =>
      (await watchedStreams(trx, camera.deviceId, camera.channelId))
        .filter(({ stream }) => stream === camera.bitstreamType)
        .map(({ node }) => node),
    );

  const switchStream = detached<'video.live.control' | 'video.live.switch'>(async (call) => {
    const { deviceId, channelId, bitstreamType } = call.input;
    await inScope(call, (trx) => checkCamera(call.context, trx, call.principal, call.input));
    const agreed = await cameras.switchStream(deviceId, channelId, bitstreamType).catch((error: unknown) => {
      throw answerError(error, deviceId);
    });
    if (!agreed) throw apiError('commandRefused', { deviceId });
    call.context.bus.publish('stream.switched', { deviceId, channel: channelId, stream: bitstreamType });
    call.audit({ channelId, bitstreamType });
    return null;
  });

  return defineHandlers({
    'video.live': async ({ input, context, principal, trx, token, audit }) => {
      await checkLive(nodes, context, trx, principal, input);
      const node = await choose(principal, trx, input);
      // What another node does is seen there.
      if (input.codec === 'h264' && node.name === nodes.own && !converts()) throw apiError('notImplemented', { codec: input.codec });
      audit({ channelId: input.channelId, bitstreamType: input.bitstreamType, nodeValue: node.name });
      const session = token === null ? null : tokenHash(token).toString('base64url');
      const expiresAtMs = Date.now() + VIDEO_LIMITS.ticketS * 1000;
      const ticket = await issue(principal, input, node, { use: 'live', session, expiresAtMs });
      return `${nodes.address(node, MEDIA_ROUTES.live, ticket)}${input.codec === 'h264' ? '&codec=h264' : ''}`;
    },

    'video.live.address': async ({ input, principal, trx, audit }) => {
      await watchableDevice(trx, principal, input);
      const node = await choose(principal, trx, input);
      const expiresAtMs = Date.now() + input.validHours * HOUR_MS;
      audit({ channelId: input.channelId, bitstreamType: input.bitstreamType, validHours: input.validHours });
      const ticket = await issue(principal, input, node, { use: 'flv', session: null, expiresAtMs });
      return { url: nodes.address(node, MEDIA_ROUTES.flv, ticket, 'http'), expirationTime: isoTime(expiresAtMs) };
    },

    'video.live.control': switchStream,
    'video.live.switch': switchStream,

    'video.look.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageCameraLooks(trx, {
        path: await namedCustomerPath(trx, principal, input.customerId),
        deviceIds: input.deviceIds,
        account: input.account,
        from: input.start === undefined ? undefined : new Date(input.start),
        to: input.end === undefined ? undefined : new Date(input.end),
        ...limitOf(input),
      });
      return pageOfRows(input, rows.map(cameraLook), total);
    },

    'video.nodes': ({ principal }) => Promise.resolve(nodeOptions(nodes, principal, 'live')),

    'video.node.list': ({ principal }) =>
      Promise.resolve(nodes.all().map((node) => nodeState(node, node.name === nodes.own, principal.platform))),
  });
};

const inScope = async <T>(
  call: Pick<DetachedCall<'video.live.control'>, 'context' | 'principal'>,
  work: (trx: ScopedTransaction) => Promise<T>,
) => await call.context.database.scoped(scopeOf(call.principal), work);
