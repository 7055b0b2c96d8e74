/** Addresses that the entrance and the pages behind it agree on; without the table of routes, which the entrance does not need. */
export const LOGIN_PATH = '/login';
export const FORGOTTEN_PATH = '/forgotPassword';
export const HOME_PATH = '/dashboard';

/** First parts of the paths that are open without a token. */
const PUBLIC = [LOGIN_PATH, FORGOTTEN_PATH, '/share'];

const isBelow = (path: string, start: string): boolean => path === start || path.startsWith(`${start}/`);

export const isPublicPath = (path: string): boolean => PUBLIC.some((start) => isBelow(path, start));

/** The pages before the sign-in: they are small, and loaded without the rest of the program. */
export type EntrancePage = 'login' | 'forgotPassword';

export const entrancePageOf = (path: string): EntrancePage | null =>
  isBelow(path, LOGIN_PATH) ? 'login' : isBelow(path, FORGOTTEN_PATH) ? 'forgotPassword' : null;

export const entranceAddress = (page: EntrancePage): string => (page === 'login' ? LOGIN_PATH : FORGOTTEN_PATH);

/** Only addresses of this client: an absolute or protocol-relative address would lead elsewhere. */
export const safeReturn = (address: string | null): string | null =>
  address !== null && /^\/(?![/\\])/.test(address) && !address.startsWith(LOGIN_PATH) ? address : null;

export const loginAddress = (from: string): string => {
  const back = safeReturn(from);
  return back === null || back === '/' ? LOGIN_PATH : `${LOGIN_PATH}?return=${encodeURIComponent(back)}`;
};

/** Where somebody wanted to go before signing in, by the address of the sign-in page. */
export const returnAddress = (search: string): string | null => safeReturn(new URLSearchParams(search).get('return'));
