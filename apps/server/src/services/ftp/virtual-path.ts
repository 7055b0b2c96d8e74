const MAX_CHARS = 255;
const MAX_DEPTH = 16;

/**
 * A place in the tree that an account believes in, seen from another one. It is a name and nothing else: no file of this machine is found by it.
 * Null for one that is empty, too long or too deep, or has control characters.
 */
export function virtualPath(from: string, given: string): string | null {
  if (given === '' || given.length > MAX_CHARS || /\p{Cc}/u.test(given)) return null;
  const text = given.replaceAll('\\', '/');
  const parts: string[] = text.startsWith('/') ? [] : from.split('/').filter((part) => part !== '');
  for (const part of text.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const path = `/${parts.join('/')}`;
  return parts.length > MAX_DEPTH || path.length > MAX_CHARS ? null : path;
}

/** The folder that a file is in. */
export const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
