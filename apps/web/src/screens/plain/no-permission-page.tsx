import { StopOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { landing } from '../../app/guard.ts';
import css from '../../app/page.module.css';
import { useSession, visitorOf } from '../../session/session.ts';

/** 403: the page exists, but not for this account. */
export const Page = () => {
  const { t } = useTranslation();
  const visitor = visitorOf(useSession());
  const home = landing(visitor);
  return (
    <section className={css.centred}>
      <StopOutlined aria-hidden style={{ fontSize: 28, color: 'var(--text-muted)' }} />
      <h1 className={css.title}>{t('plain.noPermission')}</h1>
      <p>{t('plain.noPermissionText')}</p>
      {visitor.permissions.size > 0 && <Link to={home}>{t('plain.toWorking')}</Link>}
    </section>
  );
};
