import type { Config } from '@sightline/runtime';
import { cameraAddress } from './start-media.ts';

/** What cameras are told: as configured, else the host of the media address with this port. */
export function rtmpServer(config: Config, listeningPort: number): string {
  const [host, port] = config.rtmpAddress.split(':');
  const named = host !== undefined && host !== '';
  const at = named ? host : cameraAddress(config, listeningPort).host;
  return `rtmp://${at}:${named && port !== undefined ? port : listeningPort}`;
}
