#!/usr/bin/env node
// `npx sightline ...`: the same bundle as the server; made on first use.
import { requireNode } from '../../../scripts/lib.mjs';
import { buildServer } from '../../../scripts/build.mjs';

requireNode();
await buildServer();
const { main } = await import('../dist/sightline.mjs');
await main(process.argv.slice(2));
