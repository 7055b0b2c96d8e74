import { ALARM_SETTING_LIMITS, type AlarmSettingPlan } from '@sightline/contract';
import { ALARM_SETTING_GROUPS, type AlarmSettingGroup } from '@sightline/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Checkbox, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { CustomerPicker } from '../../ui/customer-picker/customer-picker.tsx';
import { DevicePicker, type PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { useUnsaved } from '../../ui/use-unsaved.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { reasonText } from '../commands/command-text.ts';
import css from './warnings.module.css';
import { groupName } from './setting-text.ts';

/** Names that are shown of the devices; the rest is counted. */
const NAMED = 6;

/** What is wanted of one device goes to others of its model: to chosen ones, or to all of a customer and below. */
export const CopyDialog = ({ deviceId, onClose }: { deviceId: string; onClose: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useSession();
  const queries = useQueryClient();
  const { content, afterOpenChange } = useDialogFocus();
  const unsaved = useUnsaved();
  const source = useCall('alarmSetting.find', { deviceId });
  const [to, setTo] = useState<'devices' | 'model'>('devices');
  const [devices, setDevices] = useState<readonly PickedDevice[]>([]);
  const [picking, setPicking] = useState(false);
  const [customerId, setCustomerId] = useState<string>(user.customerId);
  const [chosen, setChosen] = useState<readonly AlarmSettingGroup[] | null>(null);
  const wanted = ALARM_SETTING_GROUPS.filter((group) => source.data !== undefined && source.data.groups[group].wanted !== null);
  const groups = chosen ?? wanted;
  const targets = to === 'devices' ? { deviceIds: devices.map((d) => d.id).join(',') } : { customerId };
  const ready = source.data !== undefined && groups.length > 0 && (to === 'model' || devices.length > 0);
  const plan = useCall('alarmSetting.sync.preview', { deviceId, groups: [...groups], ...targets }, { enabled: ready, keepPrevious: true });
  const current = ready ? plan.data : undefined;

  const send = useMutation({
    mutationFn: async () => {
      const common = { deviceId, groups: [...groups] };
      return to === 'devices'
        ? await call('alarmSetting.sync', { ...common, deviceIds: devices.map((d) => d.id).join(',') })
        : await call('alarmSetting.syncByType', { ...common, deviceType: source.data!.deviceType, customerId });
    },
    onSuccess: ({ accepted }) => {
      unsaved.mark(false);
      void message.success(t('warnings.copied', { count: accepted }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('alarmSetting.') }),
  });

  return (
    <Modal
      open
      width={600}
      title={t('warnings.copyTitle', { name: source.data?.deviceName ?? deviceId })}
      onCancel={() => unsaved.leave(onClose)}
      afterOpenChange={afterOpenChange}
      okText={current ? t('warnings.copyOk', { count: current.accepted }) : t('warnings.sendShort')}
      okButtonProps={{ disabled: !current || current.accepted === 0 || plan.isPlaceholderData, loading: send.isPending }}
      onOk={() => send.mutate()}
      cancelText={t('ui.cancel')}
    >
      <div ref={content} className={css.copy}>
        <QueryView query={source} rows={4}>
          {({ deviceTypeName }) => (
            <>
              <Radio.Group
                className={css.choice}
                value={to}
                onChange={(event) => {
                  setTo(event.target.value as 'devices' | 'model');
                  unsaved.mark();
                }}
                options={[
                  { value: 'devices', label: t('warnings.toDevices') },
                  { value: 'model', label: t('warnings.toModel', { model: deviceTypeName }) },
                ]}
              />
              {to === 'devices' ? (
                <div className={css.line}>
                  <span>
                    {devices.length === 0
                      ? t('warnings.nobody')
                      : devices
                          .slice(0, NAMED)
                          .map((d) => d.deviceName)
                          .join(', ')}
                    {devices.length > NAMED && ` ${t('commands.confirmMore', { count: devices.length - NAMED })}`}
                  </span>
                  <Button onClick={() => setPicking(true)}>{t('commands.pick')}</Button>
                </div>
              ) : (
                <CustomerPicker
                  value={customerId}
                  label={t('warnings.customer')}
                  allowClear={false}
                  onChange={(next) => {
                    setCustomerId(next ?? user.customerId);
                    unsaved.mark();
                  }}
                />
              )}
              <Checkbox.Group
                aria-label={t('warnings.groups')}
                value={[...groups]}
                onChange={(next) => {
                  setChosen(ALARM_SETTING_GROUPS.filter((group) => next.includes(group)));
                  unsaved.mark();
                }}
                options={wanted.map((group) => ({ value: group, label: groupName(group) }))}
              />
              {wanted.length === 0 && <Alert type="info" showIcon title={t('warnings.nothingWanted')} />}
              {ready && plan.isError && <Alert type="error" showIcon title={describeError(plan.error).text} />}
              {current && !plan.isError && <Plan plan={current} />}
              {send.isError && <Alert role="alert" type="error" showIcon title={describeError(send.error).text} />}
            </>
          )}
        </QueryView>
      </div>
      {picking && (
        <DevicePicker
          value={devices}
          deviceBasicType={2}
          disabledIds={new Set([deviceId])}
          maxCount={ALARM_SETTING_LIMITS.devices}
          onConfirm={(picked) => {
            setDevices(picked);
            setPicking(false);
            unsaved.mark();
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {unsaved.question}
    </Modal>
  );
};

/** How many get it, how many of those wait, and who does not and why. */
export const Plan = ({ plan }: { plan: AlarmSettingPlan }) => {
  const { t } = useTranslation();
  const unnamed = plan.refused - plan.skipped.length;
  return (
    <div className={css.plan} aria-live="polite">
      <p>
        {t('warnings.getIt', { count: plan.accepted })}
        {plan.offline > 0 && ` ${t('warnings.ofThemOffline', { count: plan.offline })}`}
      </p>
      {plan.refused > 0 && (
        <>
          <p>{t('warnings.skipped', { count: plan.refused })}</p>
          <ul>
            {plan.skipped.map((d) => (
              <li key={d.deviceId}>
                {d.deviceName} <span className={css.muted}>{d.deviceId}</span>: {reasonText(d.reason)}
              </li>
            ))}
            {unnamed > 0 && <li>{t('commands.confirmMore', { count: unnamed })}</li>}
          </ul>
        </>
      )}
    </div>
  );
};
