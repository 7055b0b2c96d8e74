import { AppstoreOutlined } from '@ant-design/icons';
import { MODULE_NAMES, type ModuleName } from '@sightline/contract';
import { App, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { openModuleWindow } from '../session/module-window.ts';
import { useSession } from '../session/session.ts';
import css from './layout.module.css';

/** Modules that the customer has, each in a window of its own; nothing at all without one. They are not built yet and say so. */
export const ModuleSwitcher = ({ label = false }: { label?: boolean }) => {
  const { t } = useTranslation();
  const { modules } = useSession();
  const { message } = App.useApp();
  const enabled = MODULE_NAMES.filter((name) => modules[name]);
  if (enabled.length === 0) return null;
  const open = async (module: ModuleName): Promise<void> => {
    try {
      if (!(await openModuleWindow(module))) message.warning(t('layout.windowBlocked'));
    } catch (error) {
      message.error(describeError(error).text);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: enabled.map((name) => ({ key: name, label: t(`layout.module.${name}`), extra: t('layout.notBuilt') })),
        onClick: ({ key }) => {
          const module = enabled.find((name) => name === key);
          if (module !== undefined) void open(module);
        },
      }}
    >
      <button type="button" className={css.tool} aria-haspopup="menu" aria-label={t('layout.modules')} title={t('layout.modules')}>
        <AppstoreOutlined aria-hidden />
        {label && t('layout.modules')}
      </button>
    </Dropdown>
  );
};
