import type { OutputOf } from '@sightline/contract';
import { Button, Input, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import type { FormDefinition } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { QueryView } from '../../ui/view-state.tsx';
import css from './company.module.css';

type Model = OutputOf<'device.types.nickname'>[number];

const formOf = (typeCode: string): FormDefinition<'device.types.nickname.save'> => ({
  id: 'device.types.nickname',
  operation: 'device.types.nickname.save',
  fixed: { typeCode },
  groups: [{ fields: [{ kind: 'text', name: 'nickName', label: 'company.model.nickName', hint: 'company.model.hint' }] }],
});

/** What the own company calls the models of its devices. */
export const Page = () => {
  const { t } = useTranslation();
  const query = useCall('device.types.nickname', {});
  return (
    <SettingsPage title={t('routes.modelAlias.title')} about={t('company.model.about')} wide>
      <QueryView query={query} rows={8}>
        {(models) => <Models models={models} />}
      </QueryView>
    </SettingsPage>
  );
};

const Models = ({ models }: { models: readonly Model[] }) => {
  const { t } = useTranslation();
  const mayEdit = useMayCall('device.types.nickname.save');
  const { panel, open, close } = usePanel();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = models.filter((model) => `${model.typeName} ${model.typeCode} ${model.nickName ?? ''}`.toLowerCase().includes(wanted));
  const edited = panel?.name === 'edit' ? models.find((model) => model.typeCode === panel.id) : undefined;
  const definition = useMemo(() => (edited === undefined ? null : formOf(edited.typeCode)), [edited]);
  return (
    <div className={css.narrow}>
      <Input
        className={css.search}
        type="search"
        allowClear
        aria-label={t('company.model.search')}
        placeholder={t('company.model.search')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <Table<Model>
        size="small"
        rowKey="typeCode"
        dataSource={shown}
        pagination={false}
        locale={{ emptyText: t('company.model.none') }}
        columns={[
          { title: t('company.model.typeName'), dataIndex: 'typeName' },
          { title: t('company.model.nickName'), dataIndex: 'nickName', render: (name: string | null) => name ?? '–' },
          {
            title: t('company.model.actions'),
            key: 'actions',
            hidden: !mayEdit,
            render: (_value, model) => (
              <Button
                size="small"
                aria-label={t('company.model.editOf', { name: model.typeName })}
                onClick={() => open('edit', model.typeCode)}
              >
                {t('company.model.edit')}
              </Button>
            ),
          },
        ]}
      />
      {edited !== undefined && definition !== null && mayEdit && (
        <FormDialog
          key={edited.typeCode}
          definition={definition}
          as="dialog"
          title={t('company.model.editOf', { name: edited.typeName })}
          objectId={edited.typeCode}
          initial={{ nickName: edited.nickName ?? '' }}
          done={t('company.model.saved')}
          onClose={close}
        />
      )}
    </div>
  );
};
