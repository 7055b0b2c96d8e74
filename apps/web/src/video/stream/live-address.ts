/** Addresses that a socket can be opened to, by the scheme of what the server answered. */
const SCHEMES: Readonly<Record<string, 'ws:' | 'wss:'>> = { 'http:': 'ws:', 'https:': 'wss:', 'ws:': 'ws:', 'wss:': 'wss:' };

/**
 * The address of a stream for a socket. The server's answer is relative to the page when the page's own server carries the stream. A page of
 * https opens nothing in the clear. @throws TypeError for anything else.
 */
export const socketAddress = (address: string, page: string): string => {
  const url = new URL(address, page);
  const scheme = SCHEMES[url.protocol];
  if (scheme === undefined) throw new TypeError(`no address of a stream: ${url.protocol}`);
  url.protocol = new URL(page).protocol === 'https:' ? 'wss:' : scheme;
  return url.href;
};
