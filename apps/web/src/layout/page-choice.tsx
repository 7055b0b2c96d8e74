import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { pagesOf, type MenuEntry } from './menu.ts';

/** The pages of the personal centre as one choice, where there is no room for a list. */
export const PageChoice = ({ groups }: { groups: readonly MenuEntry[] }) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const optionOf = ({ route, built }: MenuEntry) => ({
    value: route.path,
    label: `${t(`routes.${route.name}.title`)}${built ? '' : ` · ${t('layout.notBuilt')}`}`,
  });
  return (
    <Select
      aria-label={t('layout.personalCenter')}
      value={pathname}
      options={groups.map((group) => ({ label: t(`routes.${group.route.name}.title`), options: pagesOf(group).map(optionOf) }))}
      onChange={(path) => void navigate(path)}
    />
  );
};
