import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { endAllTours } from './experience.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the platform under test, e.g. `http://localhost:41234`. */
    baseUrl: string;
    /** Where its JT/T 808 devices connect, on 127.0.0.1. */
    jt808Port: number;
  }
}

/** Starts the built platform the way a person does, with the demonstration world, on free ports and in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = path.resolve(import.meta.dirname, '../..');
  if (!existsSync(path.join(root, 'apps/web/dist/index.html'))) throw new Error('the pages are not built: node scripts/build.mjs');
  const data = mkdtempSync(path.join(tmpdir(), 'sightline-e2e-'));
  const child = spawn(
    process.execPath,
    [
      'apps/server/bin/sightline.mjs',
      'serve',
      '--port',
      '0',
      '--port-jt808',
      '0',
      '--port-gt06',
      '0',
      '--port-teltonika',
      '0',
      '--port-media',
      '0',
      '--port-playback',
      '0',
      '--port-rtmp',
      '0',
      '--port-attachments',
      '0',
      '--port-ftp',
      '0',
      '--ftp-passive-ports',
      '0',
      // The mail server of a journey is on this machine.
      '--mail-private',
      '--host',
      '127.0.0.1',
      '--data',
      data,
      '--log',
      'warn',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } },
  );
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const { baseUrl, jt808Port } = await addresses(child);
  try {
    await endAllTours(baseUrl);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('baseUrl', baseUrl);
  project.provide('jt808Port', jt808Port);
  return stop;
}

function addresses(child: ChildProcess): Promise<{ baseUrl: string; jt808Port: number }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, baseUrl, jt808] = /(http:\/\/localhost:\d+)[^]*\bjt808 (\d+),/.exec(output) ?? [];
      if (baseUrl !== undefined) resolve({ baseUrl, jt808Port: Number(jt808) });
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => reject(new Error(`the platform ended with ${code} before it was ready:\n${output}`)));
  });
}
