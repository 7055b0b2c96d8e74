import { addTraffic } from '@sightline/db';
import type { AppContext } from '../context.ts';
import type { GatewayPorts } from '../services/gateway/ports.ts';
import { RawFrameRecorder } from './raw-frame-recorder.ts';

/** The gateway's ports for what is kept of a device beside its facts. They hold nothing that must be stopped. */
export function deviceRecords({ config, database, logger }: AppContext): Pick<GatewayPorts, 'rawFrames' | 'traffic'> {
  const log = logger.child({ service: 'device records' });
  return {
    traffic: { add: (counts) => addTraffic(database, counts) },
    ...(config.rawFrames === 0 ? {} : { rawFrames: new RawFrameRecorder(database, log, config.rawFrames) }),
  };
}
