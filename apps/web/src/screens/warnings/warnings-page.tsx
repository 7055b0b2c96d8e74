import { ALARM_SETTING_STATES, type AlarmSettingRow } from '@sightline/contract';
import { App } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx';
import type { ListDefinition } from '../../ui/list-page/list-definition.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { usePanel } from '../../ui/use-panel.ts';
import { attachmentsForm } from './attachments-form.ts';
import { CopyDialog, Plan } from './copy-dialog.tsx';
import { stateText } from './setting-text.ts';
import { SettingsDrawer } from './settings-drawer.tsx';
import { GroupStates, StateTag } from './state-tag.tsx';

/** While the server cannot tell that a unit has answered. */
const AWAY_MS = 4_000;
/** Whether devices are on line, and what others want of them, is not told. */
const LOOK_MS = 30_000;

const named = (rows: readonly AlarmSettingRow[]): string => rows.map((row) => row.deviceId).join(',');

/** Devices with cameras and their settings of active safety. */
export const Page = () => {
  const { t } = useTranslation();
  const { message, notification } = App.useApp();
  const { panel, open, close } = usePanel();
  const mayCopy = useMayCall('alarmSetting.sync');
  const [chosen, setChosen] = useState<string | null>(null);
  const attachments = useMemo(() => (chosen === null ? null : attachmentsForm(chosen)), [chosen]);
  const definition = useMemo(
    (): ListDefinition<'alarmSetting.page'> => ({
      id: 'alarmSetting',
      operation: 'alarmSetting.page',
      rowKey: (row) => row.deviceId,
      rowName: (row) => row.deviceName,
      columns: [
        { key: 'deviceName', title: 'warnings.device', isName: true, width: 190, sortBy: 'deviceName' },
        {
          key: 'state',
          title: 'warnings.state',
          width: 200,
          render: (row) => <StateTag state={row.state} reason={row.reason} online={row.online} />,
        },
        { key: 'groups', title: 'warnings.groups', width: 250, render: (row) => <GroupStates groups={row.groups} /> },
        { key: 'photos', title: 'warnings.photos', type: 'number', width: 100 },
        { key: 'videoS', title: 'warnings.videoS', unit: 'warnings.seconds', type: 'number', width: 120 },
        { key: 'toldTime', title: 'warnings.toldAt', type: 'time', sortBy: 'toldTime' },
        { key: 'deviceTypeName', title: 'warnings.model', width: 190, sortBy: 'deviceType' },
        { key: 'deviceId', title: 'warnings.deviceId', width: 160, sortBy: 'id' },
        { key: 'customerName', title: 'warnings.customer', width: 170, sortBy: 'customerName' },
        { key: 'wantedTime', title: 'warnings.wantedAt', type: 'time', sortBy: 'wantedTime' },
        { key: 'wantedAccount', title: 'warnings.wantedBy', width: 140 },
      ],
      filters: [
        { type: 'text', fields: ['deviceIdOrName'], label: 'warnings.device' },
        { type: 'customer', fields: ['customerId'], label: 'warnings.customer' },
        { type: 'select', fields: ['deviceTypes'], label: 'warnings.model', multiple: true, options: 'deviceTypes' },
        {
          type: 'select',
          fields: ['states'],
          label: 'warnings.state',
          multiple: true,
          options: ALARM_SETTING_STATES.map((value) => ({ value, label: '', text: () => stateText(value) })),
        },
      ],
      onOpen: (row) => open('settings', row.deviceId),
      rowActions: [
        { key: 'open', label: 'warnings.open', run: ([row]) => row && open('settings', row.deviceId) },
        {
          key: 'copy',
          label: 'warnings.copy',
          needs: 'alarmSetting.sync',
          isFor: (row) => row.wantedTime !== null,
          run: ([row]) => row && open('copy', row.deviceId),
        },
      ],
      bulkActions: [
        {
          key: 'read',
          label: 'warnings.read',
          needs: 'alarmSetting.read',
          run: async (rows) => {
            const plan = await call('alarmSetting.read', { deviceIds: named(rows), offline: true });
            if (plan.refused > 0) notification.warning({ title: t('warnings.read'), description: <Plan plan={plan} />, duration: 0 });
            else void message.success(t('warnings.askedMany', { count: plan.accepted }));
          },
        },
        { key: 'attachments', label: 'warnings.setAttachments', needs: 'alarmSetting.attachments', run: (rows) => setChosen(named(rows)) },
      ],
      empty: { text: 'warnings.none' },
      awayMs: AWAY_MS,
      refetchMs: LOOK_MS,
    }),
    [t, open, message, notification],
  );
  const deviceId = panel && /^[0-9A-Za-z_-]{1,32}$/.test(panel.id) ? panel.id : null;
  return (
    <ListPage definition={definition} title={t('routes.videoSetting.title')}>
      {panel?.name === 'settings' && deviceId !== null && (
        <SettingsDrawer
          key={deviceId}
          deviceId={deviceId}
          title={t('warnings.title')}
          onCopy={() => open('copy', deviceId)}
          onClose={close}
        />
      )}
      {panel?.name === 'copy' && deviceId !== null && mayCopy && <CopyDialog key={deviceId} deviceId={deviceId} onClose={close} />}
      {attachments && (
        <FormDialog
          as="dialog"
          definition={attachments}
          title={t('warnings.setAttachments')}
          submitLabel={t('warnings.sendShort')}
          onDone={(plan) => {
            if (plan.refused > 0)
              notification.warning({ title: t('warnings.setAttachments'), description: <Plan plan={plan} />, duration: 0 });
            else void message.success(t('warnings.copied', { count: plan.accepted }));
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </ListPage>
  );
};
