import type { PositionStore } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import type { GatewayPorts } from '../services/gateway/ports.ts';
import { CachedDeviceDirectory, type DirectoryOptions } from './device-directory.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';
import { UnknownDeviceRecorder } from './unknown-device-recorder.ts';

/** The ports that the gateway needs, on the database. Must be stopped after the gateway. */
export interface RunningPipeline extends Service, GatewayPorts {
  readonly directory: CachedDeviceDirectory;
  readonly sink: Pipeline;
  readonly unknownDevices: UnknownDeviceRecorder;
}

export interface PipelineStartOptions {
  readonly pipeline?: Partial<PipelineOptions>;
  readonly directory?: Partial<DirectoryOptions>;
}

/** Starts the pipeline over `store`; makes the partitions of these days first. */
export async function startPipeline(
  context: AppContext,
  store: PositionStore,
  options: PipelineStartOptions = {},
): Promise<RunningPipeline> {
  const { config, database, bus } = context;
  const logger = context.logger.child({ service: 'pipeline' });
  await store.ensurePartitions(Date.now(), config.hotDays);
  const directory = new CachedDeviceDirectory(database, logger, options.directory);
  const unknownDevices = new UnknownDeviceRecorder(database, logger);
  const sink = new Pipeline(context, store, options.pipeline);
  await directory.start(bus);
  unknownDevices.start();
  return {
    name: 'pipeline',
    directory,
    sink,
    unknownDevices,
    stop: async () => {
      await sink.stop();
      await unknownDevices.stop();
      await directory.stop();
    },
  };
}
