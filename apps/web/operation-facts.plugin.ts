import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const NAME = 'virtual:operation-facts';
const RESOLVED = `\0${NAME}`;
const OPERATIONS = fileURLToPath(new URL('../../packages/contract/src/operations/index.ts', import.meta.url));

/**
 * `virtual:operation-facts`: what the contract says of each operation without its schemas, their library and the texts, which weigh twenty times as
 * much and are needed by forms alone.
 */
export const operationFacts = (): Plugin => ({
  name: 'operation-facts',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return undefined;
    const { module, dependencies } = await runnerImport<{ readonly OPERATIONS: Readonly<Record<string, Record<string, unknown>>> }>(
      OPERATIONS,
    );
    for (const file of dependencies) this.addWatchFile(file);
    const facts = Object.entries(module.OPERATIONS).map(([name, { input: _i, output: _o, summary: _s, audit: _a, ...rest }]) => [
      name,
      rest,
    ]);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(facts)))});`;
  },
});
