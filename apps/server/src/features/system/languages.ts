/** Languages of the interface, each in its own words. */
export const LANGUAGES = [
  { languageCode: 'en_US', languageName: 'English' },
  { languageCode: 'zh_CN', languageName: '简体中文' },
] as const;
