import { call } from '../../api/client.ts';
import { readToken } from '../../session/token.ts';
import { isSomethingTyped } from '../../ui/unsaved-registry.ts';

/** The release for which this tab was loaded anew, so that it is never done twice. */
const RELOADED_FOR = 'sightline.reloaded-for';

/** The entry script of a page: its name holds a hash of the whole program, so that every release has another. */
export const entryOf = (html: string): string | null => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
};

/** What a decision about a failed part stands on. */
export interface ReleaseFacts {
  readonly running: string | null;
  /** Null: the server did not say. */
  readonly offered: string | null;
  readonly reloadedFor: string | null;
  readonly isSomethingTyped: boolean;
}

/** `reload` at most once for a release, and never over something typed: then the person decides. */
export const decide = ({ running, offered, reloadedFor, isSomethingTyped: typed }: ReleaseFacts): 'same' | 'newRelease' | 'reload' => {
  if (running === null || offered === null || running === offered) return 'same';
  return typed || reloadedFor === offered ? 'newRelease' : 'reload';
};

const runningEntry = (): string | null => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

const offeredEntry = async (): Promise<string | null> => {
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok ? entryOf(await answer.text()) : null;
};

let pendingAddress: () => string | null = () => null;
/** The router tells where a person is on the way to: there the page is loaded anew. */
export const setPendingAddress = (address: () => string | null): void => void (pendingAddress = address);

/** Loads the page anew, at the place to which the person was on the way. */
export const reloadPage = (): void => {
  const address = pendingAddress();
  if (address === null) window.location.reload();
  else window.location.assign(address);
};

/** Whether the server has another release than the one that this page was loaded from; false where nobody can say. */
export const isOutdated = async (): Promise<boolean> => {
  const offered = await offeredEntry().catch(() => null);
  const running = runningEntry();
  return offered !== null && running !== null && offered !== running;
};

/**
 * After a part could not be loaded: ends a session that no longer stands, and finds out whether there is another release.
 * When that is the reason the page is loaded anew, and nothing is answered any more.
 * @returns whether the server has another release
 */
export const lookForRelease = async (): Promise<boolean> => {
  if (readToken() !== null) await call('common.checkUpdate', {}).catch(() => null);
  const running = runningEntry();
  const offered = await offeredEntry().catch(() => null);
  const facts = { running, offered, reloadedFor: sessionStorage.getItem(RELOADED_FOR), isSomethingTyped: isSomethingTyped() };
  const decision = decide(facts);
  if (decision !== 'reload' || offered === null) return decision === 'newRelease';
  sessionStorage.setItem(RELOADED_FOR, offered);
  reloadPage();
  return await new Promise<never>(() => undefined);
};
