import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { fitting } from './fitting.ts';
import css from './layout.module.css';
import { isActive, type MenuEntry } from './menu.ts';
import { Entry, Group, useMenuItems } from './nav-menu.tsx';

/** The pages side by side; those for which the bar has no room are behind one button at the end. */
export const TopMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(entries.length);
  const away = entries.slice(count);
  const items = useMenuItems(away);

  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const measure = (): void => {
      const widths = [...box.children].map((child) => child.getBoundingClientRect().width);
      const more = widths.pop() ?? 0;
      setCount(fitting(widths, more, box.getBoundingClientRect().width));
    };
    measure();
    // The list is as wide as the bar leaves it; the items change with language and font.
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [entries.length, i18n.language]);

  return (
    <ul ref={list} className={`${css.menu} ${css.topMenu}`}>
      {entries.map((entry, index) => (
        <li key={entry.route.path} data-away={index >= count || undefined}>
          {entry.children.length > 0 ? <Group entry={entry} layout="top" /> : <Entry entry={entry} layout="top" />}
        </li>
      ))}
      <li data-away={away.length === 0 || undefined}>
        <Dropdown trigger={['click']} menu={{ selectedKeys: [pathname], items, onClick: ({ key }) => void navigate(key) }}>
          <button
            type="button"
            className={css.link}
            data-active={away.some((entry) => isActive(entry, pathname)) || undefined}
            aria-haspopup="menu"
          >
            {t('layout.more')}
            <DownOutlined className={css.caret} aria-hidden />
          </button>
        </Dropdown>
      </li>
    </ul>
  );
};
