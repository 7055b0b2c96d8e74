import { createInterface } from 'node:readline';
import { createLineDecoder, PROTOCOLS } from '@sightline/protocols';
import { UsageError } from './usage-error.ts';

/** `sightline decode <protocol>`: one JSON line out for each line in, in order; a bad line says why and the rest goes on. */
export async function decode(args: readonly string[]): Promise<number> {
  const [protocolId, ...more] = args;
  const known = [...PROTOCOLS.keys()].join(', ');
  if (protocolId === undefined || more.length > 0) throw new UsageError(`decode needs one protocol: ${known}`);
  if (!PROTOCOLS.has(protocolId)) throw new UsageError(`unknown protocol '${protocolId}': ${known}`);
  const decodeLine = createLineDecoder(protocolId);
  // A reader that closes early (`| head`) is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    if (!process.stdout.write(`${decodeLine(line)}\n`)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
}
