import { DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { isActive, type MenuEntry } from './menu.ts';
import css from './layout.module.css';
import { RouteIcon } from './route-icon.tsx';

interface NavMenuProps {
  readonly entries: readonly MenuEntry[];
  /** `side` opens them in place, `icons` shows icons alone. */
  readonly layout: 'side' | 'icons';
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

type EntryProps = { entry: MenuEntry; layout: NavMenuProps['layout'] | 'top' } & Pick<NavMenuProps, 'onNavigate'>;

export const Entry = ({ entry, layout, onNavigate }: EntryProps) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const title = t(`routes.${entry.route.name}.title`);
  const isCurrent = entry.route.path === pathname;
  const link = useRef<HTMLAnchorElement>(null);
  // On a low screen the menu scrolls: the page that is open is never out of sight.
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <Link
      ref={link}
      to={entry.route.path}
      className={css.link}
      data-active={isActive(entry, pathname) || undefined}
      data-unbuilt={!entry.built || undefined}
      aria-current={isCurrent ? 'page' : undefined}
      title={entry.built ? (layout === 'icons' ? title : undefined) : `${title} · ${t('layout.notBuilt')}`}
      aria-label={layout === 'icons' ? title : undefined}
      onClick={onNavigate}
    >
      {layout !== 'top' && entry.route.icon && <RouteIcon name={entry.route.icon} />}
      {layout !== 'icons' && <Steady>{title}</Steady>}
    </Link>
  );
};

/** The children of a group that is on screen; other groups stay shut, so that the menu fits. */
const SubEntries = ({ entry, onNavigate }: Omit<EntryProps, 'layout'>) => {
  const { pathname } = useLocation();
  if (!isActive(entry, pathname)) return null;
  return <NavMenu entries={entry.children} layout="side" className={`${css.menu} ${css.sub}`} onNavigate={onNavigate} />;
};

/** As wide as it is when it is bold: what stands beside it does not move when a page becomes the active one. */
const Steady = ({ children }: { children: string }) => (
  <span className={css.steady} data-text={children}>
    {children}
  </span>
);

/** Entries of a dropdown: where they lead, and which of them is not built yet. */
export const useMenuItems = (entries: readonly MenuEntry[]): NonNullable<MenuProps['items']> => {
  const { t } = useTranslation();
  const itemOf = ({ route, built, children }: MenuEntry): NonNullable<MenuProps['items']>[number] => {
    const label = t(`routes.${route.name}.title`);
    return children.length > 0
      ? { key: route.path, type: 'group', label, children: children.map(itemOf) }
      : { key: route.path, label, extra: built ? undefined : t('layout.notBuilt') };
  };
  return entries.map(itemOf);
};

export const Group = ({ entry, layout, onNavigate }: EntryProps) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const title = t(`routes.${entry.route.name}.title`);
  const items = useMenuItems(entry.children);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [pathname],
        items,
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
            <Steady>{title}</Steady>
            <DownOutlined className={css.caret} aria-hidden />
          </>
        )}
      </button>
    </Dropdown>
  );
};
