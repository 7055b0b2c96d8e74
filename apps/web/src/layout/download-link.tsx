import { DownloadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession, visitorOf } from '../session/session.ts';
import css from './layout.module.css';
import { menuFor } from './menu.ts';

export const DownloadLink = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  const [entry] = menuFor('download', visitorOf(useSession()));
  if (entry === undefined) return null;
  const text = entry.built ? t('layout.downloads') : `${t('layout.downloads')} · ${t('layout.notBuilt')}`;
  return (
    <Link
      to={entry.route.path}
      className={css.tool}
      data-unbuilt={!entry.built || undefined}
      aria-label={t('layout.downloads')}
      title={text}
    >
      <DownloadOutlined aria-hidden />
      {label && t('layout.downloads')}
    </Link>
  );
};
