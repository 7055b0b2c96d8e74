import { addTrafficOfDevices } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import { UploadRequester, type RequesterOptions } from '../delivery/upload-requester.ts';
import { AlarmEvidence } from '../features/alarms/alarm-evidence.service.ts';
import type { Files } from '../features/files/file.service.ts';
import type { AttachmentLimits } from '../services/attachments/limits.ts';
import { startAttachments } from '../services/attachments/start-attachments.ts';
import type { DeviceDirectory } from '../services/gateway/ports.ts';

export interface EvidenceOptions {
  readonly limits?: Partial<AttachmentLimits>;
  readonly requests?: Partial<RequesterOptions>;
}

export interface Evidence extends Service {
  /** Of the attachment connections. */
  readonly port: number;
  /** To be told which devices have a connection. */
  readonly requests: UploadRequester;
}

/** Files of alarms at a process that holds connections of devices: asks for them and receives them. To be stopped after the gateway. */
export async function startEvidence(
  context: AppContext,
  directory: DeviceDirectory,
  files: Files,
  options: EvidenceOptions = {},
): Promise<Evidence> {
  const evidence = new AlarmEvidence({ context, files }, async (ids) => (await directory.find('jt808', ids))?.deviceKey ?? null);
  const attachments = await startAttachments(context, evidence, (counts) => addTrafficOfDevices(context.database, counts), options.limits);
  const requests = new UploadRequester(context, attachments.address, options.requests);
  await requests.start();
  return {
    name: 'evidence',
    port: attachments.port,
    requests,
    stop: async () => {
      await requests.stop();
      await attachments.stop();
    },
  };
}
