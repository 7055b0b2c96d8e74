import type { Branding } from '@sightline/contract';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { changeLanguage, pickLanguage, type Language } from '../i18n/i18n.ts';
import { DEFAULT_THEME_COLOUR, isColour } from '../theme/palettes.ts';
import { useHostDefaults, usePreferences } from '../theme/preferences.ts';
import { keepBrand, keptBrand } from './kept-brand.ts';
import { readToken } from './token.ts';

export const PRODUCT_NAME = 'Sightline';

type BrandingView = Pick<
  Branding,
  | 'title'
  | 'textVersion'
  | 'logoLight'
  | 'logoDark'
  | 'loginPageImage'
  | 'icon'
  | 'app'
  | 'appName'
  | 'appIos'
  | 'appAndroid'
  | 'domainName'
>;

const NONE: BrandingView = {
  title: PRODUCT_NAME,
  logoLight: '',
  logoDark: '',
  loginPageImage: '',
  icon: '',
  app: '',
  appName: '',
  appIos: '',
  appAndroid: '',
  domainName: '',
  textVersion: '',
};

export const useBranding = create<BrandingView>()(() => NONE);

/** Only pictures that come along in the answer, as the contract has them: nothing is loaded from a host that a customer names, and a drawing in SVG can carry programs. */
const safePicture = (text: string): string => (/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(text) ? text : '');

const languageOf = ({ defaultLanguage }: Branding): Language | null => (defaultLanguage ? pickLanguage([defaultLanguage]) : null);

/** The icon of the page as it came, for a brand without one. */
let ownIcon: string | null = null;

/** Dresses the client. */
const wear = (branding: Branding): void => {
  const icon = safePicture(branding.icon);
  useBranding.setState({
    title: branding.title || PRODUCT_NAME,
    logoLight: safePicture(branding.logoLight),
    logoDark: safePicture(branding.logoDark),
    loginPageImage: safePicture(branding.loginPageImage),
    icon,
    app: branding.app,
    appName: branding.appName,
    appIos: branding.appIos,
    appAndroid: branding.appAndroid,
    domainName: branding.domainName,
    textVersion: branding.textVersion,
  });
  const link = document.querySelector('link[rel=icon]');
  ownIcon ??= link?.getAttribute('href') ?? null;
  if (link !== null && ownIcon !== null) {
    link.setAttribute('href', icon || ownIcon);
    if (icon === '') link.setAttribute('type', 'image/svg+xml');
    else link.removeAttribute('type');
  }
  useHostDefaults.setState({
    colour: isColour(branding.defaultThemeColor) ? branding.defaultThemeColor.toLowerCase() : DEFAULT_THEME_COLOUR,
    menuPosition: branding.menuBarPosition === 'Left' ? 'side' : 'top',
    menuColour: branding.menuColor === 'Dark' ? 'dark' : 'light',
    language: branding.defaultLanguage || null,
  });
};

const host = (): string => window.location.hostname;

/** Asks for the brand of this host, wears and keeps it; null when the call fails, and everything stays as it is. */
export const loadBranding = async (): Promise<Branding | null> => {
  const branding = await call('system.branding', { hostName: host() }).catch(() => null);
  if (branding === null) return null;
  wear(branding);
  keepBrand(host(), branding);
  return branding;
};

/** Puts another brand on when the host has one by now. A person who has chosen no language, and is not signed in, gets the new one's. */
const renew = async (kept: Branding): Promise<void> => {
  const now = await call('system.branding.version', { hostName: host() }).catch(() => null);
  if (now === null || now.version === kept.version) return;
  const branding = await loadBranding();
  if (branding === null || branding.defaultLanguage === kept.defaultLanguage) return;
  const language = languageOf(branding);
  if (language !== null && usePreferences.getState().language === null && readToken() === null) await changeLanguage(language);
};

/**
 * Dresses the client for its host and gives the host's language. Who was here before sees the brand at once, as this browser keeps it, and a newer
 * one takes its place; a host without a brand, or a failed call, leaves the product's own look.
 */
export const dress = async (): Promise<Language | null> => {
  const kept = keptBrand(host());
  if (kept === null) {
    const branding = await loadBranding();
    return branding === null ? null : languageOf(branding);
  }
  wear(kept);
  void renew(kept);
  return languageOf(kept);
};
