import type { AddressInfo } from 'node:net';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../../context.ts';
import { Sessions } from '../../../features/auth/sessions.service.ts';
import { openFiles } from '../../../features/files/file.service.ts';
import { openHttpApp } from '../http-app.ts';
import { registerSystemRoutes } from '../system-routes.ts';
import { loadCertificate } from '../tls/certificate.ts';
import { keepSecure } from '../tls/secure-server.ts';
import { openVideo, type StreamInfo, type VideoOptions } from './video-service.ts';

export interface MediaNodeService extends Service {
  /** The port that viewers connect to. */
  readonly port: number;
  /** The port of the cameras. */
  readonly mediaPort: number;
  /** Streams of cameras that run or have not ended. */
  streams(): readonly StreamInfo[];
}

/**
 * A process that carries video and nothing else: the ports of the cameras, and the sockets of those who have a ticket for it. Calls are another
 * process's business.
 *
 * @throws ConfigError for a certificate that cannot be used, Error when a port is taken.
 */
export async function startMediaNode(context: AppContext, options?: VideoOptions): Promise<MediaNodeService> {
  const logger = context.logger.child({ service: 'media node' });
  const certificate = await loadCertificate(context.config);
  const app = await openHttpApp(context, logger, certificate, () => []);
  const sessions = new Sessions(context.database, context.bus);
  const video = openVideo(context, sessions, openFiles(context.config), { ...options, takesClips: false });
  video.registerRoutes(app);
  registerSystemRoutes(app, context);
  await app.ready();
  const endSecure = certificate && keepSecure(app.server, certificate, context.config, logger);
  const stop = async (): Promise<void> => {
    endSecure?.();
    await video.stop();
    sessions.close();
    await app.close();
  };
  try {
    const mediaPort = await video.start(app.server);
    await video.announce();
    await app.listen({ host: context.config.host, port: context.config.port });
    const { port } = app.server.address() as AddressInfo;
    logger.info({ port, name: video.nodes.own }, 'media node is ready');
    let stopping: Promise<void> | null = null;
    return { name: 'media node', port, mediaPort, streams: () => video.streams(), stop: () => (stopping ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
