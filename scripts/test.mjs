// `npm test`: everything, on a fresh clone. Ends with `N passed, N failed`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { capture, ensureInstalled, findBrowser, requireNode, ROOT, run } from './lib.mjs';

requireNode();
ensureInstalled();

if (!findBrowser()) {
  const debianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (debianRoot) {
    console.error('sightline: installing Chromium from the Debian packages ...');
    run('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2] });
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk', 'fonts-dejavu-core'], {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (!findBrowser())
    console.error(
      'sightline: no Chromium found: install the package "chromium" (or Google Chrome), or name one in CHROMIUM_PATH; the journeys in the browser fail without it',
    );
}

let passed = 0;
let failed = 0;
const failures = [];
/** Runs a command and says how it ended, with what it has printed: two of them may run at once. */
const step = async ([name, command, ...args]) => {
  const started = Date.now();
  const { status, output } = await capture(command, args);
  process.stderr.write(output);
  console.error(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status === 0) passed++;
  else {
    failed++;
    failures.push(name);
  }
};

// The longest first.
const steps = [
  ['build', process.execPath, 'scripts/build.mjs'],
  ['types of node', 'npx', 'tsc', '-p', 'tsconfig.node.json'],
  ['types of web', 'npx', 'tsc', '-p', 'tsconfig.web.json'],
  ['types of pure', 'npx', 'tsc', '-p', 'tsconfig.pure.json'],
  ['lint', 'npx', 'oxlint', '--quiet'],
  ['format', 'npx', 'oxfmt', '--check'],
  ['import rules', process.execPath, 'scripts/check-imports.mjs'],
  ['settings table of the README', process.execPath, 'scripts/settings-table.mjs', '--check'],
];
await Promise.all(
  [1, 2].map(async () => {
    for (let next = steps.shift(); next !== undefined; next = steps.shift()) await step(next);
  }),
);

const report = path.join(ROOT, 'test/.artifacts/vitest.json');
rmSync(report, { force: true });
const only = process.argv.slice(2);
const status = run('npx', ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...only]);
if (existsSync(report)) {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  for (const file of result.testResults) {
    // A file that does not even load has no test of its own to fail.
    if (file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed')) {
      failed++;
      failures.push(`${path.relative(ROOT, file.name)}: ${String(file.message).split('\n')[0]}`);
    }
    for (const t of file.assertionResults) if (t.status === 'failed') failures.push(`${path.relative(ROOT, file.name)}: ${t.fullName}`);
  }
  if (result.numTotalTests === 0 || (status !== 0 && result.numFailedTests === 0 && result.success === false && failures.length === 0)) {
    failed++;
    failures.push(`the test runner ended with ${status}`);
  }
} else {
  failed++;
  failures.push(`the test runner left no report (exit code ${status})`);
}
if (failures.length > 0) console.error(`\nfailed:\n${failures.map((f) => `  ${f}`).join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
