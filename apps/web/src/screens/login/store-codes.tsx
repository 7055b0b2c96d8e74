import { QRCode } from 'antd';
import { useTranslation } from 'react-i18next';
import type { StoreLink } from './store-links.ts';
import css from './login.module.css';

/** The addresses as codes for the camera of a phone; dark on light in every theme, as readers want them. */
export const StoreCodes = ({ links }: { links: readonly StoreLink[] }) => {
  const { t } = useTranslation();
  return (
    <div className={css.codes}>
      {links.map(({ store, url }) => (
        <figure key={store}>
          <div role="img" aria-label={t('login.codeOf', { store: t(`login.store.${store}`) })}>
            {/* The drawing has a role of its own without a name. */}
            <div aria-hidden>
              <QRCode value={url} size={132} type="svg" color="#000000" bgColor="#ffffff" bordered={false} />
            </div>
          </div>
          <figcaption>{t(`login.store.${store}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
};
