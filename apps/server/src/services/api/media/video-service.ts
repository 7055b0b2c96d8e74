import type { Server } from 'node:http';
import { addTrafficOfDevices, platformSecret, watchedStreams } from '@sightline/db';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../context.ts';
import { SignInThrottle } from '../../../features/auth/sign-in-throttle.ts';
import type { Sessions } from '../../../features/auth/sessions.service.ts';
import { DeviceRequests } from '../../../features/devices/device-requests.service.ts';
import type { MediaTransport } from '../../../features/video/media-address.ts';
import type { Files } from '../../../features/files/file.service.ts';
import { CameraTurning } from '../../../features/video/camera-turning.service.ts';
import { MediaNodes, publishedName, type MediaNodeTimes } from '../../../features/video/media-nodes.service.ts';
import { RecordingControl } from '../../../features/video/recording-control.service.ts';
import { RTMP_THROTTLE, RtmpKeys } from '../../../features/video/rtmp-admission.service.ts';
import { CameraControl } from '../../../features/video/stream-control.service.ts';
import { VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Video } from '../../../features/video/video.handlers.ts';
import { VideoTickets } from '../../../features/video/video-tickets.ts';
import { deviceClockById } from '../../../features/devices/device-clock.service.ts';
import { newKey } from '../../../files/key-file.ts';
import { SigningKey } from '../../../files/signing-key.ts';
import type { ConverterProgram } from '../../media/ffmpeg.ts';
import type { MediaLimits } from '../../media/limits.ts';
import { rtmpServer } from '../../media/rtmp-server-address.ts';
import type { RtmpOptions } from '../../media/start-rtmp.ts';
import { cameraAddress, startMedia, type MediaService } from '../../media/start-media.ts';
import type { StreamHub } from '../../media/stream-hub.ts';
import type { FtpLimits } from '../../ftp/limits.ts';
import { startFtp, type FtpService } from '../../ftp/start-ftp.ts';
import { ClipUploads, type UploadLimits } from './clip-upload.ts';
import { Clips, type ClipLimits } from './clips.ts';
import { registerFlvRoute } from './flv-route.ts';
import { startMediaSockets } from './media-sockets.ts';
import { Watches, type WatchLimits } from './watches.ts';

export interface VideoOptions {
  readonly media?: Partial<MediaLimits>;
  readonly watch?: Partial<WatchLimits>;
  readonly clips?: Partial<ClipLimits>;
  readonly rtmp?: Omit<RtmpOptions, 'admission'>;
  readonly ftp?: Partial<FtpLimits>;
  readonly uploads?: Partial<UploadLimits>;
  readonly nodes?: Partial<MediaNodeTimes>;
  /** False: others take clips; their files are not kept on the disk of this process. */
  readonly takesClips?: boolean;
  /** Instead of ffmpeg. */
  readonly convert?: ConverterProgram;
  /** How long a device may take to answer. */
  readonly answerMs?: number;
  /** How long processes may take to say that they have a device's connection. */
  readonly takenWithinMs?: number;
}

/** What another process has not said anything of for so long is not its any more, seconds. */
const ADOPT_S = 60;

export type StreamInfo = ReturnType<StreamHub['list']>[number];

export interface VideoParts {
  /** What the calls need. */
  readonly calls: Video;
  readonly nodes: MediaNodes;
  registerRoutes(app: FastifyInstance): void;
  /** Opens the ports of the cameras and the media socket. Resolves with the port. @throws when it is taken. */
  start(httpServer: Server): Promise<number>;
  /** Tells the other processes of this one. */
  announce(): Promise<void>;
  /** Streams that run or have not ended. */
  streams(): readonly StreamInfo[];
  stop(): Promise<void>;
}

/** Video of this process: cameras come in at the media port, viewers at that of the API. */
export function openVideo(context: AppContext, sessions: Sessions, files: Files, options: VideoOptions = {}): VideoParts {
  const { config } = context;
  const logger = context.logger.child({ service: 'video' });
  // The embedded database is this process's alone, and so are the connections of the devices then.
  const alone = config.databaseUrl === '';
  const requests = new DeviceRequests(context.bus, alone, options.takenWithinMs);
  let media: MediaService | null = null;
  let watches: Watches | null = null;
  let ftp: FtpService | null = null;
  const transport = config.mediaTransport as MediaTransport;
  const playback = () => ({ ...cameraAddress(config, media?.playbackPort ?? config.portPlayback, 'playback'), transport });
  const recordings = new RecordingControl(requests, playback, (id) => deviceClockById(context.database, id), options.answerMs);
  const live = () => ({ ...cameraAddress(config, media?.port ?? config.portMedia), transport });
  const nodes = new MediaNodes(context, options.nodes);
  /** A camera knows one "close" for a channel: it is not said while another node shows it. */
  const isShownElsewhere = async (deviceId: string, channel: number): Promise<boolean> =>
    nodes.others().length > 0 && (await watchedStreams(context.database.system, deviceId, channel)).some(({ node }) => nodes.isOther(node));
  const turning = new CameraTurning(requests, options.answerMs);
  const cameras = new CameraControl(requests, live, recordings, { answerMs: options.answerMs, isShownElsewhere });
  // In the database, and not in a file: the processes that carry video need not share a disk.
  const tickets = new VideoTickets(new SigningKey(() => platformSecret(context.database.system, 'video-tickets', newKey)));
  const gate = new VideoGate(context, sessions, tickets, nodes);
  const uploads = new ClipUploads(
    context,
    gate,
    () => watches!,
    () => ftp!,
    recordings,
    files,
    options.uploads,
  );
  const clips = new Clips(context, gate, () => watches!, files, uploads, options.clips);
  const rtmp = {
    server: () => (media === null || media.rtmpPort === null ? null : rtmpServer(config, media.rtmpPort)),
    streams: () => media?.rtmp ?? null,
  };
  const stops: (() => Promise<void>)[] = [() => Promise.resolve(requests.close()), () => Promise.resolve(turning.close())];

  return {
    calls: { tickets, cameras, recordings, turning, clips, rtmp, nodes, converts: () => media?.converts === true },
    nodes,
    registerRoutes: (app) => registerFlvRoute(app, gate, () => watches!),
    start: async (httpServer) => {
      const admission = new RtmpKeys(context.database, logger, new SignInThrottle(RTMP_THROTTLE));
      const traffic = (counts: Parameters<typeof addTrafficOfDevices>[1]) => addTrafficOfDevices(context.database, counts);
      media = await startMedia(context, cameras, traffic, { ...options.rtmp, admission }, options.media, options.convert);
      stops.push(() => media!.stop());
      watches = new Watches(context, gate, media.hub, options.watch, media.converter);
      stops.push(() => watches!.stop());
      if (options.takesClips !== false) {
        ftp = await startFtp(context, (counts) => addTrafficOfDevices(context.database, counts), options.ftp);
        stops.push(() => ftp!.stop());
        await clips.adopt(alone ? 0 : ADOPT_S);
      }
      stops.push(() => clips.stop());
      const sockets = startMediaSockets(httpServer, gate, watches, logger, config.trustProxy);
      stops.push(() => sockets.stop());
      return media.port;
    },
    announce: async () => {
      const { host, port } = live();
      const load = () => ({
        streams: media?.hub.list().length ?? 0,
        viewers: watches?.size ?? 0,
        publishing: (media?.rtmp?.all() ?? []).map(({ deviceId, channel }) => publishedName(deviceId, channel)),
      });
      stops.push(() => nodes.stop());
      await nodes.start({ device: { host, port, playbackPort: playback().port }, load });
    },
    streams: () => media?.hub.list() ?? [],
    stop: async () => {
      for (const stop of stops.splice(0).reverse()) await stop();
    },
  };
}
