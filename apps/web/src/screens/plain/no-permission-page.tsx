import { StopOutlined } from '@ant-design/icons';
import { MENUS, type MenuId } from '@sightline/domain/access/permissions';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { landing, mayOpen, missingFor, refusedRoute, type Missing } from '../../app/guard.ts';
import css from '../../app/page.module.css';
import { useSession, visitorOf } from '../../session/session.ts';

/** Whether this tab has been anywhere before: the router numbers its places. */
const hasBefore = (): boolean => Number((window.history.state as { readonly idx?: number } | null)?.idx ?? 0) > 0;

/** 403: the page exists, but not for this account. */
export const Page = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const visitor = visitorOf(useSession());
  const home = landing(visitor);
  const route = refusedRoute(query.get('page'));
  const missing = route === undefined ? null : missingFor(route, visitor);
  return (
    <section className={css.centred}>
      <StopOutlined aria-hidden style={{ fontSize: 28, color: 'var(--text-muted)' }} />
      <h1 className={css.title}>{t('plain.noPermission')}</h1>
      {route !== undefined && <p>{t('plain.refusedPage', { page: t(`routes.${route.name}.title`) })}</p>}
      {missing === null ? <p>{t('plain.noPermissionText')}</p> : <MissingText missing={missing} />}
      {route !== undefined && missing === null && mayOpen(route, visitor) && route.redirect === undefined && (
        <Link to={route.path}>{t('plain.nowPermitted')}</Link>
      )}
      {hasBefore() && (
        <Button type="primary" onClick={() => void navigate(-1)}>
          {t('plain.back')}
        </Button>
      )}
      {visitor.permissions.size > 0 && <Link to={home}>{t('plain.toWorking')}</Link>}
    </section>
  );
};

/** What whoever manages the account has to grant. */
const MissingText = ({ missing }: { missing: Missing }) => {
  const { t } = useTranslation();
  const nameOf = (id: string): string => {
    const [menu = '', label] = id.split(':');
    const name = menu in MENUS ? t(`ui.menus.${MENUS[menu as MenuId].name}`) : menu;
    return label === undefined ? name : `${name} › ${t(`ui.permissionLabels.${label}`)}`;
  };
  if (missing.kind === 'mainAccount') return <p>{t('plain.missingMainAccount')}</p>;
  if (missing.kind === 'module') return <p>{t('plain.missingModule')}</p>;
  if (missing.kind === 'platformOwner') return <p>{t('plain.missingPlatformOwner')}</p>;
  const ids = missing.kind === 'oneOf' ? missing.ids : [missing.id];
  return (
    <>
      <p>{t(missing.kind === 'menu' ? 'plain.missingMenu' : 'plain.missingOneOf')}</p>
      <ul className={css.plainList}>
        {ids.map((id) => (
          <li key={id}>
            {nameOf(id)} <bdi dir="ltr">({id})</bdi>
          </li>
        ))}
      </ul>
      <p className={css.muted}>{t('plain.askManager')}</p>
    </>
  );
};
