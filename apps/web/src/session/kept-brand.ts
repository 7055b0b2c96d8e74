import type { Branding } from '@sightline/contract';

/** The brand of a host, not of a person: it stays when a session ends. */
const KEY = 'sightline.brand';

interface Kept {
  readonly hostName: string;
  readonly branding: Branding;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** All of them texts; one that an older release has kept may lack some. */
const FIELDS: Readonly<Record<keyof Branding, true>> = {
  hostName: true,
  title: true,
  logoLight: true,
  logoDark: true,
  icon: true,
  loginPageImage: true,
  defaultThemeColor: true,
  defaultLanguage: true,
  menuBarPosition: true,
  menuColor: true,
  app: true,
  appName: true,
  appIos: true,
  appAndroid: true,
  domainName: true,
  textVersion: true,
  version: true,
};

const isBranding = (value: unknown): value is Branding =>
  isRecord(value) && Object.keys(FIELDS).every((name) => typeof value[name] === 'string');

const isKept = (value: unknown): value is Kept => isRecord(value) && typeof value['hostName'] === 'string' && isBranding(value['branding']);

/** The brand that this browser was shown last by a host; null where there is none, or it is not whole. */
export const keptBrand = (hostName: string): Branding | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isKept(kept) && kept.hostName === hostName ? kept.branding : null;
  } catch {
    return null;
  }
};

export const keepBrand = (hostName: string, branding: Branding): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ hostName, branding }));
  } catch {
    // Without room it is asked for again with the next visit.
    localStorage.removeItem(KEY);
  }
};
