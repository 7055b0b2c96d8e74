import type { ReleaseNote } from '@sightline/contract';
import { WEB_VERSION } from '../system/version.service.ts';
import { RELEASES, type ReleaseEntry } from './release-notes.ts';

/** What a new user has read already: who comes anew has nothing to catch up with. */
export const NOTHING_UNREAD = { web_version: WEB_VERSION } as const;

/** The releases that are newer than the one that was read last; all of them when none was, the newest alone after one that is not listed. */
export function unreadReleases(releases: readonly ReleaseEntry[], readVersion: string | null): ReadonlySet<string> {
  if (readVersion === null) return new Set(releases.map((r) => r.version));
  const read = releases.findIndex((r) => r.version === readVersion);
  return new Set(releases.slice(0, read === -1 ? 1 : read).map((r) => r.version));
}

/** The history in a language, the newest first. */
export function releaseNotes(language: string, readVersion: string | null): ReleaseNote[] {
  const unread = unreadReleases(RELEASES, readVersion);
  const key = language === 'zh_CN' ? 'zh' : 'en';
  return RELEASES.map(({ version, releaseDate, content }) => ({
    id: version,
    version,
    releaseDate,
    content: content.map(({ title, text }) => ({ title: title[key], text: text[key], image: '', imageList: [] })),
    unread: unread.has(version),
  }));
}
