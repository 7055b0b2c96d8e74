import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Config, Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { PartialFiles } from '../attachments/partial-files.ts';
import { MediaMeter, type TrafficOfDevices } from '../media/media-meter.ts';
import { cameraAddress } from '../media/start-media.ts';
import { AddressGuard } from './address-guard.ts';
import { FtpListener } from './ftp-listener.ts';
import { FTP_LIMITS, type FtpLimits } from './limits.ts';
import { passiveRangeOf } from './passive-ports.ts';
import { UploadAccounts } from './upload-account.ts';

export interface FtpService extends Service {
  readonly accounts: UploadAccounts;
  /** The port that is open (the configuration may ask for any free one). */
  readonly port: number;
  /** Where devices are told to bring their files. */
  readonly address: { readonly host: string; readonly port: number };
}

/** Opens the port that devices bring their recordings to (FTP, RFC 959). Without an account nobody gets further than its greeting. @throws when it is taken. */
export async function startFtp(
  { config, logger: parent }: Pick<AppContext, 'config' | 'logger'>,
  traffic: TrafficOfDevices,
  limits: Partial<FtpLimits> = {},
): Promise<FtpService> {
  const logger = parent.child({ service: 'ftp' });
  const all = { ...FTP_LIMITS, ...limits };
  const meter = new MediaMeter(traffic, logger);
  // Processes that share the data folder have folders of their own. What is in one belongs to an account and goes with that, not by its age.
  const folder = path.resolve(config.data, 'ftp', `${hostname()}-${config.portFtp}`);
  const partials = new PartialFiles(folder, { maxPartials: all.maxFiles, partialMs: Number.POSITIVE_INFINITY });
  const accounts = new UploadAccounts(partials, (deviceId, bytes) => meter.add(deviceId, bytes));
  const told = config.ftpAddress.split(':')[0] || config.mediaAddress.split(':')[0];
  const listener = new FtpListener({
    accounts,
    guard: new AddressGuard(all),
    limits: all,
    logger,
    listenHost: config.host || '0.0.0.0',
    passivePorts: passiveRangeOf(config.ftpPassivePorts),
    publicAddress: () => (!told ? Promise.resolve(null) : addressOf(told)),
  });
  const port = await listener.listen(config.portFtp).catch(async (error: unknown) => {
    await meter.stop();
    throw error;
  });
  logger.info({ port }, 'listens for recordings');
  return {
    name: 'ftp',
    accounts,
    port,
    address: ftpAddress(config, port),
    stop: async () => {
      await listener.stop();
      await accounts.clear();
      await partials.clear();
      await meter.stop();
    },
  };
}

/** The IPv4 address of a name; null while it has none. */
async function addressOf(host: string): Promise<string | null> {
  return await lookup(host, { family: 4 }).then(
    ({ address }) => address,
    () => null,
  );
}

/** As configured, else the host that cameras are told, with this port. */
function ftpAddress(config: Config, listeningPort: number): { host: string; port: number } {
  const [host, port] = config.ftpAddress.split(':');
  if (host !== undefined && host !== '') return { host, port: port === undefined ? listeningPort : Number(port) };
  return { host: cameraAddress(config, listeningPort).host, port: listeningPort };
}
