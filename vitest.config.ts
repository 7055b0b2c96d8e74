import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mapLibrary } from './apps/web/map-library.plugin.ts';
import { operationFacts } from './apps/web/operation-facts.plugin.ts';

/** Property tests try the same cases in every run; FAST_CHECK_SEED tries others. */
const SETUP = 'test/dev-env/property-seed.ts';

/**
 * Files share their worker and what it has loaded: a quarter of the time of a run was loading the same modules again. A test must therefore
 * leave no module changed behind it.
 */
const SHARED = { isolate: false, maxWorkers: 2 } as const;

/** Files that are small and take long, because they wait: a run that begins with them does not end with one of them alone. */
const WAITERS = /(video-clips|clip-uploads|contract-walk|video-rights|embedded|external|embedded-postgres|start|kill-\w+)\.test\.ts$/;

class WaitersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (WAITERS.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * One runner, several projects, so that a slow one can be left out while working:
 * `npx vitest run --project pure`. Database tests share one embedded PostgreSQL (global set-up).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: WaitersFirst },
    projects: [
      {
        test: {
          name: 'pure',
          ...SHARED,
          setupFiles: [SETUP],
          sequence: { groupOrder: 0 },
          include: ['packages/{domain,contract,codec,protocols,media,runtime}/**/*.test.ts', 'apps/simulator/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        plugins: [operationFacts(), mapLibrary()],
        test: {
          name: 'web',
          // A thread is made sooner than a process.
          pool: 'threads',
          // Each file has a document of its own: what one does to its sizes and styles would be seen by the next.
          maxWorkers: 2,
          setupFiles: [SETUP],
          sequence: { groupOrder: 0 },
          environment: 'jsdom',
          include: ['apps/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          ...SHARED,
          // Many of them wait: for cameras, for limits to pass, for a process that was killed.
          maxWorkers: 4,
          setupFiles: [SETUP],
          sequence: { groupOrder: 1 },
          include: ['packages/db/**/*.test.ts', 'apps/server/**/*.test.ts', 'test/{api,faults,dev-env}/**/*.test.ts'],
          globalSetup: ['test/dev-env/postgres-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // Alone: a browser with software drawing takes both cores.
          sequence: { groupOrder: 2 },
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
