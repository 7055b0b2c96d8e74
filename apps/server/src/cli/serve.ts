import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPositionStore } from '@sightline/db';
import { PROTOCOLS } from '@sightline/protocols';
import { simulatedDeviceIds } from '@sightline/simulator';
import { createLogger, createMetrics, EventBus, LifeCycle, loadConfig, SETTINGS, type Config, type SettingName } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import { deviceRecords } from '../pipeline/device-records.ts';
import { startDelivery } from '../delivery/command-delivery.ts';
import { allDesks } from '../delivery/upload-requester.ts';
import { serveDeviceRequests, uploadEnds } from '../delivery/device-requests.ts';
import { openFiles } from '../features/files/file.service.ts';
import { DeviceMediaRecorder } from '../features/media-files/device-media.service.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { createOwner } from '../seed/create-owner.ts';
import { registerSimulatedDevices } from '../seed/simulated-devices.ts';
import { startApi } from '../services/api/start-api.ts';
import { startMediaNode } from '../services/api/media/start-media-node.ts';
import { startBusBridge } from '../services/bus/bus-bridge.ts';
import { startGateway } from '../services/gateway/gateway.ts';
import { startWorker } from '../services/worker/worker.ts';
import { ownerLogin } from './database-commands.ts';
import { hasUsers, isDemonstration, startDemonstration } from './demonstration.ts';
import { openDatabase } from './open-database.ts';
import { startEvidence } from './start-evidence.ts';
import { StartError, UsageError } from './usage-error.ts';

const SERVICES = ['api', 'gateway', 'worker', 'media'] as const;
/** The built pages, from the sources and from the bundle alike. */
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** `sightline serve`: runs until Ctrl-C (or SIGTERM), then stops everything in order. */
export async function serve(args: readonly string[]): Promise<number> {
  const { config: given, rest } = loadConfig(args, process.env);
  // The logins of the demonstration are known to everybody.
  const config: Config = { ...given, host: given.host || (given.demo ? '127.0.0.1' : '0.0.0.0') };
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is not expected here (see --help)`);
  const unknown = config.services.find((s) => !(SERVICES as readonly string[]).includes(s));
  if (unknown !== undefined || config.services.length === 0) throw new UsageError(`--services: expected some of ${SERVICES.join(', ')}`);

  const startedMs = performance.now();
  const stopSignal = untilStopped();
  const logger = createLogger(config.logLevel);
  const lifeCycle = new LifeCycle((service, error) => logger.error({ service, err: error }, 'a service did not stop cleanly'));
  try {
    const opened = await openDatabase(config);
    lifeCycle.add({ name: 'database', stop: () => opened.close() });
    const context: AppContext = {
      config,
      logger,
      metrics: createMetrics(),
      bus: new EventBus((topic, error) => logger.error({ topic, err: error }, 'a bus handler failed')),
      database: opened.database,
    };
    if (!config.demo && !(await hasUsers(opened.database))) {
      const owner = await ownerLogin(config);
      await createOwner(opened.database, owner.account, owner.password);
    }
    const lines = await startServices(context, lifeCycle);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    process.stdout.write(
      `\n${[...lines, `Database   ${opened.description}`, `Ready after ${seconds} s. Ctrl-C stops everything.`].join('\n')}\n\n`,
    );
    await stopSignal;
    process.stdout.write('stopping ...\n');
    return 0;
  } catch (error) {
    throw portError(error, config) ?? error;
  } finally {
    await lifeCycle.stop();
  }
}

/** Starts what the configuration asks for and gives back what to tell the person who started it. */
async function startServices(context: AppContext, lifeCycle: LifeCycle): Promise<string[]> {
  const { config } = context;
  const runs = (service: (typeof SERVICES)[number]): boolean => config.services.includes(service);
  const store = createPositionStore(context.database);
  const lines: string[] = [];

  // The embedded database is this process's alone; an external one may serve several.
  if (config.databaseUrl !== '') lifeCycle.add(await startBusBridge(context, store, runs('api')));
  if (runs('worker')) lifeCycle.add(await startWorker(context, store));
  let devicePorts: Record<string, number> = {};
  if (runs('gateway')) {
    const pipeline = lifeCycle.add(await startPipeline(context, store));
    const commands = lifeCycle.add(await startDelivery(context));
    const files = openFiles(config);
    const media = new DeviceMediaRecorder({ context, files });
    const evidence = lifeCycle.add(await startEvidence(context, pipeline.directory, files));
    const desks = allDesks(commands, evidence.requests);
    const gateway = lifeCycle.add(
      await startGateway(context, { ...pipeline, ...deviceRecords(context), media, commands: desks, uploads: uploadEnds(context.bus) }),
    );
    lifeCycle.add(serveDeviceRequests(context.bus, gateway.commands));
    devicePorts = Object.fromEntries(Object.entries(gateway.ports).map(([id, ports]) => [id, ports.tcp ?? ports.udp ?? 0]));
    lines.push(
      `Devices    ${Object.entries(devicePorts)
        .map(([id, port]) => `${id} ${port}`)
        .join(', ')}`,
      `Alarms     files ${evidence.port}`,
    );
  }
  if (config.simulatedDevices > 0) {
    const ids = Object.fromEntries([...PROTOCOLS.keys()].map((id) => [id, simulatedDeviceIds(id, config.simulatedDevices)]));
    const added = await registerSimulatedDevices(context.database, ids);
    lines.push(`Load test  ${config.simulatedDevices} devices of each protocol are registered (${added} new)`);
  }
  if (runs('api')) {
    const webRoot = existsSync(path.join(WEB_ROOT, 'index.html')) ? WEB_ROOT : null;
    const api = lifeCycle.add(await startApi(context, { positions: store, webRoot }));
    lines.push(`Cameras    jt1078 ${api.mediaPort}`);
    if (api.fingerprint !== null && config.tls) lines.push(`TLS        a certificate of its own, SHA-256 ${api.fingerprint}`);
    lines.unshift(
      `Sightline  ${api.fingerprint === null ? 'http' : 'https'}://localhost:${api.port}${webRoot === null ? '   (API only: the pages are not built)' : ''}`,
    );
  }
  // The API carries video itself.
  if (runs('media') && !runs('api')) {
    const node = lifeCycle.add(await startMediaNode(context));
    lines.push(`Media      node ${config.mediaNodeName}, viewers ${node.port}, cameras jt1078 ${node.mediaPort}`);
  }
  if (config.demo && (await hasUsers(context.database)) && !(await isDemonstration(context.database))) {
    lines.push('No demonstration: this database has users of its own. It goes into an empty data folder (--data).');
  } else if (config.demo) {
    const demonstration = await startDemonstration(context, runs('gateway') ? devicePorts : null);
    lifeCycle.add(demonstration);
    if (config.host === '127.0.0.1')
      lines.push('Reach      this machine only; --host 0.0.0.0 opens it to the network, with the passwords below');
    lines.push('', 'Demonstration logins (account, password, what it is)', ...demonstration.logins, '');
  }
  return lines;
}

/** One Ctrl-C may arrive twice: from the terminal, and again from the package manager that started this program. */
const SAME_SIGNAL_MS = 2_000;

/** Resolves at the first SIGINT or SIGTERM; another one later ends the process at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | null = null;
    const onSignal = (): void => {
      if (firstAtMs !== null && performance.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(130);
      firstAtMs ??= performance.now();
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}

/** One line for a port that cannot be had, naming the setting to change; null for any other error. */
function portError(error: unknown, config: Config): StartError | null {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if ((code !== 'EADDRINUSE' && code !== 'EACCES') || port === undefined) return null;
  const name = (Object.keys(SETTINGS) as SettingName[]).find((n) => n.startsWith('port') && config[n] === port) ?? 'port';
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this account';
  return new StartError(`port ${port} ${why}: choose another with --${SETTINGS[name].flag} or ${SETTINGS[name].env}`);
}
