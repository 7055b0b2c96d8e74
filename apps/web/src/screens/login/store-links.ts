import type { Branding } from '@sightline/contract';

export type Store = 'ios' | 'android' | 'web';
export interface StoreLink {
  readonly store: Store;
  readonly url: string;
}

/** Where the app of a host is downloaded; addresses that are not https are left out. */
export const storeLinks = ({ appIos, appAndroid, app }: Pick<Branding, 'appIos' | 'appAndroid' | 'app'>): readonly StoreLink[] =>
  (
    [
      ['ios', appIos],
      ['android', appAndroid],
      ['web', app],
    ] as const
  ).flatMap(([store, url]) => (url.startsWith('https://') ? [{ store, url }] : []));
