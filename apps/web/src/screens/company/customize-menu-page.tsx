import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { MenuChoice } from '@sightline/contract';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Input, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { queryClient, useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { renewLook } from '../../session/session.ts';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';
import { BUILT_IN_MENU, menuRows, moved } from './menu-rows.ts';

const LANGUAGES = [
  ['en_US', 'company.menu.english'],
  ['zh_CN', 'company.menu.chinese'],
] as const;
const NAME_LENGTH = 30;

/** Order, names and absence of the main menus. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('customer.look.info', {});
  return (
    <SettingsPage title={t('routes.customizeMenu.title')} about={t('company.menu.about')} wide>
      <QueryView query={query} rows={8}>
        {({ menu }) => <MenuForm saved={menuRows(menu)} />}
      </QueryView>
    </SettingsPage>
  );
};

const MenuForm = ({ saved }: { saved: readonly MenuChoice[] }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const may = useMayCall('customer.menu.custom.save');
  const [rows, setRows] = useState(saved);
  const [known, setKnown] = useState(saved);
  const unsaved = useUnsaved();
  const change = (next: readonly MenuChoice[]): void => {
    setRows(next);
    unsaved.mark(JSON.stringify(next) !== JSON.stringify(known));
  };
  const save = useMutation({
    mutationFn: async (menu: readonly MenuChoice[]) => {
      await call('customer.menu.custom.save', { menu: [...menu] });
      unsaved.mark(false);
      setKnown(menu);
      await renewLook();
      await queryClient.invalidateQueries();
    },
    onSuccess: () => void message.success(t('company.menu.saved')),
    onError: (error) => void message.error(describeError(error).text),
  });
  const isDirty = JSON.stringify(rows) !== JSON.stringify(known);
  const edit = (name: string, part: Partial<MenuChoice>): void =>
    change(rows.map((row) => (row.name === name ? { ...row, ...part } : row)));
  return (
    <>
      <ul className={css.menus}>
        {rows.map((row, i) => {
          const title = t(`routes.${row.name}.title`);
          return (
            <li key={row.name}>
              <Switch
                checked={!row.hidden}
                disabled={!may}
                aria-label={t('company.menu.shownOf', { name: title })}
                onChange={(shown) => edit(row.name, { hidden: !shown })}
              />
              <span className={css.menuName}>{title}</span>
              {LANGUAGES.map(([language, label]) => (
                <Input
                  key={language}
                  value={row.names[language]}
                  maxLength={NAME_LENGTH}
                  disabled={!may}
                  placeholder={t(label)}
                  aria-label={t('company.menu.nameOf', { label: t(label), name: title })}
                  onChange={({ target }) => edit(row.name, { names: { ...row.names, [language]: target.value } })}
                />
              ))}
              <span className={css.menuMoves}>
                <Button
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={!may || i === 0}
                  aria-label={t('company.menu.up', { name: title })}
                  onClick={() => change(moved(rows, i, -1))}
                />
                <Button
                  icon={<ArrowDownOutlined aria-hidden />}
                  disabled={!may || i === rows.length - 1}
                  aria-label={t('company.menu.down', { name: title })}
                  onClick={() => change(moved(rows, i, 1))}
                />
              </span>
            </li>
          );
        })}
      </ul>
      {may && (
        <div className={css.space}>
          <Button type="primary" disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate(rows)}>
            {t('company.menu.save')}
          </Button>{' '}
          <Button disabled={save.isPending} onClick={() => change(BUILT_IN_MENU)}>
            {t('company.menu.reset')}
          </Button>
        </div>
      )}
      {unsaved.question}
    </>
  );
};
