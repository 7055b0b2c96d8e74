import type { Branding } from '@sightline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import { useBranding } from '../../session/branding.ts';
import { TextButton } from './fields/controls.tsx';
import css from './login.module.css';
import { storeLinks } from './store-links.ts';

// The codes are drawn by a part that nobody needs before asking for them.
const StoreCodes = lazyPart(() => import('./store-codes.tsx').then((module) => module.StoreCodes), { texts: 'entrance' });

type Apps = Pick<Branding, 'appName' | 'appIos' | 'appAndroid' | 'app'>;

/** Where the apps of this host can be had. */
export const Clients = () => <ClientLinks apps={useBranding()} />;

/** The line with the apps of a host. One without an address for them says so rather than showing dead links. */
export const ClientLinks = ({ apps }: { apps: Apps }) => {
  const { t } = useTranslation();
  const [hasCodes, setCodes] = useState(false);
  const links = storeLinks(apps);
  return (
    <section className={css.clients} aria-label={t('login.clients')}>
      {links.length === 0 ? (
        <span>{t('login.clientsNone')}</span>
      ) : (
        <>
          <span>{apps.appName || t('login.clients')}:</span>
          {links.map(({ store, url }) => (
            <a key={store} href={url} rel="noreferrer" target="_blank">
              {t(`login.store.${store}`)}
            </a>
          ))}
          <TextButton isOpen={hasCodes} onClick={() => setCodes(!hasCodes)}>
            {t('login.qrCodes')}
          </TextButton>
          {hasCodes && (
            <Suspense>
              <StoreCodes links={links} />
            </Suspense>
          )}
        </>
      )}
    </section>
  );
};
