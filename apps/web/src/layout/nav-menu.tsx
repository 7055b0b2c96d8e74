import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { isActive, type MenuEntry } from './menu.ts';
import css from './layout.module.css';
import { RouteIcon } from './route-icon.tsx';

interface NavMenuProps {
  readonly entries: readonly MenuEntry[];
  /** `top` shows groups as dropdowns, `side` opens them in place, `icons` shows icons alone. */
  readonly layout: 'top' | 'side' | 'icons';
  readonly className?: string;
  readonly onNavigate?: () => void;
}

/** The permitted pages of the route table. Those not built yet are muted and say so. */
export const NavMenu = ({ entries, layout, className, onNavigate }: NavMenuProps) => (
  <ul className={className ?? css.menu}>
    {entries.map((entry) => (
      <li key={entry.route.path}>
        {entry.children.length > 0 && layout !== 'side' ? (
          <Group entry={entry} layout={layout} onNavigate={onNavigate} />
        ) : (
          <>
            <Entry entry={entry} layout={layout} onNavigate={onNavigate} />
            {entry.children.length > 0 && <SubEntries entry={entry} onNavigate={onNavigate} />}
          </>
        )}
      </li>
    ))}
  </ul>
);

type EntryProps = { entry: MenuEntry } & Pick<NavMenuProps, 'layout' | 'onNavigate'>;

const Entry = ({ entry, layout, onNavigate }: EntryProps) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const title = t(`routes.${entry.route.name}.title`);
  return (
    <Link
      to={entry.route.path}
      className={css.link}
      data-active={isActive(entry, pathname) || undefined}
      data-unbuilt={!entry.built || undefined}
      aria-current={entry.route.path === pathname ? 'page' : undefined}
      title={entry.built ? (layout === 'icons' ? title : undefined) : `${title} · ${t('layout.notBuilt')}`}
      aria-label={layout === 'icons' ? title : undefined}
      onClick={onNavigate}
    >
      {layout !== 'top' && entry.route.icon && <RouteIcon name={entry.route.icon} />}
      {layout !== 'icons' && title}
    </Link>
  );
};

/** The children of a group that is on screen; other groups stay shut, so that the menu fits. */
const SubEntries = ({ entry, onNavigate }: Omit<EntryProps, 'layout'>) => {
  const { pathname } = useLocation();
  if (!isActive(entry, pathname)) return null;
  return <NavMenu entries={entry.children} layout="side" className={`${css.menu} ${css.sub}`} onNavigate={onNavigate} />;
};

const Group = ({ entry, layout, onNavigate }: EntryProps) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const title = t(`routes.${entry.route.name}.title`);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [pathname],
        items: entry.children.map((child) => ({
          key: child.route.path,
          label: t(`routes.${child.route.name}.title`),
          extra: child.built ? undefined : t('layout.notBuilt'),
        })),
        onClick: ({ key }) => {
          onNavigate?.();
          void navigate(key);
        },
      }}
    >
      <button
        type="button"
        className={css.link}
        data-active={isActive(entry, pathname) || undefined}
        data-unbuilt={!entry.built || undefined}
        aria-haspopup="menu"
        aria-label={layout === 'icons' ? title : undefined}
      >
        {layout === 'icons' && entry.route.icon ? (
          <RouteIcon name={entry.route.icon} />
        ) : (
          <>
            {title}
            <DownOutlined className={css.caret} aria-hidden />
          </>
        )}
      </button>
    </Dropdown>
  );
};
