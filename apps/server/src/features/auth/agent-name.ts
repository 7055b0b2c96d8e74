/** In this order: most browsers name those that they descend from as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^node\b/, 'Node.js'],
  [/^curl\/(\d+)/, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a `User-Agent` (RFC 9110, 10.1.5) says, for people; '' where it says nothing that is known. */
export function agentName(agent: string | null): { readonly browser: string; readonly system: string } {
  const text = agent ?? '';
  const browser = BROWSERS.map(([pattern, name]) => ({ name, match: pattern.exec(text) })).find(({ match }) => match !== null);
  const version = browser?.match?.[1];
  return {
    browser: browser ? (version === undefined ? browser.name : `${browser.name} ${version}`) : '',
    system: SYSTEMS.find(([pattern]) => pattern.test(text))?.[1] ?? '',
  };
}
