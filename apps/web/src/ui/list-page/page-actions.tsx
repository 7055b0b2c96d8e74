import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRef } from 'react';
import type { PageAction } from './list-definition.ts';

/** What can be done with a page: buttons, and a menu for what is seldom needed. */
export const PageActions = ({ actions }: { actions: readonly PageAction[] }) => {
  const { t } = useTranslation();
  const opener = useRef<HTMLButtonElement>(null);
  const inMenu = actions.filter((action) => action.inMenu === true);
  return (
    <>
      {actions
        .filter((action) => action.inMenu !== true)
        .map((action) => (
          <Button key={action.key} type={action.isPrimary ? 'primary' : 'default'} icon={action.icon} onClick={action.run}>
            {t(action.label)}
          </Button>
        ))}
      {inMenu.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: inMenu.map(({ key, label, icon }) => ({ key, label: t(label), icon })),
            onClick: ({ key }) => {
              // The menu goes away: what the action opens gives the focus back to its button.
              opener.current?.focus();
              inMenu.find((action) => action.key === key)?.run();
            },
          }}
        >
          <Button ref={opener} icon={<MoreOutlined aria-hidden />} aria-label={t('ui.list.morePage')} />
        </Dropdown>
      )}
    </>
  );
};
