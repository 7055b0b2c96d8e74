import { AppstoreOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import css from './layout.module.css';

const MODULES = ['developer', 'fleet', 'personalDevice'] as const;

/** Modules that the customer has; nothing at all without one. They are not built yet and say so. */
export const ModuleSwitcher = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  const { modules } = useSession();
  const enabled = MODULES.filter((name) => modules[name]);
  if (enabled.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: enabled.map((name) => ({ key: name, label: t(`layout.module.${name}`), extra: t('layout.notBuilt'), disabled: true })),
      }}
    >
      <button type="button" className={css.tool} aria-haspopup="menu" aria-label={t('layout.modules')} title={t('layout.modules')}>
        <AppstoreOutlined aria-hidden />
        {label && t('layout.modules')}
      </button>
    </Dropdown>
  );
};
