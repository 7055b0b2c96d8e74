import path from 'node:path';
import type { Config, Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { MediaMeter, type TrafficOfDevices } from '../media/media-meter.ts';
import { cameraAddress } from '../media/start-media.ts';
import { AttachmentListener } from './attachment-listener.ts';
import { ATTACHMENT_LIMITS, type AttachmentLimits } from './limits.ts';
import { PartialFiles } from './partial-files.ts';
import type { EvidenceDesk } from './ports.ts';

export interface AttachmentService extends Service {
  /** The port that is open (the configuration may ask for any free one). */
  readonly port: number;
  /** Where units are told to send to. */
  readonly address: { readonly host: string; readonly port: number };
}

/** Opens the port of the files of alarms. @throws when it is taken. */
export async function startAttachments(
  { config, logger: parent }: Pick<AppContext, 'config' | 'logger'>,
  desk: EvidenceDesk,
  traffic: TrafficOfDevices,
  limits: Partial<AttachmentLimits> = {},
): Promise<AttachmentService> {
  const logger = parent.child({ service: 'attachments' });
  const all = { ...ATTACHMENT_LIMITS, ...limits };
  const meter = new MediaMeter(traffic, logger);
  const partials = new PartialFiles(path.resolve(config.data, 'uploads'), all);
  const listener = new AttachmentListener(desk, partials, all, (deviceId, bytes) => meter.add(deviceId, bytes), logger);
  const port = await listener.listen(config.portAttachments, config.host || '0.0.0.0').catch(async (error: unknown) => {
    await meter.stop();
    throw error;
  });
  logger.info({ port }, 'listens for files of alarms');
  return {
    name: 'attachments',
    port,
    address: attachmentAddress(config, port),
    stop: async () => {
      await listener.stop();
      await meter.stop();
    },
  };
}

/** As configured, else the host that cameras are told, with this port. */
function attachmentAddress(config: Config, listeningPort: number): { host: string; port: number } {
  const [host, port] = config.attachmentAddress.split(':');
  if (host !== undefined && host !== '') return { host, port: port === undefined ? listeningPort : Number(port) };
  return { host: cameraAddress(config, listeningPort).host, port: listeningPort };
}
