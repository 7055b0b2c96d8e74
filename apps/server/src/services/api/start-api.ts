import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import type { PositionStore } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import { constants } from 'node:zlib';
import type { AppContext } from '../../context.ts';
import { Passkeys } from '../../features/auth/passkey.service.ts';
import { SignInThrottle } from '../../features/auth/sign-in-throttle.ts';
import { Sessions } from '../../features/auth/sessions.service.ts';
import { openTwoFactorSecrets, TwoFactor } from '../../features/auth/two-factor.service.ts';
import { DeviceRequests } from '../../features/devices/device-requests.service.ts';
import { openFiles } from '../../features/files/file.service.ts';
import { openFtpSecrets } from '../../features/customers/ftp-secrets.ts';
import { openMailSecrets } from '../../features/mail/mail-secrets.ts';
import { Mailer } from '../../features/mail/mailer.service.ts';
import { CommandFeed } from '../../features/commands/command-feed.service.ts';
import { createAddressProvider } from '../../features/places/addresses.service.ts';
import { allHandlers } from './all-handlers.ts';
import { registerAvatarRoute } from './avatar-route.ts';
import { registerDocs } from './docs-page.ts';
import { registerFileRoutes } from './file-routes.ts';
import { registerMediaFileRoute } from './media-file-route.ts';
import { LiveDirectory } from './live/live-directory.ts';
import { startLiveSockets } from './live/live-sockets.ts';
import { openVideo, type StreamInfo, type VideoOptions } from './media/video-service.ts';
import { openHttpApp } from './http-app.ts';
import { registerOperations } from './operation-routes.ts';
import { registerSystemRoutes } from './system-routes.ts';
import { fingerprintOf, loadCertificate } from './tls/certificate.ts';
import { keepSecure } from './tls/secure-server.ts';
import { serveWebFiles } from './web-files.ts';

export interface ApiDependencies {
  readonly positions: PositionStore;
  /** Folder of the built client; null = API only. */
  readonly webRoot: string | null;
  /** For tests: another throttle than the default one. */
  readonly throttle?: SignInThrottle;
  /** For tests: other limits of video. */
  readonly video?: VideoOptions;
}

export interface ApiService extends Service {
  /** The port that it listens on (useful when 0 was asked for). */
  readonly port: number;
  /** The SHA-256 fingerprint of the certificate; null for plain http. */
  readonly fingerprint: string | null;
  /** The port of the cameras. */
  readonly mediaPort: number;
  /** Streams of cameras that run or have not ended. */
  streams(): readonly StreamInfo[];
}

/**
 * Starts the web pages, the API and the live socket on one port.
 *
 * @throws ConfigError for a certificate that cannot be used, Error when an operation has no handler or the port is taken.
 */
export async function startApi(context: AppContext, dependencies: ApiDependencies): Promise<ApiService> {
  const logger = context.logger.child({ service: 'api' });
  const certificate = await loadCertificate(context.config);
  const app = await openHttpApp(context, logger, certificate, () => video.nodes.origins());
  await app.register(rateLimit, { global: false });
  await app.register(compress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 5 },
  });

  const sessions = new Sessions(context.database, context.bus);
  const addresses = createAddressProvider(context);
  const files = openFiles(context.config);
  const mailSecrets = openMailSecrets(context.config);
  const mailer = new Mailer(context, mailSecrets, logger);
  const directory = new LiveDirectory(context.database, dependencies.positions, context.config.onlineTimeoutS * 1000);
  const commands = new CommandFeed(context.database, logger);
  await commands.start();
  const video = openVideo(context, sessions, files, dependencies.video);
  // The embedded database is this process's alone, and so are the connections of the devices then.
  const requests = new DeviceRequests(context.bus, context.config.databaseUrl === '');
  const handlers = allHandlers({
    sessions,
    throttle: dependencies.throttle ?? new SignInThrottle(),
    twoFactor: new TwoFactor(context.database, openTwoFactorSecrets(context.config)),
    passkeys: new Passkeys(context.database),
    positions: dependencies.positions,
    addresses,
    files,
    mailer,
    ftpSecrets: openFtpSecrets(context.config),
    mailSecrets,
    online: directory,
    commands,
    video: video.calls,
    requests,
  });
  registerOperations(app, context, sessions, handlers);
  registerFileRoutes(app, context, sessions, files);
  registerMediaFileRoute(app, context, sessions, files);
  registerAvatarRoute(app, context, sessions, files);
  video.registerRoutes(app);
  registerDocs(app);
  registerSystemRoutes(app, context);
  await serveWebFiles(app, dependencies.webRoot);

  await app.ready();
  const endSecure = certificate && keepSecure(app.server, certificate, context.config, logger);
  const live = await startLiveSockets(app.server, context, sessions, directory, commands, files);
  let mediaPort: number;
  try {
    mediaPort = await video.start(app.server);
    await video.announce();
    await app.listen({ host: context.config.host, port: context.config.port });
  } catch (error) {
    endSecure?.();
    await live.stop();
    await video.stop();
    await commands.stop();
    requests.close();
    sessions.close();
    await app.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  logger.info({ port }, 'web pages and API are ready');

  let stopping: Promise<void> | null = null;
  return {
    name: 'api',
    port,
    fingerprint: certificate && fingerprintOf(certificate),
    mediaPort,
    streams: () => video.streams(),
    stop: () =>
      (stopping ??= (async () => {
        endSecure?.();
        await live.stop();
        await video.stop();
        requests.close();
        sessions.close();
        await app.close();
        await mailer.close();
        await commands.stop();
      })()),
  };
}
