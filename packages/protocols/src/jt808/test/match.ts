/** Compares what other implementations state about a frame with what is decoded here, key by key through a name table. */
export interface Leaf {
  readonly key: string;
  readonly path: string;
  readonly indexes: readonly number[];
  readonly value: unknown;
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every scalar of a decoded structure with its key and the list indexes on the way. */
export function leavesOf(value: unknown, key = '', path = '', indexes: readonly number[] = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((entry, i) => leavesOf(entry, key, `${path}[${i}]`, [...indexes, i]));
  if (isTree(value)) return Object.entries(value).flatMap(([k, v]) => leavesOf(v, k, path === '' ? k : `${path}.${k}`, indexes));
  return [{ key, path, indexes, value }];
}

const text = (value: unknown): string => String(value).replaceAll('\0', '').replace('T', ' ').trim();
const plain = (value: string): string => value.replace(/^0+(?=.)/, '').toLowerCase();

/** Lower-case hex of a list of octets (signed or not), or null. */
const octets = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 && value.every((n) => Number.isInteger(n) && n >= -128 && n < 256)
    ? value.map((n: number) => (n & 0xff).toString(16).padStart(2, '0')).join('')
    : null;

/** One stated value against one of ours: times in any notation, digits without leading zeros, octets as list, base or hex. */
export function same(expected: unknown, ours: unknown): boolean {
  if (isTree(expected)) {
    if ('hex' in expected) return text(ours) === text(expected['hex']);
    if ('enum' in expected) return expected['value'] === null || same(expected['value'], ours);
  }
  if (Array.isArray(expected)) return octets(expected) !== null && octets(expected) === ours;
  if (typeof expected === 'boolean') return ours === expected || ours === Number(expected);
  if (typeof expected === 'number') {
    if (typeof ours === 'number')
      return Math.abs(expected - ours) < 1e-9 || (expected < 0 && (ours | 0) === expected) || (ours < 0 && ours + 2 ** 32 === expected);
    if (typeof ours !== 'string') return false;
    // a number that an origin puts as raw octets into a text
    return (
      (/^\d+$/.test(ours) && Number(ours) === expected) ||
      (ours !== '' && [...ours].reduce((n, c) => n * 256 + c.charCodeAt(0), 0) === expected)
    );
  }
  const a = text(expected);
  const b = text(ours);
  if (a === b || plain(a) === plain(b)) return true;
  // a date, or digits of a time, of which the notation differs
  const digits = (s: string): string => s.replace(/\D/g, '');
  const [x, y] = [digits(a), digits(b)];
  if (x.length >= 6 && /^[\d :.\-/]+$/.test(a) && (x === y || `20${x}` === y)) return true;
  const bothTimes = x.length >= 6 && /^[\d :.\-/]+$/.test(a) && /^[\d :.\-/]+$/.test(b);
  const longer = (l: string, k: string): boolean => l.startsWith(k) && /^0*$/.test(l.slice(k.length));
  return bothTimes && (longer(y, x) || (y !== '' && longer(x, y)) || (/^\d\d:\d\d:\d\d$/.test(a) && b.startsWith(a)));
}

export interface Statement {
  /** As the origin writes it, for messages. */
  readonly path: string;
  readonly key: string;
  readonly indexes: readonly number[];
  /** Additional item or parameter that the value belongs to. */
  readonly item: number | null;
  readonly value: unknown;
}

/** Keys of ours for a key of an origin; keys not listed may match under any name. */
export type Names = Readonly<Record<string, readonly string[]>>;

const asciiHex = (value: unknown): string => Array.from(String(value), (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
/** How a value stands in the octets of an item that stays hex. */
function inHex(hex: string, value: unknown): boolean {
  const v = isTree(value) && 'hex' in value ? value['hex'] : value;
  if (v === -1) return hex.includes('ff');
  if (typeof v === 'number') return hex.includes((v >>> 0).toString(16).padStart(v > 0xff ? 4 : 2, '0')) || hex.includes(v.toString(16));
  return (
    hex.includes(asciiHex(v)) ||
    hex.includes(text(v).toLowerCase()) ||
    hex.includes(
      text(v)
        .replace(/^20(?=\d\d-)/, '')
        .replace(/\D/g, '') || '-',
    )
  );
}

/** Fields that are on the wire only when a flag is set; an origin's object holds them also when it is not. */
const OPTIONAL = /^(HighestSpeed|OverspeedDuration|StartTime|EndTime|NightMaximumSpeed|AreaName|Section\w+)$/;

/** Null when the statement holds for the decoded leaves, else why not. */
export function contradiction(
  statement: Statement,
  ours: readonly Leaf[],
  items: ReadonlyMap<number, readonly Leaf[]>,
  names: Names,
): string | null {
  const { key, value, indexes, item } = statement;
  const keys = names[key];
  // records inside a message repeat the header's fields empty in one origin
  if (keys?.length === 0 || (value === 0 && /^(messageId|serialNo)$/.test(key))) return null;
  if (item !== null) {
    const leaves = items.get(item);
    if (!leaves) return value === null ? null : `${statement.path}: no item ${item}`;
    if (leaves.some((leaf) => same(value, leaf.value) || (leaf.key === 'hex' && inHex(String(leaf.value), value)))) return null;
    if (isTree(value) && leaves.some((leaf) => leaf.key === 'hex' && text(value['hex']).endsWith(String(leaf.value)))) return null;
    if (Array.isArray(value) && value.every((n) => n === 0 || leaves.some((leaf) => same(n, leaf.value)))) return null;
    return `${statement.path}: ${JSON.stringify(value)} not in item ${JSON.stringify(leaves.map((leaf) => leaf.value))}`;
  }
  const at = (leaf: Leaf): boolean =>
    indexes.length === 0 || key === '' || indexes.includes(-1) || indexes.every((n, i) => leaf.indexes[i] === n);
  const named = ours.filter((leaf) => (keys === undefined || keys.includes(leaf.key)) && at(leaf));
  if (keys !== undefined && isTree(value) && 'hex' in value && named.some((leaf) => typeof leaf.value === 'number')) {
    const words = named.map((leaf) => Number(leaf.value).toString(16).padStart(4, '0')).join('');
    return words === value['hex'] ? null : `${statement.path}: ${words}`;
  }
  if (value === null || value === '' || (isTree(value) && value['hex'] === '')) {
    return named.length === 0 ||
      indexes.includes(-1) ||
      keys === undefined ||
      named.every((leaf) => leaf.value === '' || leaf.value === null)
      ? null
      : `${statement.path}: expected nothing`;
  }
  if (named.some((leaf) => same(value, leaf.value))) return null;
  if (Array.isArray(value) && value.every((n) => named.some((leaf) => same(n, leaf.value)))) return null;
  // structures of an origin's own tests inside a part that is opaque here
  if (keys === undefined && named.some((leaf) => /^(content|data)$/.test(leaf.key) && inHex(String(leaf.value), value))) return null;
  if (named.length === 0 && (OPTIONAL.test(key) || (value === 0 && /^Packa?ge?(Index|Count)$|^PackgeCount$/.test(key)))) return null;
  return `${statement.path}: expected ${JSON.stringify(value)}, have ${JSON.stringify(named.slice(0, 8).map((leaf) => [leaf.path, leaf.value]))}`;
}
