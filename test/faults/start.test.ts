import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
const folder = (): string => {
  const dir = mkdtempSync(path.join(tmpdir(), 'sightline-start-'));
  folders.push(dir);
  return dir;
};
afterAll(() => folders.forEach((dir) => rmSync(dir, { recursive: true, force: true })));

const FREE_PORTS = [
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
  '--host',
  '127.0.0.1',
  '--log',
  'warn',
];

/** Runs the command line; `until` ends it with Ctrl-C once its output matches. */
function sightline(
  args: string[],
  options: { until?: RegExp; env?: Record<string, string> } = {},
): Promise<{ code: number | null; output: string; readyMs: number | null }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['apps/server/bin/sightline.mjs', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    });
    const started = Date.now();
    let output = '';
    let readyMs: number | null = null;
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (readyMs === null && options.until?.test(output)) {
        readyMs = Date.now() - started;
        child.kill('SIGINT');
      }
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) => resolve({ code, output, readyMs }));
  });
}

const READY = /http:\/\/localhost:\d+/;

describe('starting the platform', () => {
  it('lists every setting with its environment name', async () => {
    const { code, output } = await sightline(['serve', '--help']);
    expect(code).toBe(0);
    for (const name of ['PORT', 'SIGHTLINE_DATA', 'DATABASE_URL', 'SIGHTLINE_PORT_JT808']) expect(output).toContain(name);
  });

  it('says in one line that a flag is unknown or a value is wrong', async () => {
    expect(await sightline(['serve', '--prot', '1'])).toMatchObject({ code: 2, output: 'sightline: unknown flag --prot (see --help)\n' });
    expect(await sightline(['serve'], { env: { PORT: 'eighty' } })).toMatchObject({
      code: 2,
      output: "sightline: PORT: expected a whole number from 0 to 65535, not 'eighty'\n",
    });
  });

  it('says in one line that a port is taken, and stops cleanly', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const port = String((taken.address() as AddressInfo).port);
    try {
      for (const flag of ['--port', '--port-jt808']) {
        const args = [...FREE_PORTS];
        args[args.indexOf(flag) + 1] = port;
        const { code, output } = await sightline(['serve', '--no-demo', '--data', folder(), ...args], {
          env: { SIGHTLINE_OWNER_ACCOUNT: 'owner', SIGHTLINE_OWNER_PASSWORD: 'owner-pass1' },
        });
        expect(code, output).toBe(1);
        const lines = output
          .trim()
          .split('\n')
          .filter((line) => line.startsWith('sightline:'));
        expect(lines).toEqual([expect.stringMatching(new RegExp(`port ${port} is taken.*${flag}`))]);
      }
    } finally {
      taken.close();
    }
  });

  it('says in one line that the data folder cannot be used', async () => {
    const file = path.join(folder(), 'a-file');
    writeFileSync(file, '');
    const { code, output } = await sightline(['serve', '--data', path.join(file, 'data'), ...FREE_PORTS]);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^sightline: the data folder .* is not writable .*--data or SIGHTLINE_DATA$/);
  });

  it('asks for the owner, starts empty, stops on Ctrl-C and finds its data again', async () => {
    const data = folder();
    const args = ['serve', '--no-demo', '--data', data, ...FREE_PORTS];
    expect((await sightline(args)).output).toMatch(/SIGHTLINE_OWNER_ACCOUNT and SIGHTLINE_OWNER_PASSWORD/);
    const first = await sightline(args, {
      until: READY,
      env: { SIGHTLINE_OWNER_ACCOUNT: 'owner', SIGHTLINE_OWNER_PASSWORD: 'owner-pass1' },
    });
    expect(first.code, first.output).toBe(0);
    // The owner exists now: nothing has to be given again.
    const second = await sightline(args, { until: READY });
    expect(second.code, second.output).toBe(0);
  });
});
