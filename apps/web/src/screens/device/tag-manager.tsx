import { PlusOutlined } from '@ant-design/icons';
import type { OutputOf } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import { labelTexts } from '../../ui/label-names.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { addTagForm, renameTagForm } from './device-forms.ts';
import css from './device.module.css';

/** A tag, and how it is called beside the others. */
type Tag = OutputOf<'label.list'>[number] & { readonly text: string };

const named = (tags: OutputOf<'label.list'>): readonly Tag[] => {
  const texts = labelTexts(tags);
  return tags.map((tag, index) => ({ ...tag, text: texts[index] ?? tag.labelName }));
};

/** The tags of the scope: new ones, other names, and taking them away from every device. */
export const TagManager = ({ customerId, onClose }: { customerId: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const tags = useCall('label.list', {});
  const [edited, setEdited] = useState<Tag | 'new' | null>(null);
  const [dialog, ask] = useConfirm();
  const add = useMemo(() => addTagForm(customerId), [customerId]);
  const rename = useMemo(() => (edited === null || edited === 'new' ? null : renameTagForm(edited.id)), [edited]);
  const stop = (): void => setEdited(null);
  const remove = (tag: Tag): void =>
    ask(
      {
        title: t('device.tagDeleteTitle', { name: tag.text }),
        lines: [t('device.tagDeleteTakes', { count: tag.deviceCount })],
        ok: t('device.delete'),
        danger: true,
      },
      async () => {
        await call('label.delete', { labelIds: tag.id, force: true });
        await queries.invalidateQueries();
      },
    );
  return (
    <SideDrawer
      size={520}
      title={t('device.tagManager')}
      onClose={onClose}
      extra={
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => setEdited('new')}>
          {t('device.tagAdd')}
        </Button>
      }
    >
      <QueryView query={tags} isEmpty={(list) => list.length === 0} empty={<Empty text={t('device.tagsNone')} />}>
        {(list) => (
          <ul className={css.rows} aria-label={t('device.tagManager')}>
            {named(list).map((tag) => (
              <li key={tag.id}>
                <span className={css.rowName}>
                  {tag.text}
                  <small className="tabular">{t('device.tagDevices', { count: tag.deviceCount })}</small>
                </span>
                <Button
                  type="text"
                  size="small"
                  aria-label={t('ui.list.actionOn', { action: t('device.rename'), name: tag.text })}
                  onClick={() => setEdited(tag)}
                >
                  {t('device.rename')}
                </Button>
                <Button
                  type="text"
                  size="small"
                  danger
                  aria-label={t('ui.list.actionOn', { action: t('device.delete'), name: tag.text })}
                  onClick={() => remove(tag)}
                >
                  {t('device.delete')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {edited === 'new' && (
        <FormDialog
          as="dialog"
          definition={add}
          title={t('device.tagAdd')}
          submitLabel={t('device.tagAdd')}
          done={t('device.saved')}
          onClose={stop}
        />
      )}
      {edited !== null && edited !== 'new' && rename !== null && (
        <FormDialog
          as="dialog"
          definition={rename}
          objectId={edited.id}
          title={t('device.renameTitle', { name: edited.text })}
          initial={{ labelName: edited.labelName }}
          done={t('device.saved')}
          onClose={stop}
        />
      )}
      {dialog}
    </SideDrawer>
  );
};
