import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { loadConfig, type Config } from '@sightline/runtime';
import { UsageError } from './usage-error.ts';

const TIMEOUT_MS = 3_000;

/** `sightline status`: asks the running platform for its health and key figures. Exit code 1 when it is not well. */
export async function status(args: readonly string[]): Promise<number> {
  const { config, rest } = loadConfig(args, process.env);
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is not expected here`);
  const health = await ask(config, '/health');
  if (health === null) {
    console.log(`nothing answers on port ${config.port}`);
    return 1;
  }
  console.log(`port ${config.port}: ${health.status === 200 ? 'well' : 'not well'} ${health.text.trim()}`);
  const metrics = await ask(config, '/metrics');
  for (const [name, text] of FIGURES) {
    const total = metrics?.status === 200 ? sumOf(metrics.text, name) : null;
    if (total !== null) console.log(`${text.padEnd(28)} ${total}`);
  }
  return health.status === 200 ? 0 : 1;
}

const FIGURES = [
  ['sightline_gateway_connections', 'device connections'],
  ['sightline_gateway_frames_total', 'frames received'],
  ['sightline_gateway_frame_errors_total', 'frames that were wrong'],
  ['sightline_gateway_unknown_device_frames_total', 'frames of unknown devices'],
  ['sightline_pipeline_positions_total', 'positions committed'],
  ['sightline_pipeline_queue_positions', 'positions waiting'],
  ['sightline_live_sockets', 'browsers connected'],
] as const;

async function ask(config: Config, path: string): Promise<{ status: number; text: string } | null> {
  const secure = config.tls || config.tlsCertificate !== '';
  // On this machine, and nothing secret is said: the certificate need not be for this address.
  const options = { host: '127.0.0.1', port: config.port, path, signal: AbortSignal.timeout(TIMEOUT_MS), rejectUnauthorized: false };
  try {
    const sent = (secure ? httpsRequest : httpRequest)(options).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await textOf(response) };
  } catch {
    return null;
  }
}

/** Sum over all labels of a metric in the Prometheus text format; null when it is not there. */
export function sumOf(text: string, name: string): number | null {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([0-9.e+-]+)$`, 'gm'))].map((m) => Number(m[1]));
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0);
}
