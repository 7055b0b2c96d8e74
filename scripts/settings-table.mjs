// Writes the settings table of the README from the settings themselves; with --check only says whether it is current.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './build.mjs';
import { ROOT } from './lib.mjs';

const outdir = path.join(ROOT, 'bench/.artifacts/settings');
await bundle(['packages/runtime/src/settings-table.ts'], outdir);
const { fallbackOf, SETTINGS } = await import(pathToFileURL(path.join(outdir, 'settings-table.mjs')).href);
const rows = Object.values(SETTINGS).map((s) => {
  const fallback = fallbackOf(s);
  return `| \`${s.env}\` | \`--${s.flag}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${s.help} |`;
});
const table = ['| environment | flag | default | meaning |', '|---|---|---|---|', ...rows].join('\n');
const file = path.join(ROOT, 'README.md');
const text = readFileSync(file, 'utf8');
const next = text.replace(/(<!-- settings:begin -->\n)[\s\S]*?(<!-- settings:end -->)/, (_, a, b) => `${a}\n${table}\n\n${b}`);
if (process.argv.includes('--check')) {
  if (next !== text) {
    console.error('the settings table of README.md is out of date: node scripts/settings-table.mjs');
    process.exit(1);
  }
} else writeFileSync(file, next);
