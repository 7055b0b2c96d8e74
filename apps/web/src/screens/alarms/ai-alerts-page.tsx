import { alarmName, type Alarm } from '@sightline/contract';
import { ALARM_KINDS } from '@sightline/domain';
import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { textLanguage } from '../../i18n/i18n.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { usePanel } from '../../ui/use-panel.ts';
import { useUnits } from '../../units/user-units.ts';
import { TaskDrawer } from '../device/task-drawer.tsx';
import { AlarmBoard } from './alarm-board.tsx';
import { AlarmViewer } from './alarm-viewer.tsx';
import { UploadText } from './upload-text.tsx';
import { verdictText } from './verdict-text.ts';

const LOOK_MS = 10_000;
const DAYS = 31;

/** Alarms with the files that belong to them: as a list or as a board of pictures, and one at a time to judge. */
export const Page = () => {
  const { t } = useTranslation();
  const { panel, open, close } = usePanel();
  const [query, change] = useAddress();
  const units = useUnits();
  const [ids, setIds] = useState<readonly string[]>([]);
  const view = query.get('view') === 'board' ? 'board' : 'list';
  const withFiles = query.get('files') !== 'all';
  /** Puts a choice into the address; the first one of each is left out. */
  const choose = (name: 'view' | 'files', next: string, first: string): void =>
    change((current) => {
      const address = new URLSearchParams(current);
      if (next === first) address.delete(name);
      else address.set(name, next);
      return address;
    });
  const show = useCallback((alarm: Alarm) => open('alarm', alarm.id), [open]);
  const onRows = useCallback((rows: readonly Alarm[]) => setIds(rows.map((row) => row.id)), []);
  const definition = useMemo(
    (): ListDefinition<'alarm.page'> => ({
      id: 'alarm',
      operation: 'alarm.page',
      fixed: { withFiles },
      rowKey: (row) => row.id,
      rowName: (row) => `${alarmName(row.alarmName, textLanguage())}, ${row.deviceName}`,
      columns: [
        { key: 'alarmName', title: 'alarms.alarm', isName: true, width: 200, value: (row) => alarmName(row.alarmName, textLanguage()) },
        { key: 'alarmTs', title: 'alarms.time', type: 'time', width: 190 },
        { key: 'deviceName', title: 'alarms.device', width: 200 },
        { key: 'noticeLevel', title: 'alarms.levelTitle', width: 150, value: (row) => t(`alarms.level.${row.noticeLevel}`) },
        {
          key: 'verdict',
          title: 'alarms.verdict',
          width: 130,
          value: (row) => verdictText(t, row),
        },
        { key: 'files', title: 'alarms.files', width: 160, render: (row) => <UploadText alarm={row} /> },
        {
          key: 'speedConvert',
          title: 'alarms.speed',
          type: 'number',
          value: (row) => (row.speedConvert === null ? null : units.speed(row.speedConvert)),
          width: 120,
        },
        { key: 'comment', title: 'alarms.comment' },
        { key: 'customerName', title: 'alarms.customer', width: 180, isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['deviceIdOrName'], label: 'alarms.device' },
        {
          type: 'select',
          fields: ['alarmTypes'],
          label: 'alarms.alarm',
          multiple: true,
          options: ALARM_KINDS.map((kind) => ({ value: kind, label: kind, text: () => alarmName(kind, textLanguage()) })),
        },
        {
          type: 'select',
          fields: ['verdict'],
          label: 'alarms.verdict',
          options: [
            { value: 'open', label: 'alarms.open' },
            { value: 'valid', label: 'alarms.valid' },
            { value: 'invalid', label: 'alarms.invalid' },
          ],
        },
        { type: 'dateRange', fields: ['start', 'end'], label: 'alarms.time', days: DAYS },
      ],
      treeFilter: 'customerId',
      pageActions: [{ key: 'tasks', label: 'device.tasks', inMenu: true, run: () => open('tasks') }],
      bulkActions: [
        {
          key: 'valid',
          label: 'alarms.valid',
          needs: 'alarm.valid',
          run: (rows) => call('alarm.valid', { alarmIds: rows.map((row) => row.id).join(','), invalidStatus: 0 }),
          done: 'alarms.judged',
        },
        {
          key: 'ignore',
          label: 'alarms.invalid',
          needs: 'alarm.ignore',
          run: (rows) => call('alarm.ignore', { alarmIds: rows.map((row) => row.id).join(',') }),
          done: 'alarms.judged',
        },
      ],
      onOpen: show,
      onRows,
      ...(view === 'board' && { board: (rows: readonly Alarm[]) => <AlarmBoard rows={rows} onOpen={show} /> }),
      empty: { text: withFiles ? 'alarms.none' : 'alarms.noneAtAll' },
      refetchMs: LOOK_MS,
    }),
    [t, open, show, onRows, view, withFiles, units],
  );
  const filed = ['with', 'all'].map((value) => ({ value, label: t(`alarms.filed.${value}`) }));
  const views = ['list', 'board'].map((value) => ({ value, label: t(`alarms.view.${value}`) }));
  return (
    <ListPage
      definition={definition}
      title={t('routes.videoAiAlerts.title')}
      beside={
        <>
          <Segmented
            aria-label={t('alarms.filed.title')}
            options={filed}
            value={withFiles ? 'with' : 'all'}
            onChange={(next) => choose('files', next, 'with')}
          />
          <Segmented aria-label={t('alarms.view.title')} options={views} value={view} onChange={(next) => choose('view', next, 'list')} />
        </>
      }
    >
      {panel?.name === 'alarm' && <AlarmViewer alarmId={panel.id} ids={ids} onShow={(id) => open('alarm', id)} onClose={close} />}
      {panel?.name === 'tasks' && <TaskDrawer onClose={close} />}
    </ListPage>
  );
};
