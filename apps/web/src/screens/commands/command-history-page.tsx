import { COMMAND_EXPORT_COLUMNS, COMMAND_IDS, COMMAND_STATUSES, type CommandRecord } from '@sightline/contract';
import { App, Descriptions } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { TaskDrawer } from '../device/task-drawer.tsx';
import { AnswerText } from './answer-text.tsx';
import { BatchDrawer } from './batch-drawer.tsx';
import { BatchResult } from './batch-result.tsx';
import { useUnits } from '../../units/user-units.ts';
import { paramTexts } from './command-params.ts';
import { CommandStatusTag } from './command-status.tsx';
import { NamedValues } from './named-values.tsx';
import { commandTitle, statusText } from './command-text.ts';

const LOOK_MS = 10_000;

/** Every command that was asked for: who, when, to which device, and what came of it. */
export const Page = () => {
  const { t } = useTranslation();
  const [open, setOpen] = useState<CommandRecord | null>(null);
  const [batch, setBatch] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { message } = App.useApp();
  const { panel, open: openPanel, close: closePanel } = usePanel();
  const definition = useMemo(
    (): ListDefinition<'device.command.page'> => ({
      id: 'device.command',
      operation: 'device.command.page',
      rowKey: (row) => row.id,
      rowName: (row) => row.deviceName,
      columns: [
        { key: 'deviceName', title: 'commands.device', isName: true, width: 180 },
        { key: 'deviceId', title: 'commands.deviceId', width: 160 },
        { key: 'commandName', title: 'commands.command', width: 180 },
        {
          key: 'status',
          title: 'commands.state',
          width: 180,
          render: (row) => <CommandStatusTag status={row.status} reason={row.reason} />,
        },
        { key: 'createTime', title: 'commands.createTime', type: 'time' },
        { key: 'account', title: 'commands.account', width: 140 },
        { key: 'sendTime', title: 'commands.sendTime', type: 'time' },
        { key: 'finishTime', title: 'commands.finishTime', type: 'time' },
        { key: 'customerName', title: 'commands.customer', width: 180, isHiddenAtFirst: true },
        { key: 'answerText', title: 'commands.answer', isHiddenAtFirst: true },
      ],
      filters: [
        { type: 'text', fields: ['deviceIdOrName'], label: 'commands.device' },
        {
          type: 'select',
          fields: ['commandTypes'],
          label: 'commands.command',
          multiple: true,
          options: COMMAND_IDS.map((id) => ({ value: id, label: id, text: () => commandTitle(id) })),
        },
        {
          type: 'select',
          fields: ['status'],
          label: 'commands.state',
          multiple: true,
          options: COMMAND_STATUSES.map((status) => ({ value: status, label: status, text: () => statusText(status) })),
        },
        { type: 'dateRange', fields: ['createTimeStart', 'createTimeEnd'], label: 'commands.createTime', days: 90 },
      ],
      pageActions: [
        { key: 'tasks', label: 'device.tasks', inMenu: true, run: () => openPanel('tasks') },
        { key: 'batch', label: 'commands.sendMany', needs: 'device.command.batchSend', isPrimary: true, run: () => setSending(true) },
      ],
      rowActions: [
        {
          key: 'revoke',
          label: 'commands.revoke',
          needs: 'device.command.revocation',
          isFor: (row) => row.status === 'pending',
          run: async ([row]) => row && call('device.command.revocation', { ids: row.id }),
          done: 'commands.revoked',
        },
        {
          key: 'result',
          label: 'commands.result',
          isFor: (row) => row.batchId !== null,
          run: ([row]) => setBatch(row?.batchId ?? null),
        },
      ],
      onOpen: setOpen,
      exports: {
        needs: 'report.export.command',
        run: async ({ pageIndex: _index, pageSize: _size, ...filters }, keys) => {
          const columns = keys.filter((key) => (COMMAND_EXPORT_COLUMNS as readonly string[]).includes(key));
          await call('report.export.command', { ...filters, columns: columns.join(',') });
          message.success(t('device.exportStarted'));
          openPanel('tasks');
        },
      },
      empty: { text: 'commands.none' },
      awayMs: LOOK_MS,
    }),
    [t, message, openPanel],
  );
  return (
    <ListPage definition={definition} title={t('routes.commandHistory.title')}>
      {open && <Detail record={open} onClose={() => setOpen(null)} />}
      {sending && <BatchDrawer devices={[]} onClose={() => setSending(false)} />}
      {panel?.name === 'tasks' && <TaskDrawer onClose={closePanel} />}
      {batch !== null && (
        <SideDrawer size={720} title={t('commands.result')} onClose={() => setBatch(null)}>
          <BatchResult batchId={batch} />
        </SideDrawer>
      )}
    </ListPage>
  );
};

const Detail = ({ record, onClose }: { record: CommandRecord; onClose: () => void }) => {
  const { t } = useTranslation();
  const params = paramTexts(record, useUnits());
  return (
    <SideDrawer size={560} title={`${record.commandName}: ${record.deviceName}`} onClose={onClose}>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'state', label: t('commands.state'), children: <CommandStatusTag status={record.status} reason={record.reason} /> },
          {
            key: 'params',
            label: t('commands.params'),
            children: params.length === 0 ? t('commands.noParams') : <NamedValues label={t('commands.params')} values={params} />,
          },
          { key: 'attempt', label: t('commands.attempt'), children: record.attempt },
          {
            key: 'request',
            label: t('commands.request'),
            children: <code style={{ overflowWrap: 'anywhere' }}>{record.requestHex ?? '-'}</code>,
          },
          { key: 'raw', label: t('commands.raw'), children: <code style={{ overflowWrap: 'anywhere' }}>{record.answerHex ?? '-'}</code> },
        ]}
      />
      <AnswerText record={record} />
    </SideDrawer>
  );
};
