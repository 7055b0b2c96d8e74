import { useCallback, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/**
 * What is in the address, and what is on its way there. A navigation takes effect with a later rendering; a second change that began from what
 * is on screen would undo the first one. One for the page: several parts of it write the same address.
 */
class PendingAddress {
  private path = '';
  private shown = '';
  private latest = new URLSearchParams();
  /** Texts that were written and are not on screen yet, in order. */
  private written: string[] = [];

  /** A rendering shows `query`. */
  show(path: string, query: URLSearchParams): void {
    const text = query.toString();
    if (path === this.path && text === this.shown) return;
    const at = path === this.path ? this.written.lastIndexOf(text) : -1;
    // An address that nobody here wrote (a link, "back") replaces what was on its way.
    this.written = at < 0 ? [] : this.written.slice(at + 1);
    if (this.written.length === 0) this.latest = query;
    this.path = path;
    this.shown = text;
  }

  change(write: (current: URLSearchParams) => URLSearchParams): URLSearchParams {
    this.latest = write(this.latest);
    this.written.push(this.latest.toString());
    return this.latest;
  }

  /** What was on its way does not come. */
  drop(): void {
    this.latest = new URLSearchParams(this.shown);
    this.written = [];
  }
}

const address = new PendingAddress();

/** For who has stopped a navigation: later changes begin from what is on screen again. */
export const dropPendingAddress = (): void => address.drop();

/** The query of the address, and a change of it that begins with every change before it. The history keeps one entry. */
export const useAddress = (): readonly [URLSearchParams, (write: (current: URLSearchParams) => URLSearchParams) => void] => {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  useEffect(() => address.show(pathname, query), [pathname, query]);
  const change = useCallback(
    (write: (current: URLSearchParams) => URLSearchParams) => setQuery(address.change(write), { replace: true }),
    [setQuery],
  );
  return [query, change];
};
