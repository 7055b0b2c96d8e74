const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Name of a region in the user's language, undefined for what is none. `language` as in the product: en_US, zh_CN ... */
const namer = (language: string): Intl.DisplayNames => {
  const tag = language.replaceAll('_', '-');
  return new Intl.DisplayNames([tag, 'en'], { type: 'region', fallback: 'none' });
};

/** Two-letter codes and names, all that the browser knows. */
export const countryNames = (language: string): ReadonlyMap<string, string> => {
  const names = namer(language);
  const found = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const name = names.of(first + second);
      if (name !== undefined) found.set(first + second, name);
    }
  }
  return found;
};
