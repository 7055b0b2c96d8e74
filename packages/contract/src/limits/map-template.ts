/** Where the key of a source stands in its address template. */
export const KEY_PLACE = '{key}';

const TILE_PLACES = ['{z}', '{x}', '{y}'] as const;
const KNOWN_PLACES: ReadonlySet<string> = new Set([...TILE_PLACES, KEY_PLACE]);
/** Scheme, then a host and perhaps a port in which nothing is filled in; then what the server makes of it. */
const SHAPE = /^https:\/\/(?<host>[^/?#@\\{}]+)\/[^#\\]*$/u;
/** Blanks and control characters are dropped or escaped by browsers: the address would not be the one that was read. */
const UNSEEN = /[\p{Cc}\p{Z}]/u;

/** The host of an address template, with its port where it names one; null where the template is none of a tile source. */
export function mapTemplateHost(template: string): string | null {
  if (UNSEEN.test(template) || !SHAPE.test(template)) return null;
  const places: readonly string[] = template.match(/\{[^{}]*\}/gu) ?? [];
  if (/[{}]/u.test(template.replaceAll(/\{[^{}]*\}/gu, '')) || places.some((place) => !KNOWN_PLACES.has(place))) return null;
  if (TILE_PLACES.some((place) => !places.includes(place))) return null;
  const address = template.replaceAll(/\{[^{}]*\}/gu, '0');
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, host, username, password } = new URL(address);
  // Browsers write any kind of numeric address as digits and dots.
  const isNamed = /[a-z]/u.test(hostname.split('.').findLast((label) => label !== '') ?? '') && !hostname.startsWith('[');
  return protocol === 'https:' && username === '' && password === '' && isNamed ? host : null;
}

export const takesKey = (template: string): boolean => template.includes(KEY_PLACE);
