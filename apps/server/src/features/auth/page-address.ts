/** Where the page was opened from which a call comes. */
export interface PageAddress {
  /** Scheme, host and port, as browsers write it into what they sign. */
  readonly origin: string;
  /** Without the port: the relying party of passkeys (WebAuthn, 5.1.2). */
  readonly host: string;
}

const HOST = /^[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$/;
/** WebAuthn knows names alone, no addresses. */
const isName = (host: string): boolean => !/^[0-9.]+$/.test(host) && !host.endsWith('.');
const isThisMachine = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/**
 * The page by the `Origin` of the request (RFC 6454, 7), when it is one of the host that was asked (`Host`, RFC 9110, 7.2) and browsers would make keys
 * for it: https, or this machine. Null else. Anybody can send both headers; a browser signs for its own page alone, which is compared with this.
 */
export function pageAddress(origin: string | undefined, host: string | undefined): PageAddress | null {
  if (origin === undefined || host === undefined || !HOST.test(host) || !URL.canParse(origin)) return null;
  const page = new URL(origin);
  if (page.origin !== origin || !URL.canParse(`${page.protocol}//${host}`) || new URL(`${page.protocol}//${host}`).host !== page.host)
    return null;
  const isSecure = page.protocol === 'https:' || (page.protocol === 'http:' && isThisMachine(page.hostname));
  return isSecure && isName(page.hostname) ? { origin, host: page.hostname } : null;
}
