import type { AppContext } from '../../context.ts';
import type { MediaLimits } from './limits.ts';
import type { RtmpAdmission } from './rtmp-connection.ts';
import { RTMP_LISTENER_LIMITS, RtmpListener, type RtmpListenerLimits } from './rtmp-listener.ts';
import type { RtmpStreams } from './rtmp-streams.ts';

export interface RtmpOptions {
  readonly admission: RtmpAdmission;
  readonly limits?: Partial<RtmpListenerLimits>;
  /** Instead of the configured one, and 0 for any free one. */
  readonly port?: number;
}

export interface RtmpService {
  /** Null: it is switched off, or was taken. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/**
 * Opens the port of cameras that speak RTMP. It is a well-known one that another program may have: then everything else goes on and the log
 * says so.
 */
export async function startRtmp(
  { config, logger: parent, bus }: Omit<AppContext, 'database'>,
  streams: RtmpStreams,
  mediaLimits: MediaLimits,
  received: (deviceId: string, bytes: number) => void,
  { admission, limits, port }: RtmpOptions,
): Promise<RtmpService> {
  if (port === undefined && config.portRtmp === 0) return { port: null, stop: () => Promise.resolve() };
  const logger = parent.child({ service: 'rtmp' });
  const listener = new RtmpListener({ streams, admission, limits: mediaLimits, logger, received }, { ...RTMP_LISTENER_LIMITS, ...limits });
  const wanted = port ?? config.portRtmp;
  const opened = await listener.listen(wanted, config.host || '0.0.0.0').catch((error: unknown) => {
    logger.error({ err: error, port: wanted }, 'the port of RTMP cannot be opened: cameras that publish by themselves are not taken');
    return null;
  });
  const unsubscribe = bus.subscribe('rtmp.keyChanged', ({ deviceId }) => streams.closeDevice(deviceId, 'key changed'));
  if (opened !== null) logger.info({ port: opened }, 'listens for cameras that publish');
  return {
    port: opened,
    stop: async () => {
      unsubscribe();
      await listener.stop();
    },
  };
}
