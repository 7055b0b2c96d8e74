import { PROTOCOLS, type DeviceCommand, type ProtocolDefinition } from '@sightline/protocols';
import type { Config, Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { CommandError, type CommandAnswer } from './command-queue.ts';
import { openFileLimit } from './file-limit.ts';
import { FrameDrain } from './frame-drain.ts';
import type { LoggedFrame } from './frame-log.ts';
import { DEFAULT_LIMITS, type GatewayLimits } from './limits.ts';
import { GatewayShared, LinkHost } from './link-host.ts';
import type { GatewayPorts } from './ports.ts';
import { TcpListener, type ConnectionBudget } from './tcp-listener.ts';
import { TimingWheel } from './timing-wheel.ts';
import { UdpListener } from './udp-listener.ts';

/** The way to a device through its live connection. */
export interface CommandChannel {
  isConnected(deviceId: string): boolean;
  /** The address that its connection comes from; null without one. */
  remoteOf(deviceId: string): string | null;
  /** Resolves with the device's answer; rejects with a {@link CommandError}. */
  send(deviceId: string, command: DeviceCommand, options?: { readonly timeoutMs?: number }): Promise<CommandAnswer>;
}

export interface ListeningPorts {
  readonly tcp?: number;
  readonly udp?: number;
}

export interface Gateway extends Service {
  /** The ports in use, by protocol id (the configuration may ask for any free one). */
  readonly ports: Readonly<Record<string, ListeningPorts>>;
  readonly commands: CommandChannel;
  connectionCount(): number;
  /** The last raw frames, newest first. */
  recentFrames(match: { readonly deviceId?: string; readonly protocolId?: string }, limit?: number): LoggedFrame[];
}

export interface GatewayOptions {
  readonly limits?: Partial<GatewayLimits>;
  readonly protocols?: Iterable<ProtocolDefinition>;
}

const DEFAULT_COMMAND_TIMEOUT_MS = 30_000;
/** Files that are no device connection: database, web, logs. */
const OTHER_FILES = 256;
const DRAIN_POLL_MS = 10;

/** The port a protocol is set to by `--port-<id>`; without such a setting its customary one. */
function configuredPort(config: Config, protocol: ProtocolDefinition): number {
  const name = `port${protocol.id.charAt(0).toUpperCase()}${protocol.id.slice(1)}`;
  const value = (config as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : protocol.port;
}

/** Opens the device ports of all protocols. Rejects when a port cannot be had; nothing stays open then. */
export async function startGateway(
  context: Omit<AppContext, 'database'>,
  ports: GatewayPorts,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const { config, logger, metrics } = context;
  const limits: GatewayLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const shared = new GatewayShared(ports, limits, metrics, logger.child({ service: 'gateway' }));
  const wheel = new TimingWheel();
  const budget: ConnectionBudget = { max: config.maxConnections, open: 0 };
  const listeners: (TcpListener | UdpListener)[] = [];
  const hosts: LinkHost[] = [];
  const listening: Record<string, { tcp?: number; udp?: number }> = {};

  const fileLimit = openFileLimit()?.soft ?? null;
  if (fileLimit !== null && fileLimit < budget.max + OTHER_FILES) {
    logger.warn(
      { openFiles: fileLimit, maxConnections: budget.max },
      'the limit of open files is below the connection limit: raise `ulimit -n` (LimitNOFILE) or lower SIGHTLINE_MAX_CONNECTIONS',
    );
  }
  try {
    for (const protocol of options.protocols ?? PROTOCOLS.values()) {
      const host = new LinkHost(shared, protocol);
      hosts.push(host);
      const wanted = configuredPort(config, protocol);
      const open: { tcp?: number; udp?: number } = {};
      if (protocol.transports.includes('tcp')) {
        const tcp = new TcpListener(host, wheel, budget);
        listeners.push(tcp);
        open.tcp = await tcp.listen(wanted, config.host);
      }
      if (protocol.transports.includes('udp')) {
        const udp = new UdpListener(host, wheel, config.host.includes(':') ? 'udp6' : 'udp4');
        listeners.push(udp);
        open.udp = await udp.listen(wanted, config.host);
      }
      listening[protocol.id] = open;
    }
  } catch (error) {
    for (const listener of listeners) listener.destroy();
    throw error;
  }
  wheel.start();
  const flushCounts = (): void => hosts.forEach((host) => host.flushCounts());
  const counting = setInterval(flushCounts, 1000);
  counting.unref();
  shared.traffic?.start();
  const drain = ports.rawFrames ? new FrameDrain(shared.frameLog, ports.directory, ports.rawFrames) : null;
  logger.info({ ports: listening }, 'gateway listens');

  let stopping: Promise<void> | null = null;
  return {
    name: 'gateway',
    ports: listening,
    connectionCount: () => budget.open,
    recentFrames: (match, limit) => shared.frameLog.recent(match, limit),
    commands: {
      isConnected: (deviceId) => shared.registry.find(deviceId) !== undefined,
      remoteOf: (deviceId) => shared.registry.find(deviceId)?.remote ?? null,
      send: (deviceId, command, { timeoutMs = DEFAULT_COMMAND_TIMEOUT_MS } = {}) => {
        const link = shared.registry.find(deviceId);
        if (!link) return Promise.reject(new CommandError('offline', `device ${deviceId} has no connection`));
        return link.send(command, timeoutMs);
      },
    },
    stop: () => {
      stopping ??= (async () => {
        wheel.stop();
        clearInterval(counting);
        for (const listener of listeners) listener.stopReading();
        const untilMs = Date.now() + limits.drainMs;
        while (shared.outstanding > 0 && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
        for (const listener of listeners) listener.destroy();
        flushCounts();
        await Promise.all([drain?.stop(), shared.traffic?.stop()]);
      })();
      return stopping;
    },
  };
}
