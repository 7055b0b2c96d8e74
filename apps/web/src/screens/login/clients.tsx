import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../app/parts/lazy-part.tsx';
import { useBranding } from '../../session/branding.ts';
import { TextButton } from './fields/controls.tsx';
import css from './login.module.css';
import { storeLinks } from './store-links.ts';

// The codes are drawn by a part that nobody needs before asking for them.
const StoreCodes = lazyPart(() => import('./store-codes.tsx').then((module) => module.StoreCodes));

/** Where apps can be had. A host without an address for them says so rather than showing dead links. */
export const Clients = () => {
  const { t } = useTranslation();
  const branding = useBranding();
  const [hasCodes, setCodes] = useState(false);
  const links = storeLinks(branding);
  return (
    <section className={css.clients} aria-label={t('login.clients')}>
      {links.length === 0 ? (
        <span>{t('login.clientsNone')}</span>
      ) : (
        <>
          <span>{branding.appName || t('login.clients')}:</span>
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
