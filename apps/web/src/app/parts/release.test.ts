import { expect, it } from 'vitest';
import { decide, entryOf } from './release.ts';

const facts = { running: '/assets/index-a.js', offered: '/assets/index-b.js', reloadedFor: null, isSomethingTyped: false };

it('finds the entry script of a page', () => {
  expect(entryOf('<head><link href="/x.js"><script type="module" crossorigin src="/assets/index-b.js"></script></head>')).toBe(
    '/assets/index-b.js',
  );
  expect(entryOf('<html>a proxy that is down</html>')).toBeNull();
});

it('loads the page anew for another release, once', () => {
  expect(decide(facts)).toBe('reload');
  expect(decide({ ...facts, reloadedFor: facts.offered })).toBe('newRelease');
  expect(decide({ ...facts, reloadedFor: '/assets/index-older.js' })).toBe('reload');
});

it('leaves the decision to whoever has typed something', () => {
  expect(decide({ ...facts, isSomethingTyped: true })).toBe('newRelease');
});

it('does nothing when the release is the same or nobody can say', () => {
  expect(decide({ ...facts, offered: facts.running })).toBe('same');
  expect(decide({ ...facts, offered: null })).toBe('same');
  expect(decide({ ...facts, running: null })).toBe('same');
});
