import { createPositionStore, type Database, type PositionStore } from '@sightline/db';
import { createLogger, createMetrics, EventBus, loadConfig } from '@sightline/runtime';
import type { AppContext } from '@sightline/server/context';
import { deviceRecords } from '@sightline/server/pipeline/device-records';
import { startDelivery, type CommandDelivery, type DeliveryOptions } from '@sightline/server/delivery/command-delivery';
import { serveDeviceRequests, uploadEnds } from '@sightline/server/delivery/device-requests';
import { openFiles } from '@sightline/server/features/files/file.service';
import { DeviceMediaRecorder } from '@sightline/server/features/media-files/device-media.service';
import { startPipeline, type PipelineStartOptions, type RunningPipeline } from '@sightline/server/pipeline/start-pipeline';
import { startEvidence, type Evidence, type EvidenceOptions } from '@sightline/server/cli/start-evidence';
import { allDesks } from '@sightline/server/delivery/upload-requester';
import { startGateway, type Gateway } from '@sightline/server/services/gateway/gateway';

export interface GatewayServer {
  readonly context: AppContext;
  readonly store: PositionStore;
  readonly pipeline: RunningPipeline;
  readonly delivery: CommandDelivery;
  readonly gateway: Gateway;
  /** Null unless it was asked for. */
  readonly evidence: Evidence | null;
  stop(): Promise<void>;
}

export interface GatewayServerOptions extends PipelineStartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly logLevel?: string;
  readonly delivery?: Partial<DeliveryOptions>;
  /** Files of alarms as well; their folder is that of `env`. */
  readonly evidence?: EvidenceOptions;
  /** Puts something around the store: a test's faults. */
  readonly around?: (store: PositionStore) => PositionStore;
}

/** The way of a position and nothing else: gateway and pipeline over a migrated database, on free ports of 127.0.0.1. */
export async function startGatewayServer(database: Database, options: GatewayServerOptions = {}): Promise<GatewayServer> {
  const { config } = loadConfig([], {
    SIGHTLINE_HOST: '127.0.0.1',
    SIGHTLINE_PORT_JT808: '0',
    SIGHTLINE_PORT_GT06: '0',
    SIGHTLINE_PORT_TELTONIKA: '0',
    SIGHTLINE_PORT_ATTACHMENTS: '0',
    ...options.env,
  });
  const logger = createLogger(options.logLevel ?? 'silent');
  const context: AppContext = {
    config,
    logger,
    metrics: createMetrics(),
    bus: new EventBus((topic, error) => logger.error({ err: error, topic }, 'bus')),
    database,
  };
  const real = createPositionStore(database);
  const store = options.around ? options.around(real) : real;
  const pipeline = await startPipeline(context, store, options);
  const delivery = await startDelivery(context, options.delivery);
  const evidence = options.evidence ? await startEvidence(context, pipeline.directory, openFiles(config), options.evidence) : null;
  const commands = evidence ? allDesks(delivery, evidence.requests) : delivery;
  const media = new DeviceMediaRecorder({ context, files: openFiles(config) });
  const gateway = await startGateway(context, {
    ...pipeline,
    ...deviceRecords(context),
    media,
    commands,
    uploads: uploadEnds(context.bus),
  });
  const requests = serveDeviceRequests(context.bus, gateway.commands);
  return {
    context,
    store,
    pipeline,
    delivery,
    gateway,
    evidence,
    stop: async () => {
      await requests.stop();
      await gateway.stop();
      await evidence?.stop();
      await delivery.stop();
      await pipeline.stop();
    },
  };
}
