import { PlusOutlined } from '@ant-design/icons';
import type { StaffFaqEntry } from '@sightline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { entryForm } from './desk-forms.ts';
import type { DeskTabProps } from './help-desk-page.tsx';

/** Questions that everybody reads, in both languages. */
export const EntriesPage = ({ title, beside }: DeskTabProps) => {
  const { t, i18n } = useTranslation();
  const [edited, setEdited] = useState<StaffFaqEntry | 'new' | null>(null);
  const definition = useMemo((): ListDefinition<'faq.staff.entries'> => {
    const chinese = i18n.language.startsWith('zh');
    const nameOf = (row: StaffFaqEntry): string => (chinese ? row.questionZh : row.questionEn);
    return {
      id: 'helpDesk.entries',
      operation: 'faq.staff.entries',
      rowKey: (row) => row.id,
      rowName: nameOf,
      columns: [
        { key: 'question', title: 'helpDesk.question', isName: true, width: 340, value: nameOf },
        { key: 'answer', title: 'helpDesk.answerText', width: 380, value: (row) => (chinese ? row.answerZh : row.answerEn) },
        { key: 'type', title: 'helpDesk.type', width: 120, value: (row) => t(`help.types.${row.type}`) },
        { key: 'updateTime', title: 'helpDesk.updated', type: 'time' },
      ],
      filters: [{ type: 'text', fields: ['content'], label: 'helpDesk.searchWords' }],
      onOpen: setEdited,
      pageActions: [
        {
          key: 'add',
          label: 'helpDesk.addEntry',
          icon: <PlusOutlined aria-hidden />,
          needs: 'faq.staff.publish',
          isPrimary: true,
          run: () => setEdited('new'),
        },
      ],
      rowActions: [
        { key: 'edit', label: 'helpDesk.edit', needs: 'faq.staff.publish', run: ([row]) => row && setEdited(row) },
        {
          key: 'withdraw',
          label: 'helpDesk.withdraw',
          needs: 'faq.staff.withdraw',
          danger: true,
          confirm: ([row]) => ({
            title: t('helpDesk.withdrawTitle', { name: row && nameOf(row) }),
            lines: [t('helpDesk.withdrawTakes')],
            ok: t('helpDesk.withdraw'),
            danger: true,
          }),
          run: ([row]) => row && call('faq.staff.withdraw', { ids: row.id }),
          done: 'helpDesk.withdrawn',
        },
      ],
      empty: { text: 'helpDesk.noEntries', action: 'add' },
    };
  }, [t, i18n.language]);
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      {edited !== null && (
        <FormDialog
          definition={entryForm(edited === 'new' ? undefined : edited.id)}
          width={640}
          title={t(edited === 'new' ? 'helpDesk.addEntry' : 'helpDesk.editEntry')}
          {...(edited === 'new' ? { initial: { type: 1 } } : { objectId: edited.id, initial: { ...edited } })}
          done={t('helpDesk.published')}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
};
