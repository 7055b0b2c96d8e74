import { simulate, simulatedDeviceIds } from '@sightline/simulator';
import { PROTOCOLS } from '@sightline/protocols';
import { numberFlag, parseFlags } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/** `sightline simulate`: a load of real devices; prints its figures as one JSON line. */
export async function simulateCommand(args: readonly string[]): Promise<number> {
  const { values } = parseFlags(args, {
    protocol: { type: 'string' },
    devices: { type: 'string' },
    interval: { type: 'string' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string' },
    tracks: { type: 'string' },
    seconds: { type: 'string' },
    ids: { type: 'boolean', default: false },
  });
  const definition = PROTOCOLS.get(values.protocol ?? '');
  if (definition === undefined) throw new UsageError(`--protocol needs one of ${[...PROTOCOLS.keys()].join(', ')}`);
  const protocol = definition.id;
  const devices = numberFlag('devices', values.devices, { min: 1, max: 100_000, fallback: 10 });
  if (values.ids) {
    for (const id of simulatedDeviceIds(protocol, devices)) console.log(id);
    return 0;
  }
  const result = await simulate({
    protocol,
    devices,
    intervalS: numberFlag('interval', values.interval, { min: 0.01, max: 3600, fallback: 10 }),
    host: values.host,
    port: numberFlag('port', values.port, { min: 1, max: 65_535, fallback: definition.port }),
    tracksDir: values.tracks,
    seconds: numberFlag('seconds', values.seconds, { min: 1, max: 86_400, fallback: 60 }),
  });
  console.log(JSON.stringify(result));
  if (result.refused > 0 || result.online < result.devices) {
    console.error(
      `sightline: ${result.devices - result.online} of ${result.devices} devices did not get in. The platform must know them: start it with --simulated-devices ${result.devices}, or register the ids that --ids lists`,
    );
  }
  return 0;
}
