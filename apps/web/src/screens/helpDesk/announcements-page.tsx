import { PlusOutlined } from '@ant-design/icons';
import type { StaffAnnouncement } from '@sightline/contract';
import { Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { FormValues } from '../../ui/form-dialog/form-definition.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { announcementForm } from './desk-forms.ts';
import type { DeskTabProps } from './help-desk-page.tsx';

type State = 'planned' | 'shown' | 'over';

const stateOf = ({ startTime, endTime }: StaffAnnouncement, nowMs: number): State =>
  nowMs < Date.parse(startTime) ? 'planned' : nowMs < Date.parse(endTime) ? 'shown' : 'over';

const WEEK_MS = 7 * 86_400_000;
/** From now for a week, to everybody. */
const newAnnouncement = (): FormValues => {
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000;
  return { everyone: true, startTime: new Date(nowMs).toISOString(), endTime: new Date(nowMs + WEEK_MS).toISOString() };
};

/** What customers are told, when, and how many have read it. */
export const AnnouncementsPage = ({ title, beside }: DeskTabProps) => {
  const { t, i18n } = useTranslation();
  const [edited, setEdited] = useState<StaffAnnouncement | 'new' | null>(null);
  const definition = useMemo((): ListDefinition<'announcement.staff.page'> => {
    const chinese = i18n.language.startsWith('zh');
    const nameOf = (row: StaffAnnouncement): string => (chinese ? row.titleZh : row.titleEn);
    return {
      id: 'helpDesk.announcements',
      operation: 'announcement.staff.page',
      rowKey: (row) => row.id,
      rowName: nameOf,
      columns: [
        { key: 'title', title: 'helpDesk.title', isName: true, width: 300, value: nameOf },
        {
          key: 'state',
          title: 'helpDesk.state',
          width: 110,
          render: (row) => <Tag variant="filled">{t(`helpDesk.states.${stateOf(row, Date.now())}`)}</Tag>,
        },
        {
          key: 'customers',
          title: 'helpDesk.whom',
          width: 240,
          value: (row) => (row.everyone ? t('helpDesk.everyone') : row.customers.map((c) => c.customerName).join(', ')),
        },
        { key: 'startTime', title: 'helpDesk.start', type: 'time' },
        { key: 'endTime', title: 'helpDesk.end', type: 'time' },
        { key: 'readCount', title: 'helpDesk.readBy', type: 'number', width: 100 },
        { key: 'createdBy', title: 'helpDesk.by', width: 130, isHiddenAtFirst: true },
      ],
      filters: [{ type: 'text', fields: ['content'], label: 'helpDesk.searchTitles' }],
      onOpen: setEdited,
      pageActions: [
        {
          key: 'add',
          label: 'helpDesk.announce',
          icon: <PlusOutlined aria-hidden />,
          needs: 'announcement.staff.save',
          isPrimary: true,
          run: () => setEdited('new'),
        },
      ],
      rowActions: [
        { key: 'edit', label: 'helpDesk.edit', needs: 'announcement.staff.save', run: ([row]) => row && setEdited(row) },
        {
          key: 'delete',
          label: 'helpDesk.delete',
          needs: 'announcement.staff.delete',
          danger: true,
          confirm: ([row]) => ({
            title: t('helpDesk.deleteTitle', { name: row && nameOf(row) }),
            lines: [t('helpDesk.deleteTakes')],
            ok: t('helpDesk.delete'),
            danger: true,
          }),
          run: ([row]) => row && call('announcement.staff.delete', { ids: row.id }),
          done: 'helpDesk.deleted',
        },
      ],
      empty: { text: 'helpDesk.noAnnouncements', action: 'add' },
    };
  }, [t, i18n.language]);
  return (
    <ListPage definition={definition} title={title} beside={beside}>
      {edited !== null && (
        <FormDialog
          definition={announcementForm(edited === 'new' ? undefined : edited.id)}
          width={640}
          title={t(edited === 'new' ? 'helpDesk.announce' : 'helpDesk.editAnnouncement')}
          {...(edited === 'new'
            ? { initial: newAnnouncement() }
            : {
                objectId: edited.id,
                initial: { ...edited, customers: edited.customers.map((c) => ({ id: c.customerId, name: c.customerName })) },
              })}
          done={t('helpDesk.announcementSaved')}
          onClose={() => setEdited(null)}
        />
      )}
    </ListPage>
  );
};
