import { describe, expect, it } from 'vitest';

type Texts = { readonly [key: string]: string | Texts };

const catalogues = import.meta.glob<Texts>('../**/locale/*.json', { eager: true, import: 'default' });
const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const flatten = (texts: Texts, prefix: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as [string, string]] : flatten(value, `${prefix}.${key}`),
  );

const load = (language: string): Map<string, string> =>
  new Map(
    Object.entries(catalogues)
      .filter(([path]) => path.endsWith(`/${language}.json`))
      .flatMap(([path, texts]) => flatten(texts, path.split('/').at(-3) ?? '')),
  );

const english = load('en_US');
const chinese = load('zh_CN');
const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe('catalogue', () => {
  it('has the same keys in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('has a text for every key, with the same placeholders', () => {
    const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      expect(chinese.get(key)?.trim(), key).not.toBe('');
      expect(placeholders(chinese.get(key) ?? ''), key).toEqual(placeholders(text));
    }
  });

  it('has Chinese texts that are Chinese', () => {
    const latin = [...chinese].filter(
      ([key, text]) => !/[\u4e00-\u9fff]/.test(text) && text === english.get(key) && /[a-z]{3}/i.test(text),
    );
    expect(latin.map(([key]) => key).filter((key) => !LATIN_IN_BOTH.some((start) => key.startsWith(start)))).toEqual([]);
  });
});

/** Names that are the same in both languages. */
const LATIN_IN_BOTH = ['monitor.locationTypes.', 'map.types.', 'playback.csv.'];

/** Whole keys in quotes, and the beginnings of keys that are put together (`t(\`routes.${name}.title\`)`). */
const literal = /['"`]((?:[a-z][A-Za-z0-9]*)(?:\.[A-Za-z0-9_]+)+)['"`]/g;
const composed = /`((?:[a-z][A-Za-z0-9]*)(?:\.[A-Za-z0-9_]+)*\.)\$\{/g;
const code = Object.entries(sources);
const areas = new Set([...english.keys()].map((key) => key.split('.')[0]));
const all = (pattern: RegExp): [string, string][] =>
  code.flatMap(([path, text]) => [...text.matchAll(pattern)].map((match): [string, string] => [match[1] ?? '', path]));
const called = /\bt\(\s*['"`]([A-Za-z0-9_.]+)['"`]/g;

describe('use of the catalogue', () => {
  const base = new Set([...english.keys()].map(withoutPlural));

  it('finds the text of every key that the code asks for', () => {
    const missing = all(called).filter(([key]) => !base.has(key));
    expect(missing).toEqual([]);
  });

  it('finds texts for every key that is put together', () => {
    const missing = all(composed).filter(
      ([start]) => areas.has(start.split('.')[0] ?? '') && ![...base].some((key) => key.startsWith(start)),
    );
    expect(missing).toEqual([]);
  });

  it('has no text that nothing asks for', () => {
    const used = new Set(all(literal).map(([key]) => key));
    const starts = [...new Set(all(composed).map(([start]) => start))].filter((start) => areas.has(start.split('.')[0] ?? ''));
    const unused = [...base].filter((key) => !used.has(key) && !starts.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});
