import { ToolOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { landing } from '../../app/guard.ts';
import css from '../../app/page.module.css';
import { useRouteDefinition } from '../../app/titled-page.tsx';
import { useSession, visitorOf } from '../../session/session.ts';

/** An address of the product whose page does not exist yet: says what it will be, and that it is not there. */
export const NotBuiltPage = () => {
  const { t } = useTranslation();
  const route = useRouteDefinition();
  const home = landing(visitorOf(useSession()));
  return (
    <section className={css.centred}>
      <ToolOutlined aria-hidden style={{ fontSize: 28, color: 'var(--text-muted)' }} />
      <h1 className={css.title}>{t(`routes.${route.name}.title`)}</h1>
      <p>{t('plain.notBuilt')}</p>
      <p className={css.muted}>
        {t('plain.planned')} {t(`routes.${route.name}.about`)}
      </p>
      {home !== route.path && <Link to={home}>{t('plain.toWorking')}</Link>}
    </section>
  );
};
