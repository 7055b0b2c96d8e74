const byLanguage = new Map<string, { readonly value: string; readonly label: string }[]>();

/** Currencies in use, ISO 4217, by code with their names in a language. */
export const currencyOptions = (languageTag: string): { readonly value: string; readonly label: string }[] => {
  let options = byLanguage.get(languageTag);
  if (options === undefined) {
    const names = new Intl.DisplayNames([languageTag], { type: 'currency' });
    options = Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }));
    byLanguage.set(languageTag, options);
  }
  return options;
};
