import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { signOut } from '../session/session.ts';

/** The way out; it is asked about first, since it ends what is under way. */
export const useSignOut = (): (() => void) => {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return () =>
    void modal.confirm({
      title: t('layout.signOutTitle'),
      content: t('layout.signOutText'),
      okText: t('layout.signOut'),
      cancelText: t('layout.cancel'),
      onOk: signOut,
    });
};
