import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of one process. Names are prefixed `sightline_`; made once, handed to who counts. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'sightline_process_' });
  const registers = [registry];
  return {
    registry,
    connections: new Gauge({ name: 'sightline_gateway_connections', help: 'Open device connections', labelNames: ['protocol'], registers }),
    frames: new Counter({ name: 'sightline_gateway_frames_total', help: 'Frames received', labelNames: ['protocol'], registers }),
    frameErrors: new Counter({
      name: 'sightline_gateway_frame_errors_total',
      help: 'Frames or bytes that could not be read',
      labelNames: ['protocol', 'code'],
      registers,
    }),
    unknownDevices: new Counter({
      name: 'sightline_gateway_unknown_device_frames_total',
      help: 'Frames of devices that are not registered',
      labelNames: ['protocol'],
      registers,
    }),
    positions: new Counter({ name: 'sightline_pipeline_positions_total', help: 'Positions committed', labelNames: ['outcome'], registers }),
    batchSeconds: new Histogram({
      name: 'sightline_pipeline_batch_seconds',
      help: 'Time of one batch transaction',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    batchSize: new Histogram({
      name: 'sightline_pipeline_batch_positions',
      help: 'Positions in a batch',
      buckets: [1, 10, 50, 100, 250, 500, 1000, 2500, 5000],
      registers,
    }),
    queue: new Gauge({ name: 'sightline_pipeline_queue_positions', help: 'Positions waiting to be committed', registers }),
    requestSeconds: new Histogram({
      name: 'sightline_api_request_seconds',
      help: 'Time of a call',
      labelNames: ['operation', 'code'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'sightline_live_sockets', help: 'Signed-in browsers connected', registers }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
