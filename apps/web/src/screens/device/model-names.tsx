import type { OutputOf } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { modelNameForm } from './device-forms.ts';
import css from './device.module.css';

type Model = OutputOf<'device.types.nickname'>[number];

/** What the own customer and those below it call the models. */
export const ModelNames = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const models = useCall('device.types.nickname', {});
  const [edited, setEdited] = useState<Model | null>(null);
  const definition = useMemo(() => edited && modelNameForm(edited.typeCode), [edited]);
  const forget = useMutation({
    mutationFn: (model: Model) => call('device.types.nickname.save', { typeCode: model.typeCode, nickName: '' }),
    onSuccess: () => queries.invalidateQueries(),
    onError: (error) => message.error(describeError(error).text),
  });
  return (
    <SideDrawer size={560} title={t('device.modelNames')} onClose={onClose}>
      <QueryView query={models} rows={8}>
        {(list) => (
          <ul className={css.rows} aria-label={t('device.modelNames')}>
            {list.map((model) => (
              <li key={model.typeCode}>
                <span className={css.rowName}>
                  {model.nickName ?? model.typeName}
                  {model.nickName !== null && <small>{model.typeName}</small>}
                </span>
                {model.nickName !== null && (
                  <Button
                    type="text"
                    size="small"
                    aria-label={t('ui.list.actionOn', { action: t('device.originalName'), name: model.nickName })}
                    loading={forget.isPending && forget.variables === model}
                    onClick={() => forget.mutate(model)}
                  >
                    {t('device.originalName')}
                  </Button>
                )}
                <Button
                  type="text"
                  size="small"
                  aria-label={t('ui.list.actionOn', { action: t('device.rename'), name: model.nickName ?? model.typeName })}
                  onClick={() => setEdited(model)}
                >
                  {t('device.rename')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {edited !== null && definition !== null && (
        <FormDialog
          as="dialog"
          definition={definition}
          objectId={edited.typeCode}
          title={t('device.renameTitle', { name: edited.typeName })}
          initial={{ nickName: edited.nickName ?? edited.typeName }}
          done={t('device.saved')}
          onClose={() => setEdited(null)}
        />
      )}
    </SideDrawer>
  );
};
