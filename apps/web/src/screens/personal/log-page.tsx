import { AUDIT_AREA_IDS, LOG_EXPORT_COLUMNS, LOG_RESULTS, operationList, type InputOf, type LogEntry } from '@sightline/contract';
import { useTranslation } from 'react-i18next';
import { App } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { textLanguage } from '../../i18n/i18n.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import type { ListDefinition, SearchField } from '../../ui/list-page/list-definition.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { usePanel } from '../../ui/use-panel.ts';
import { TaskDrawer } from '../device/task-drawer.tsx';
import { changesText, detailText } from './log-detail.ts';
import { LogDrawer } from './log-drawer.tsx';
import { LogResult } from './log-result.tsx';

const DAYS = 366;

/** Operations that leave an entry, by their words in the language on screen. */
const operationOptions = () =>
  operationList
    .filter((operation) => operation.audit !== undefined)
    .map((operation) => ({ value: operation.id, label: operation.id, text: () => operation.audit?.[textLanguage()] ?? operation.id }));

export interface LogPageProps {
  /** Key of the heading, and where the chosen columns are kept. */
  readonly name: 'operationLog' | 'allLog' | 'setRecord';
  /** Of everybody below, or of oneself alone. */
  readonly everybody: boolean;
  /** Settings alone, found by what they are about. */
  readonly settings?: boolean;
  readonly beside?: ReactNode;
}

/** Who did what, and when: one list for all logs. */
export const LogPage = ({ name, everybody, settings = false, beside }: LogPageProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [shown, setShown] = useState<LogEntry | null>(null);
  // A phone has room for what was done, and when.
  const narrow = useNarrow();
  const { panel, open, close } = usePanel();
  const definition = useMemo((): ListDefinition<'log.page.customer'> => {
    const area: SearchField<'area'> = {
      type: 'select',
      fields: ['area'],
      label: 'personal.log.area',
      options: AUDIT_AREA_IDS.filter((id) => !settings || id !== 'settings').map((id) => ({
        value: id,
        label: `personal.log.areas.${id}`,
      })),
    };
    return {
      id: `log.${name}`,
      // The own log asks the same of oneself alone.
      operation: (everybody ? 'log.page.customer' : 'log.page') as 'log.page.customer',
      ...(settings && { fixed: { area: 'settings' } }),
      rowKey: (row) => row.id,
      rowName: (row) => row.operationName,
      columns: [
        { key: 'operationName', title: 'personal.log.action', isName: true, width: narrow ? 170 : 260 },
        { key: 'time', title: 'personal.log.time', type: 'time', sortBy: 'time' },
        { key: 'code', title: 'personal.log.result', width: 130, render: (row) => <LogResult code={row.code} /> },
        ...(everybody
          ? [
              { key: 'account', title: 'personal.log.account', width: 140 } as const,
              { key: 'customerName', title: 'personal.log.customer', width: 160 } as const,
            ]
          : []),
        { key: 'detail', title: 'personal.log.object', width: 260, value: (row) => detailText(row.detail) },
        { key: 'changes', title: 'personal.log.changes', width: 220, value: (row) => changesText(row.changes) },
        { key: 'remote', title: 'personal.log.remote', width: 140 },
      ],
      filters: [
        { type: 'dateRange', fields: ['start', 'end'], label: 'personal.log.time', days: DAYS },
        ...(everybody
          ? [
              { type: 'text', fields: ['account'], label: 'personal.log.account' } as const,
              { type: 'customer', fields: ['customerId'], label: 'personal.log.customer' } as const,
            ]
          : []),
        ...(settings
          ? [area]
          : [{ type: 'select', fields: ['operation'], label: 'personal.log.action', options: operationOptions() } as const]),
        {
          type: 'select',
          fields: ['result'],
          label: 'personal.log.result',
          options: LOG_RESULTS.map((value) => ({ value, label: `personal.log.results.${value}` })),
        },
        { type: 'text', fields: ['object'], label: 'personal.log.object' },
      ],
      pageActions: [{ key: 'tasks', label: 'device.tasks', inMenu: true, run: () => open('tasks') }],
      onOpen: setShown,
      exports: {
        needs: 'report.export.log',
        run: async ({ pageIndex: _index, pageSize: _size, ...filters }, keys) => {
          const columns = keys.filter((key) => (LOG_EXPORT_COLUMNS as readonly string[]).includes(key)).join(',');
          await call('report.export.log', { ...filters, columns, onlyOwn: !everybody } as InputOf<'report.export.log'>);
          message.success(t('device.exportStarted'));
          open('tasks');
        },
      },
      empty: { text: 'personal.log.none' },
    };
  }, [t, message, open, name, everybody, settings, narrow]);
  return (
    <ListPage key={String(everybody)} definition={definition} title={t(`routes.${name}.title`)} beside={beside}>
      {shown !== null && <LogDrawer entry={shown} onClose={() => setShown(null)} />}
      {panel?.name === 'tasks' && <TaskDrawer onClose={close} />}
    </ListPage>
  );
};
