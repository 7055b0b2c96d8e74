// Shared by the scripts; Node's own modules only, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** One clear line and the end. */
export function fail(message) {
  console.error(`sightline: ${message}`);
  process.exit(1);
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node ${process.versions.node} is too old: 20.19 or newer is needed`);
}

export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32', ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  return result.status ?? 1;
}

/** The same beside others: what it prints comes with the end. Resolves to its exit code and output. */
export function capture(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ status: 1, output: `${output}${command} could not be started: ${error.message}\n` }));
    child.once('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** Installs the locked packages when node_modules is missing or older than the lock file. */
export function ensureInstalled() {
  const lock = path.join(ROOT, 'package-lock.json');
  const stamp = path.join(ROOT, 'node_modules', '.sightline-lock');
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('sightline: installing packages (first start only) ...');
  // Output to stderr: the standard output of a command stays its own.
  const status = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`npm ci failed (${status}); see the lines above`);
  writeFileSync(stamp, wanted);
}

/** Path of a Chromium or Chrome, or null. */
export function findBrowser() {
  const named = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return named.find((file) => file && existsSync(file)) ?? null;
}

const BUILD_INPUTS = ['packages', 'apps', 'package-lock.json', 'scripts/build.mjs'];
const SKIPPED = new Set(['node_modules', 'dist', 'public', 'corpus', 'fixtures']);

function* sourceFiles(entry) {
  const full = path.join(ROOT, entry);
  if (!existsSync(full)) return;
  if (statSync(full).isFile()) return void (yield entry);
  for (const child of readdirSync(full, { withFileTypes: true })) {
    if (SKIPPED.has(child.name)) continue;
    const relative = path.join(entry, child.name);
    if (child.isDirectory()) yield* sourceFiles(relative);
    else if (!/\.test\.tsx?$/.test(child.name)) yield relative;
  }
}

/** Changes whenever a source file that goes into `part` does. Contents, not times: a fresh clone has fresh times. */
export function buildStamp(part) {
  const hash = createHash('sha256').update(`${part}\0${process.versions.node.split('.')[0]}`);
  const inputs = part === 'server' ? BUILD_INPUTS.filter((i) => i !== 'apps').concat('apps/server', 'apps/simulator') : BUILD_INPUTS;
  for (const file of inputs.flatMap((i) => [...sourceFiles(i)]).sort())
    hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)));
  return hash.digest('hex');
}

const stampFile = (part) => path.join(ROOT, 'apps', part, 'dist', '.build-stamp');
export function isBuilt(part) {
  return existsSync(stampFile(part)) && readFileSync(stampFile(part), 'utf8') === buildStamp(part);
}
export function markBuilt(part) {
  mkdirSync(path.dirname(stampFile(part)), { recursive: true });
  writeFileSync(stampFile(part), buildStamp(part));
}
