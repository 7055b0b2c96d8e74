import type { Branding } from '@sightline/contract';
import { create } from 'zustand';
import { call } from '../api/client.ts';
import { pickLanguage, type Language } from '../i18n/i18n.ts';
import { DEFAULT_THEME_COLOUR } from '../theme/palettes.ts';
import { useHostDefaults } from '../theme/preferences.ts';

export const PRODUCT_NAME = 'Sightline';

type BrandingView = Pick<Branding, 'title' | 'logoLight' | 'logoDark' | 'loginPageImage' | 'icon' | 'app' | 'domainName'>;

const NONE: BrandingView = {
  title: PRODUCT_NAME,
  logoLight: '',
  logoDark: '',
  loginPageImage: '',
  icon: '',
  app: '',
  domainName: '',
};

export const useBranding = create<BrandingView>()(() => NONE);

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Only pictures of this host or over https: a `javascript:` or `data:` address has no place here. */
const safeUrl = (text: string): string => (/^(https:\/\/|\/(?!\/))/.test(text) ? text : '');

/** Dresses the client for its host. A host without branding, or a failed call, leaves the product's own look. */
export const loadBranding = async (): Promise<Language | null> => {
  const branding = await call('system.branding', { hostName: window.location.hostname }).catch(() => null);
  if (branding === null) return null;
  useBranding.setState({
    title: branding.title || PRODUCT_NAME,
    logoLight: safeUrl(branding.logoLight),
    logoDark: safeUrl(branding.logoDark),
    loginPageImage: safeUrl(branding.loginPageImage),
    icon: safeUrl(branding.icon),
    app: branding.app,
    domainName: branding.domainName,
  });
  if (branding.icon) document.querySelector('link[rel=icon]')?.setAttribute('href', safeUrl(branding.icon));
  useHostDefaults.setState({
    colour: isColour(branding.defaultThemeColor) ? branding.defaultThemeColor.toLowerCase() : DEFAULT_THEME_COLOUR,
    menuPosition: branding.menuBarPosition === 'Left' ? 'side' : 'top',
    menuColour: branding.menuColor === 'Dark' ? 'dark' : 'light',
    language: branding.defaultLanguage || null,
  });
  return branding.defaultLanguage ? pickLanguage([branding.defaultLanguage]) : null;
};
