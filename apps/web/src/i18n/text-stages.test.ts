import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { areaOf, isIn, type TextStage } from './text-stages.ts';

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const catalogues = import.meta.glob<object>('../**/locale/en_US.json', { eager: true, import: 'default' });

const keysOf = (texts: object, prefix: string): string[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const path = `${prefix}.${key.replace(/_(zero|one|two|few|many|other)$/, '')}`;
    return typeof value === 'object' && value !== null ? keysOf(value, path) : [path];
  });
const keys = new Set(Object.entries(catalogues).flatMap(([path, texts]) => keysOf(texts, areaOf(path))));
const starts = (start: string): boolean => [...keys].some((key) => key.startsWith(start));

/** Names keys for others to show. */
const SHOWS_NOTHING = '../session/own-texts.ts';

/** Everything that is loaded together with these files. */
const loadedWith = (entries: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>();
  const visit = (file: string): void => {
    const text = sources[file];
    if (files.has(file) || text === undefined) return;
    if (file !== SHOWS_NOTHING) files.add(file);
    for (const [, path] of text.matchAll(/(?:^|\n)(?:import|export)(?!\s+type\b)[^;]*?from '(\.[^']+)'/g)) {
      visit(posix.join(posix.dirname(file), path!));
    }
  };
  entries.forEach(visit);
  return files;
};

/** Keys that files name, whole or as a beginning, whose text is not there in a stage. */
const wanting = (files: ReadonlySet<string>, stage: TextStage): string[] =>
  [...files].flatMap((file) => {
    const text = sources[file]!;
    const whole = [...text.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(([, key]) => key!).filter((key) => keys.has(key));
    const begun = [...text.matchAll(/`([a-z]\w*(?:\.\w+)*\.)\$\{/g)].map(([, start]) => start!).filter(starts);
    return [...whole, ...begun].filter((key) => !isIn(key.split('.')[0]!, stage)).map((key) => `${file}: ${key}`);
  });

/** Parts that are loaded later and yet do not wait for all texts. */
const partsAt = (stage: TextStage): string[] =>
  Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/lazyPart\([^;]*?import\('([^']+)'\)[^;]*?texts: '(\w+)'/g)]
      .filter(([, , texts]) => texts === stage)
      .map(([, path]) => posix.join(posix.dirname(file), path!)),
  );

it('the entrance says nothing whose text comes later', () => {
  const files = loadedWith(['../main.tsx', '../app/entrance-app.tsx', ...partsAt('entrance')]);
  expect(files.size).toBeGreaterThan(30);
  expect(wanting(files, 'entrance')).toEqual([]);
});

it('nor do the frame and the pages that do not wait for all texts', () => {
  const early = sources['../app/routes.ts']!.matchAll(/import\('\.(\.\/[^']+)'\),\s+texts: 'console'/g);
  const pages = [...early].map(([, path]) => path!.replace('./', '../'));
  expect(pages).toContain('../screens/monitor/monitor-page.tsx');
  const files = loadedWith(['../app/start.tsx', '../layout/authenticated-layout.tsx', ...pages, ...partsAt('console')]);
  expect([...files]).toContain('../tour/tour-question.tsx');
  expect(files.size).toBeGreaterThan(150);
  expect(wanting(files, 'console')).toEqual([]);
});
