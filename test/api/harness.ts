import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type InputOf, type OperationId, type OutputOf, ApiError } from '@sightline/contract';
import { createPositionStore, type Database, type PositionStore } from '@sightline/db';
import { createLogger, createMetrics, EventBus, loadConfig, type BusTopics } from '@sightline/runtime';
import { SignInThrottle, type ThrottleLimits } from '@sightline/server/features/auth/sign-in-throttle';
import { openFiles, type Files } from '@sightline/server/features/files/file.service';
import { JobRunner } from '@sightline/server/features/jobs/job-runner';
import type { JobDefinition } from '@sightline/server/features/jobs/job.service';
import { startApi } from '@sightline/server/services/api/start-api';
import type { StreamInfo, VideoOptions } from '@sightline/server/services/api/media/video-service';
import type { AppContext } from '@sightline/server/context';
import { createTestDatabase } from '../dev-env/database.ts';

export interface TestApi {
  readonly url: string;
  /** Where cameras connect to. */
  readonly mediaPort: number;
  /** Streams of cameras that run or have not ended. */
  streams(): readonly StreamInfo[];
  readonly context: AppContext;
  readonly database: Database;
  readonly positions: PositionStore;
  readonly files: Files;
  /** Signs in and returns the token. */
  signIn(account: string, password: string): Promise<string>;
  client(token: string | null): Client;
  /** The answer as it is on the wire. */
  raw(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; code: number; msg: string; data: unknown; text: string }>;
  publish<K extends keyof BusTopics>(topic: K, payload: BusTopics[K]): void;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  readonly throttle?: ThrottleLimits;
  readonly video?: VideoOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly webRoot?: string;
  /** Runs these long tasks; without it tasks wait. */
  readonly jobs?: readonly JobDefinition[];
}

/** The real server on a free port of this machine over a database of its own. `prepare` fills it before the server starts. */
export async function startTestApi(
  prepare: (database: Database, positions: PositionStore) => Promise<void>,
  options: TestApiOptions = {},
): Promise<TestApi> {
  const test = await createTestDatabase();
  const positions = createPositionStore(test.database);
  await prepare(test.database, positions);
  const logger = createLogger('silent');
  const dataFolder = mkdtempSync(join(tmpdir(), 'sightline-api-'));
  const context: AppContext = {
    config: loadConfig([], {
      PORT: '0',
      SIGHTLINE_HOST: '127.0.0.1',
      SIGHTLINE_PORT_MEDIA: '0',
      SIGHTLINE_PORT_PLAYBACK: '0',
      SIGHTLINE_PORT_RTMP: '0',
      SIGHTLINE_PORT_ATTACHMENTS: '0',
      SIGHTLINE_PORT_FTP: '0',
      SIGHTLINE_FTP_PASSIVE_PORTS: '0',
      SIGHTLINE_DATA: dataFolder,
      ...options.env,
    }).config,
    logger,
    metrics: createMetrics(),
    bus: new EventBus((topic, error) => logger.error({ err: error, topic }, 'bus')),
    database: test.database,
  };
  const service = await startApi(context, {
    positions,
    webRoot: options.webRoot ?? null,
    ...(options.video ? { video: options.video } : {}),
    ...(options.throttle ? { throttle: new SignInThrottle(options.throttle) } : {}),
  });
  const files = openFiles(context.config);
  const runner = options.jobs ? new JobRunner(context, files, options.jobs) : null;
  await runner?.start();
  const url = `http://127.0.0.1:${service.port}`;
  const client = (token: string | null): Client => createClient({ baseUrl: url, getToken: () => token });
  return {
    url,
    mediaPort: service.mediaPort,
    streams: () => service.streams(),
    context,
    database: test.database,
    positions,
    files,
    client,
    signIn: async (account, password) => (await client(null).call('system.login', { account, password })).token,
    raw: async (method, path, token, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === null ? {} : { authorization: token }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      let answer: { code?: number; msg?: string; data?: unknown } = {};
      try {
        answer = JSON.parse(text) as typeof answer;
      } catch {
        answer = {};
      }
      return {
        status: response.status,
        headers: response.headers,
        code: answer.code ?? Number.NaN,
        msg: answer.msg ?? '',
        data: answer.data,
        text,
      };
    },
    publish: (topic, payload) => context.bus.publish(topic, payload),
    stop: async () => {
      await runner?.stop();
      await service.stop();
      await test.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The code of the error that a call ends with; 0 when it succeeds. */
export async function codeOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 0;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

export type Call = <K extends OperationId>(id: K, input: InputOf<K>) => Promise<OutputOf<K>>;
