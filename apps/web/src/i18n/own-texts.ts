import type { LanguageText } from '@sightline/contract';

export interface TextTree {
  readonly [key: string]: TextTree | unknown;
}

/** The names between double braces, each once, in order of the alphabet. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1] ?? ''))].sort();

/** Whether a text can stand in the place of another one: it fills in the same values. */
export const keepsPlaceholders = (text: string, builtIn: string): boolean => placeholdersOf(text).join() === placeholdersOf(builtIn).join();

const isTree = (value: unknown): value is TextTree => typeof value === 'object' && value !== null;

/** All texts of a catalogue with their keys. */
export const flatTexts = (tree: TextTree, prefix = ''): readonly LanguageText[] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ key: prefix + name, text: value }] : isTree(value) ? flatTexts(value, `${prefix}${name}.`) : [],
  );

const replaced = (tree: TextTree, [name = '', ...rest]: readonly string[], text: string): TextTree => {
  const value = Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (rest.length > 0) return isTree(value) ? { ...tree, [name]: replaced(value, rest, text) } : tree;
  // A text of a former release may have lost its place, or no longer fit there.
  return typeof value === 'string' && keepsPlaceholders(text, value) ? { ...tree, [name]: text } : tree;
};

/** A catalogue with own texts in the place of built-in ones; the catalogue itself stays. */
export const overlaid = (tree: TextTree, own: readonly LanguageText[]): TextTree =>
  own.reduce((all, { key, text }) => replaced(all, key.split('.'), text), tree);
