import type { Logger, Metrics } from '@sightline/runtime';
import type { ProtocolDefinition } from '@sightline/protocols';
import { BoundedLog } from './bounded-log.ts';
import type { DeviceLink } from './device-link.ts';
import { foreignIdentity } from './foreign-protocol.ts';
import { FrameLog, type FrameOrigin } from './frame-log.ts';
import { HeldMemory } from './held-memory.ts';
import type { GatewayLimits } from './limits.ts';
import type { GatewayPorts } from './ports.ts';
import { SessionRegistry } from './session-registry.ts';
import { TrafficMeter } from './traffic-meter.ts';

const MAX_LOOKS_PER_SECOND = 20;
/** Fault of a logged frame that speaks the protocol in its text on the port of another. */
export const WRONG_PROTOCOL = 'wrong-protocol';

/** What all connections of a gateway share, so that a connection itself stays small. */
export class GatewayShared {
  readonly registry = new SessionRegistry();
  readonly frameLog = new FrameLog();
  readonly log: BoundedLog;
  readonly traffic: TrafficMeter | null;
  readonly memory: HeldMemory;
  /** Frames whose commit is awaited, over all connections. */
  outstanding = 0;
  private readonly answering = new Set<DeviceLink>();
  private connections = 0;
  private looks = 0;
  private looksSecond = 0;
  /** Of this run of the process: with the number of a connection it names that one for ever. */
  readonly run = crypto.randomUUID();

  constructor(
    readonly ports: GatewayPorts,
    readonly limits: GatewayLimits,
    readonly metrics: Metrics,
    logger: Logger,
  ) {
    this.log = new BoundedLog(logger);
    this.memory = new HeldMemory(limits.maxHeldBytes);
    this.traffic = ports.traffic ? new TrafficMeter(() => this.registry.all(), ports.traffic, logger) : null;
  }

  /** Runs over after four thousand million connections. */
  nextConnection(): number {
    this.connections = (this.connections + 1) >>> 0;
    return this.connections;
  }

  /**
   * A connection ended (or sent garbage) without a name: a registered device may have been set to the port of another
   * protocol, and its owner is to be told. Some a second are looked at; a scan of the ports costs no more than that.
   */
  lookForForeigner(head: Uint8Array, origin: FrameOrigin, atMs: number): void {
    const second = Math.floor(atMs / 1000);
    if (second !== this.looksSecond) this.looks = 0;
    this.looksSecond = second;
    if (++this.looks > MAX_LOOKS_PER_SECOND) return;
    const foreign = foreignIdentity(head, origin.protocolId);
    if (foreign) this.frameLog.add(head, atMs, origin, 0, foreign.deviceIds, { code: WRONG_PROTOCOL, message: foreign.protocolId });
  }

  /** One commit answers many frames of a link: they leave in one write after the whole batch has been told. */
  answerSoon(link: DeviceLink): void {
    if (this.answering.size === 0) {
      queueMicrotask(() => {
        const links = [...this.answering];
        this.answering.clear();
        for (const one of links) one.flush();
      });
    }
    this.answering.add(link);
  }
}

/** What all connections of one protocol share. Counters are resolved once: looking labels up is dearer than counting. */
export class LinkHost {
  private readonly errors = new Map<string, { inc(): void }>();
  private readonly frames: { inc(by: number): void };
  private newFrames = 0;
  readonly unknownFrames: { inc(): void };
  readonly connections: { inc(): void; dec(): void };

  constructor(
    readonly shared: GatewayShared,
    readonly protocol: ProtocolDefinition,
  ) {
    const { metrics } = shared;
    this.frames = metrics.frames.labels(protocol.id);
    this.unknownFrames = metrics.unknownDevices.labels(protocol.id);
    this.connections = metrics.connections.labels(protocol.id);
  }

  /** For each frame; handed to the metrics by {@link flushCounts}, which is dearer. */
  countFrame(): void {
    this.newFrames++;
  }

  flushCounts(): void {
    if (this.newFrames > 0) this.frames.inc(this.newFrames);
    this.newFrames = 0;
  }

  countError(code: string): void {
    let counter = this.errors.get(code);
    if (!counter) {
      counter = this.shared.metrics.frameErrors.labels(this.protocol.id, code);
      this.errors.set(code, counter);
    }
    counter.inc();
  }
}
