import { createHash } from 'node:crypto';
import { Branding } from '@sightline/contract';
import { mailRoutes, ownerOfHost, type Database } from '@sightline/db';
import { textVersionOf } from '../company/own-texts.service.ts';

const DEFAULTS: Omit<Branding, 'version' | 'hostName' | 'textVersion'> = {
  title: 'Sightline',
  logoLight: '',
  logoDark: '',
  icon: '',
  loginPageImage: '',
  defaultThemeColor: '#FF720D',
  defaultLanguage: 'en_US',
  menuBarPosition: 'Top',
  menuColor: 'Light',
  app: '',
  appName: '',
  appIos: '',
  appAndroid: '',
  domainName: '',
};

/** What the customer that owns the host has set, over the defaults. The version changes with any of it. */
export async function brandingOf(database: Database, hostName: string): Promise<Branding> {
  const owner = hostName === '' ? undefined : await ownerOfHost(database.system, hostName.toLowerCase());
  const textVersion = owner === undefined ? '' : await textVersionOf(database, owner.path);
  return brandingView({ ...owner?.branding, hostName }, textVersion);
}

/** The stored brand of a customer over the defaults. */
export function brandingView(stored: Readonly<Record<string, unknown>>, textVersion = ''): Branding {
  const set = Object.fromEntries(Object.entries(stored).filter(([key, value]) => value !== '' || key === 'hostName'));
  const own = Branding.omit({ version: true, textVersion: true }).partial().safeParse(set);
  const branding = { hostName: '', ...DEFAULTS, ...(own.success ? own.data : {}), textVersion };
  const version = createHash('sha256').update(JSON.stringify(branding)).digest('hex').slice(0, 12);
  return { ...branding, version };
}

/** What the nearest customer that calls itself something, from the one with this path upwards, is called. */
export async function titleFor(database: Database, customerPath: string): Promise<string> {
  return (await mailRoutes(database.system, customerPath)).find((r) => r.title !== null)?.title ?? DEFAULTS.title;
}
