// Who may import whom: the table of ARCHITECTURE.md, enforced. Prints each offence; exit code 1 when there is one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib.mjs';

/** room -> rooms it may import. A room is the longest key that is a prefix of the file's path. */
export const MAY_IMPORT = {
  'packages/domain': [],
  'packages/codec': [],
  'packages/contract': ['packages/domain'],
  'packages/protocols': ['packages/codec', 'packages/domain'],
  'packages/media': ['packages/codec'],
  'packages/runtime': ['packages/domain'],
  'packages/db': ['packages/domain', 'packages/runtime'],
  'apps/simulator': ['packages/protocols', 'packages/media', 'packages/codec', 'packages/domain', 'packages/runtime/src/ftp-client'],
  'apps/web': ['packages/contract', 'packages/domain', 'packages/media'],
  'apps/server/src/services/gateway': [
    'packages/protocols',
    'packages/codec',
    'packages/runtime',
    'packages/domain',
    'apps/server/src/context.ts',
  ],
  'apps/server/src/files': ['packages/contract', 'packages/domain', 'packages/runtime'],
  'apps/server/src/services/api': [
    'packages/contract',
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'apps/server/src/context.ts',
    'apps/server/src/features',
    'apps/server/src/files',
    'apps/server/src/services/live',
    'apps/server/src/services/media',
    'apps/server/src/services/ftp',
    'packages/media',
  ],
  'apps/server/src/services/media': ['packages/media', 'packages/runtime', 'packages/domain', 'apps/server/src/context.ts'],
  'apps/server/src/services/attachments': [
    'packages/protocols',
    'packages/runtime',
    'apps/server/src/context.ts',
    'apps/server/src/services/media',
  ],
  'apps/server/src/services/ftp': [
    'packages/runtime',
    'apps/server/src/context.ts',
    'apps/server/src/services/media',
    'apps/server/src/services/attachments',
  ],
  'apps/server/src/services/bus': ['packages/db', 'packages/runtime', 'packages/domain', 'apps/server/src/context.ts'],
  'apps/server/src/services/worker': [
    'packages/contract',
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'apps/server/src/context.ts',
    'apps/server/src/features',
    'apps/server/src/files',
    'apps/server/src/pipeline',
  ],
  'apps/server/src/pipeline': [
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'packages/protocols',
    'apps/server/src/context.ts',
    'apps/server/src/services/gateway',
  ],
  'apps/server/src/delivery': [
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'packages/protocols',
    'packages/codec',
    'apps/server/src/context.ts',
    'apps/server/src/services/gateway',
  ],
  'apps/server/src/features': [
    'packages/contract',
    'packages/codec',
    'packages/protocols',
    'packages/media',
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'apps/server/src/context.ts',
    'apps/server/src/files',
    'apps/server/src/services/api',
    'apps/server/src/services/media',
    'package.json',
  ],
  'apps/server/src/seed': [
    'packages/contract',
    'packages/db',
    'packages/runtime',
    'packages/domain',
    'apps/server/src/context.ts',
    'apps/server/src/features',
  ],
  'apps/server/src/context.ts': ['packages/db', 'packages/runtime'],
  'apps/server/src/cli': ['packages', 'apps/server', 'apps/simulator'],
  test: ['packages', 'apps', 'scripts'],
  bench: ['packages', 'apps', 'test', 'scripts'],
  scripts: [],
};
const ROOMS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);
/** Rooms that run in a browser as well: no module of Node. */
const PURE = ['packages/domain', 'packages/contract', 'packages/codec', 'packages/protocols', 'packages/media'];

const inside = (file, room) => file === room || file.startsWith(`${room}/`);
const roomOf = (file) => ROOMS.find((room) => inside(file, room)) ?? null;

function* files(dir) {
  for (const entry of readdirSync(path.join(ROOT, dir), { withFileTypes: true })) {
    if (['node_modules', 'dist', 'public', 'corpus', 'fixtures', '.artifacts'].includes(entry.name)) continue;
    const file = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* files(file);
    else if (/\.tsx?$/.test(entry.name)) yield file;
  }
}

function target(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  const own = /^@sightline\/([a-z]+)(\/.*)?$/.exec(specifier);
  if (!own) return null;
  const base = ['server', 'web', 'simulator'].includes(own[1]) ? 'apps' : own[1] === 'test' ? '.' : 'packages';
  return path.posix.normalize(`${base}/${own[1]}${own[2] ? `/src${own[2]}` : ''}`);
}

const offences = [];
let count = 0;
for (const dir of ['packages', 'apps', 'test', 'bench']) {
  for (const file of files(dir)) {
    count++;
    const isTest = /\.test\.tsx?$/.test(file) || file.includes('/test/');
    const room = roomOf(file);
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]/g)) {
      if (PURE.some((p) => inside(file, p)) && !isTest && specifier.startsWith('node:'))
        offences.push(`${file}: a pure room imports ${specifier}`);
      const to = target(file, specifier);
      if (to === null) continue;
      if (room === null) {
        offences.push(`${file}: belongs to no room of the table`);
        break;
      }
      if (inside(to, room) || isTest) continue;
      if (!MAY_IMPORT[room].some((allowed) => inside(to, allowed))) offences.push(`${file}: ${room} may not import ${to}`);
    }
    // A feature uses another one through its service only.
    const feature = /^apps\/server\/src\/features\/([^/]+)\//.exec(file)?.[1];
    if (feature && !isTest) {
      for (const [, specifier] of text.matchAll(/from\s*['"](\.[^'"]+)['"]/g)) {
        const to = target(file, specifier);
        const other = /^apps\/server\/src\/features\/([^/]+)\/(.+)$/.exec(to);
        if (other && other[1] !== feature && !other[2].endsWith('.service.ts'))
          offences.push(`${file}: reaches into feature ${other[1]} (${other[2]}), not through its service`);
      }
    }
  }
}
for (const offence of offences) console.error(offence);
console.error(`import rules: ${count} files, ${offences.length} offences`);
process.exit(offences.length === 0 ? 0 : 1);
