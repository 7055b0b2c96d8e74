import { networkInterfaces } from 'node:os';
import type { Config, Logger, Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { Converter } from './converter.ts';
import { ffmpegConverter, whyNoFfmpeg, type ConverterProgram } from './ffmpeg.ts';
import { MediaMeter, type TrafficOfDevices } from './media-meter.ts';
import { MediaListener } from './media-listener.ts';
import type { MediaLimits } from './limits.ts';
import type { StreamControl } from './ports.ts';
import { RtmpStreams } from './rtmp-streams.ts';
import { startRtmp, type RtmpOptions } from './start-rtmp.ts';
import { StreamHub } from './stream-hub.ts';

export interface MediaService extends Service {
  readonly hub: StreamHub;
  /** The port that cameras send to (the configuration may ask for any free one). */
  readonly port: number;
  /** The one that they send recordings to. */
  readonly playbackPort: number;
  /** What cameras publish by themselves, and the port for it; null: none is open. */
  readonly rtmp: RtmpStreams;
  readonly rtmpPort: number | null;
  /** For viewers who cannot play H.265; whether it is more than words. */
  readonly converter: Converter;
  readonly converts: boolean;
}

/** Opens the ports of the cameras. Streams are asked for by who watches. @throws when one is taken. */
export async function startMedia(
  context: Omit<AppContext, 'database'>,
  control: StreamControl,
  traffic: TrafficOfDevices,
  rtmp: RtmpOptions,
  limits: Partial<MediaLimits> = {},
  /** Instead of ffmpeg. */
  convert?: ConverterProgram,
): Promise<MediaService> {
  const logger = context.logger.child({ service: 'media' });
  const meter = new MediaMeter(traffic, logger);
  const published = new RtmpStreams();
  const hub: StreamHub = new StreamHub(
    published.control(control, () => hub),
    {
      limits,
      onReceived: (deviceId, bytes) => meter.add(deviceId, bytes),
      onSent: (deviceId, bytes) => meter.add(deviceId, 0, bytes),
      onEnd: ({ deviceId, channel, stream }, failure) => logger.info({ deviceId, channel, stream, failure }, 'stream ended'),
    },
  );
  const listener = new MediaListener(hub, ['live', 'talk'], logger);
  const recordings = new MediaListener(hub, ['playback'], logger);
  const host = context.config.host || '0.0.0.0';
  const port = await listener.listen(context.config.portMedia, host);
  const playbackPort = await recordings.listen(context.config.portPlayback, host);
  const publishing = await startRtmp(context, published, hub.limits, (deviceId, bytes) => meter.add(deviceId, bytes), rtmp);
  const program = convert ?? (await converterProgram(context.config, logger));
  const converter = new Converter(hub, program.start, program.programs, logger);
  const unsubscribe = [
    context.bus.subscribe('stream.switched', ({ deviceId, channel, stream }) => hub.switched(deviceId, channel, stream)),
    context.bus.subscribe('playback.controlled', (change) => hub.playbackControlled(change)),
  ];
  logger.info({ port, playbackPort }, 'listens for cameras');
  return {
    name: 'media',
    hub,
    port,
    playbackPort,
    rtmp: published,
    rtmpPort: publishing.port,
    converter,
    converts: program.programs > 0,
    stop: async () => {
      for (const end of unsubscribe) end();
      await hub.stop();
      await listener.stop();
      await publishing.stop();
      await recordings.stop();
      await meter.stop();
    },
  };
}

/** How H.265 is converted; by no program where nobody wants it or there is none. */
async function converterProgram({ transcode, ffmpeg }: Config, logger: Logger): Promise<ConverterProgram> {
  const missing = transcode === 0 ? null : await whyNoFfmpeg(ffmpeg);
  if (missing !== null) logger.error({ ffmpeg, missing }, 'H.265 is not converted: the program for it cannot be used');
  return { start: ffmpegConverter(ffmpeg), programs: missing === null ? transcode : 0 };
}

/** Where cameras are told to connect to: as configured, else what this machine can know of itself. */
export function cameraAddress(config: Config, listeningPort: number, kind: 'live' | 'playback' = 'live'): { host: string; port: number } {
  const [host, livePort, playbackPort] = config.mediaAddress.split(':');
  const port = kind === 'live' ? livePort : playbackPort;
  if (host !== undefined && host !== '') return { host, port: port === undefined ? listeningPort : Number(port) };
  const listens = config.host;
  if (listens !== '' && listens !== '0.0.0.0' && !listens.includes(':')) return { host: listens, port: listeningPort };
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return { host: own.find((a) => a.family === 'IPv4' && !a.internal)?.address ?? '127.0.0.1', port: listeningPort };
}
