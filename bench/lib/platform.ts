import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Platform {
  /** Address of its pages, e.g. `http://localhost:41234`. */
  readonly url: string;
  /** Where its JT/T 808 devices connect, on 127.0.0.1. */
  readonly jt808Port: number;
  stop(): Promise<void>;
}

/** Of the accounts of the demonstration. */
export const DEMO_PASSWORD = 'sightline-1';

const PORTS = ['', '-jt808', '-gt06', '-teltonika', '-media', '-playback', '-rtmp', '-attachments', '-ftp'].map((name) => `port${name}`);

/** Builds the platform where that is due and starts it as a person does: the demonstration world, free ports, a folder of its own. */
export async function startPlatform(): Promise<Platform> {
  const root = process.cwd();
  if (spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('the platform could not be built');
  const data = mkdtempSync(path.join(tmpdir(), 'sightline-bench-'));
  const ports = [...PORTS, 'ftp-passive-ports'].flatMap((name) => [`--${name}`, '0']);
  const child = spawn(
    process.execPath,
    ['apps/server/bin/sightline.mjs', 'serve', ...ports, '--host', '127.0.0.1', '--data', data, '--log', 'warn'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NO_COLOR: '1' } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said = await new Promise<Pick<Platform, 'url' | 'jt808Port'>>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url, jt808] = /(http:\/\/localhost:\d+)[^]*\bjt808 (\d+),/.exec(output) ?? [];
      if (url !== undefined) resolve({ url, jt808Port: Number(jt808) });
    });
    void ended.then(() => reject(new Error(`the platform ended before it was ready:\n${output}`)));
  });
  return {
    ...said,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
