import type { Server as HttpServer } from 'node:http';
import { ApiError, apiError, CLIENT_EVENTS, ERROR_CODE, SOCKET_LIMITS, SOCKET_PATH, type PushedNotice } from '@sightline/contract';
import { findCustomer, listenForNotices, NOTICE_CHANNELS } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import { Server, type Socket } from 'socket.io';
import type { AppContext } from '../../../context.ts';
import { alarmView } from '../../../features/alarms/alarm-view.ts';
import { isConcerned, isRestricted, scopeOf, type Principal } from '../../../features/principal.ts';
import type { CommandFeed } from '../../../features/commands/command-feed.service.ts';
import { commandEvent, mayHearOf } from '../../../features/commands/command-view.ts';
import type { Files } from '../../../features/files/file.service.ts';
import type { Sessions } from '../../../features/auth/sessions.service.ts';
import type { LiveDirectory } from './live-directory.ts';
import { startCaptureNotices } from './capture-notices.ts';
import { LiveHub, type LiveClient } from './live-hub.ts';
import { maySee, type Subscription, type Visibility } from './subscriptions.ts';
import { startAlarmFileNotices } from './alarm-file-notices.ts';
import { startAlarmNotices } from './alarm-notices.ts';
import { startTaskNotices } from './task-notices.ts';

/** Messages that may wait in a socket. */
const MAX_QUEUED_MESSAGES = 4;
const EXPIRE_INTERVAL_MS = 2000;
const CHANGE_DELAY_MS = 100;
const MAX_MESSAGE_BYTES = 262_144;
/** Live positions need the monitor or the dashboard. */
const MONITOR_PERMISSIONS = ['4000', '100'] as const;

class Connection implements LiveClient {
  /** Packets that the transport has not taken. */
  private queued = 0;

  constructor(
    readonly socket: Socket,
    readonly token: string,
    public principal: Principal,
  ) {
    socket.conn.on('packetCreate', () => void this.queued++);
    socket.conn.on('drain', () => void (this.queued = 0));
  }

  get visibility(): Visibility {
    return this.principal;
  }

  isBehind(): boolean {
    return this.queued > MAX_QUEUED_MESSAGES;
  }

  sendDelta(bytes: Uint8Array): void {
    this.socket.emit('live_delta', bytes);
  }

  sendDeviceChanged(deviceId: string): void {
    this.socket.emit('live_device_changed', { deviceId });
  }

  sendNotices(notices: readonly PushedNotice[]): void {
    this.socket.emit('push_notice_event', notices);
  }

  sendMissed(): void {
    this.socket.emit('push_notice_missed', {});
  }

  end(): void {
    const { code, message } = apiError('notLoggedIn');
    this.socket.emit('session_ended', { code, msg: message });
    this.socket.disconnect(true);
  }
}

const mayWatch = (principal: Principal): boolean => MONITOR_PERMISSIONS.some((id) => principal.permissions.has(id));

/**
 * The socket of the browsers. The token comes in the query; live positions go out as binary deltas of the newest value of
 * each changed device, at most four times a second, and only of devices in the principal's scope. A token that ended, or
 * a principal whose customer or rights changed, loses the connection at once where this process hears of it, else within a minute.
 */
export async function startLiveSockets(
  httpServer: HttpServer,
  context: AppContext,
  sessions: Sessions,
  directory: LiveDirectory,
  commands: CommandFeed,
  files: Files,
): Promise<Service> {
  const logger = context.logger.child({ service: 'live' });
  const hub = new LiveHub<Connection>(directory);
  const connections = new Set<Connection>();

  // Before the first read, so that nothing between the two is missed.
  const unsubscribeState = context.bus.subscribe('device.state', (state) => hub.update(state));
  const unsubscribeCommands = commands.subscribe((row) => {
    const device = directory.device(Number(row.device_key));
    if (!device) return;
    for (const connection of connections) {
      // Who does not keep up reads the page again.
      if (connection.isBehind() || !maySee(connection.visibility, device) || !mayHearOf(connection.principal, row.command)) continue;
      connection.socket.emit('push_command_event', commandEvent(row));
    }
  });
  const changed = new Set<string>();
  const reload = (): void => {
    hub.reload().catch((error: unknown) => logger.error({ err: error }, 'devices could not be read'));
  };
  const stopListening = await listenForNotices(context.database, {
    channels: { [NOTICE_CHANNELS.deviceChanged]: (deviceId) => void changed.add(deviceId) },
    reconnected: reload,
    broken: (error) => logger.warn({ err: error }, 'listening to the database broke off'),
  });
  await directory.load();
  const stopAlarmFiles = await startAlarmFileNotices(context, {
    wanted: () => connections.size > 0,
    tell: (alarm) => {
      const device = directory.device(Number(alarm.device_key));
      if (!device) return;
      for (const connection of connections) {
        if (connection.isBehind() || !maySee(connection.visibility, device) || !connection.principal.permissions.has('5103')) continue;
        connection.socket.emit('push_alarm_file_notice_event', alarmView(alarm));
      }
    },
  });
  const stopAlarmNotices = await startAlarmNotices(context, () => connections);
  const ofUser = (userId: string): Connection[] => [...connections].filter((c) => c.principal.userId === userId);
  const stopTaskNotices = await startTaskNotices(
    context,
    (userId) => ofUser(userId).length > 0,
    (userId, notice) => ofUser(userId).forEach((c) => c.socket.emit('push_notice_report_export', notice)),
  );

  const stopCaptureNotices = startCaptureNotices(
    context,
    files,
    // Who does not keep up reads the page again.
    () => [...connections].filter((connection) => !connection.isBehind()),
    (connection, image) => connection.socket.emit('push_capture_event', image),
  );
  const unsubscribeClips = context.bus.subscribe('clip.progress', ({ userId, ...notice }) => {
    for (const { socket } of ofUser(userId)) socket.emit('push_history_video_progress_notice_event', notice);
  });

  const io = new Server(httpServer, {
    path: SOCKET_PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Other upgrades are those of the media socket, which answers what is nobody's.
    destroyUpgrade: false,
  });
  io.use((socket, proceed) => {
    admit(socket, sessions).then(
      (connection) => {
        socket.data = connection;
        proceed(
          connection ? undefined : Object.assign(new Error(apiError('notLoggedIn').message), { data: { code: ERROR_CODE.notLoggedIn } }),
        );
      },
      (error: unknown) => {
        logger.error({ err: error }, 'socket sign-in failed');
        proceed(new Error(apiError('systemError').message));
      },
    );
  });

  io.on('connection', (socket) => {
    const connection = socket.data as Connection;
    connections.add(connection);
    context.metrics.sockets.set(connections.size);
    socket.on('disconnect', () => {
      connections.delete(connection);
      hub.unsubscribe(connection);
      context.metrics.sockets.set(connections.size);
    });
    socket.on('push_notice_event', (_payload: unknown, acknowledge: unknown) => answer(acknowledge, { serverTimeMs: Date.now() }));
    socket.on('live_unsubscribe', (_payload: unknown, acknowledge: unknown) => {
      hub.unsubscribe(connection);
      answer(acknowledge, { code: ERROR_CODE.success, msg: 'Success', count: 0 });
    });
    socket.on('live_subscribe', (payload: unknown, acknowledge: unknown) => {
      subscriptionOf(context, directory, connection.principal, payload).then(
        (subscription) => {
          if (connections.has(connection)) hub.subscribe(connection, subscription);
          answer(acknowledge, {
            code: ERROR_CODE.success,
            msg: 'Success',
            count: subscription.kind === 'devices' ? subscription.keys.size : 0,
          });
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) logger.error({ err: error }, 'subscription failed');
          const known = error instanceof ApiError ? error : apiError('systemError');
          answer(acknowledge, { code: known.code, msg: known.message, count: 0 });
        },
      );
    });
  });

  const recheck = async (connection: Connection): Promise<void> => {
    const principal = await sessions.resolve(connection.token);
    const before = connection.principal;
    const same =
      principal &&
      !isRestricted(principal) &&
      principal.customerPath === before.customerPath &&
      sameLimits(principal, before) &&
      mayWatch(principal) === mayWatch(before);
    if (same) connection.principal = principal;
    else connection.end();
  };
  const recheckAll = (which: (connection: Connection) => boolean): void => {
    for (const connection of connections) {
      if (which(connection)) recheck(connection).catch((error: unknown) => logger.error({ err: error }, 'session could not be checked'));
    }
  };
  const tellChanges = (): void => {
    if (changed.size === 0) return;
    const ids = [...changed];
    changed.clear();
    hub.devicesChanged(ids).catch((error: unknown) => logger.error({ err: error }, 'changed devices could not be read'));
  };
  const unsubscribePrincipal = context.bus.subscribe('principal.changed', (change) => recheckAll((c) => isConcerned(c.principal, change)));
  const timers = [
    setInterval(() => hub.flush(Date.now()), SOCKET_LIMITS.deltaIntervalMs),
    setInterval(() => hub.expire(Date.now()), EXPIRE_INTERVAL_MS),
    setInterval(tellChanges, CHANGE_DELAY_MS),
    setInterval(() => recheckAll(() => true), SOCKET_LIMITS.recheckMs),
  ];

  let stopping: Promise<void> | null = null;
  return {
    name: 'live',
    stop: () =>
      (stopping ??= (async () => {
        for (const timer of timers) clearInterval(timer);
        unsubscribeState();
        unsubscribeCommands();
        unsubscribePrincipal();
        await stopListening();
        await stopTaskNotices();
        await stopCaptureNotices();
        await stopAlarmFiles();
        await stopAlarmNotices();
        unsubscribeClips();
        io.disconnectSockets(true);
        io.engine.close();
      })()),
  };
}

/** The sets are small, and most users have none. */
function sameLimits(a: Visibility, b: Visibility): boolean {
  const text = ({ customerPaths, deviceKeys }: Visibility): string => JSON.stringify([customerPaths, deviceKeys && [...deviceKeys]]);
  return text(a) === text(b);
}

async function admit(socket: Socket, sessions: Sessions): Promise<Connection | null> {
  const { token } = socket.handshake.query;
  if (typeof token !== 'string' || token === '' || token.length > 200) return null;
  const principal = await sessions.resolve(token);
  return principal && !isRestricted(principal) ? new Connection(socket, token, principal) : null;
}

/** What a client asks for, as far as it may. @throws ApiError 400, 403, 9002. */
async function subscriptionOf(
  context: AppContext,
  directory: LiveDirectory,
  principal: Principal,
  payload: unknown,
): Promise<Subscription> {
  if (!mayWatch(principal)) throw apiError('noPermission');
  const parsed = CLIENT_EVENTS.live_subscribe.safeParse(payload);
  if (!parsed.success) throw apiError('invalidParameters');
  if ('customerId' in parsed.data) {
    const { customerId, subsumption } = parsed.data;
    const customer = await context.database.scoped(scopeOf(principal), async (trx) => await findCustomer(trx, customerId));
    if (!customer) throw apiError('dataNotFound');
    return { kind: 'customer', path: customer.path, subsumption };
  }
  const devices = parsed.data.deviceIds.map((id) => directory.deviceById(id)).filter((d) => d !== undefined);
  return { kind: 'devices', keys: new Set(devices.filter((d) => maySee(principal, d)).map((d) => d.key)) };
}

function answer(acknowledge: unknown, value: unknown): void {
  if (typeof acknowledge === 'function') (acknowledge as (value: unknown) => void)(value);
}
