import { expect, it } from 'vitest';
import { WEB_VERSION } from '../system/version.service.ts';
import { RELEASES } from './release-notes.ts';
import { releaseNotes, unreadReleases } from './release-notes.service.ts';

it('the history begins with this build, goes back in time, and stands in both languages', () => {
  expect(RELEASES[0]!.version).toBe(WEB_VERSION);
  expect(new Set(RELEASES.map((r) => r.version)).size).toBe(RELEASES.length);
  expect(RELEASES.map((r) => r.releaseDate)).toEqual(
    RELEASES.map((r) => r.releaseDate)
      .toSorted()
      .toReversed(),
  );
  for (const { title, text } of RELEASES.flatMap((r) => r.content)) {
    for (const words of [title, text]) {
      expect(words.en).toMatch(/^[\x20-\x7e]+$/);
      expect(words.zh).toMatch(/[\u4e00-\u9fff]/);
    }
  }
  const [newest] = releaseNotes('zh_CN', WEB_VERSION);
  expect([newest!.unread, newest!.content[0]!.title]).toEqual([false, RELEASES[0]!.content[0]!.title.zh]);
});

it('is unread from the version on that was read last', () => {
  const releases = ['3.0.0', '2.0.0', '1.0.0'].map((version) => ({ version, releaseDate: '2026-01-01', content: [] }));
  const unread = (read: string | null): string[] => [...unreadReleases(releases, read)];
  expect(unread(null)).toEqual(['3.0.0', '2.0.0', '1.0.0']);
  expect(unread('3.0.0')).toEqual([]);
  expect(unread('1.0.0')).toEqual(['3.0.0', '2.0.0']);
  expect(unread('0.9.0')).toEqual(['3.0.0']);
});
