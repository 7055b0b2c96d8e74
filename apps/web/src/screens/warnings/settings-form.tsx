import type { AlarmSettings } from '@sightline/contract';
import { ALARM_SETTING_GROUPS, ATTACHMENT_GROUPS, type AlarmSettingGroup } from '@sightline/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Tabs } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import type { Unsaved } from '../../ui/use-unsaved.tsx';
import { ZonedTime } from '../../ui/zoned-time.tsx';
import { Dot, DotTag } from '../commands/dot-tag.tsx';
import css from './warnings.module.css';
import { AttachmentTable } from './attachment-table.tsx';
import { fieldsOf, GroupFields } from './group-fields.tsx';
import { groupName, groupText, isAttachment, STATE_TONES } from './setting-text.ts';
import { startValues, usualValues, wantedValues, wrongField, type FormValues } from './setting-values.ts';
import { StateTag } from './state-tag.tsx';

const ATTACHMENTS = 'attachments';
type Tab = AlarmSettingGroup | typeof ATTACHMENTS;

interface SettingsFormProps {
  readonly settings: AlarmSettings;
  readonly unsaved: Unsaved;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

/** The groups as tabs of one form. What nobody has touched follows the unit and what others save. */
export const SettingsForm = ({ settings, unsaved, onCopy, onClose }: SettingsFormProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useSession();
  const mayFollow = useMayCall('device.command.page');
  const queries = useQueryClient();
  const mayEdit = useMayCall('alarmSetting.update');
  const mayRead = useMayCall('alarmSetting.read');
  const [form] = Form.useForm<FormValues>();
  const [tab, setTab] = useState<Tab>('adas');
  const touched = useRef(new Set<AlarmSettingGroup>());
  const [isTouched, setIsTouched] = useState(false);
  const { deviceId } = settings;
  const starts = JSON.stringify(startValues(settings));

  useEffect(() => {
    const fresh = JSON.parse(starts) as FormValues;
    for (const group of ALARM_SETTING_GROUPS) if (!touched.current.has(group)) form.setFieldsValue({ [group]: fresh[group] ?? {} });
  }, [starts, form]);

  const touch = (groups: readonly string[]): void => {
    for (const group of groups) touched.current.add(group as AlarmSettingGroup);
    setIsTouched(true);
    unsaved.mark();
  };
  const renew = (): Promise<void> =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('alarmSetting.') });

  const save = useMutation({
    mutationFn: async ({ send }: { send: boolean }) => {
      // what is wanted already stays wanted; nothing yet: all that the form shows
      const groups = ALARM_SETTING_GROUPS.filter((group) => touched.current.has(group) && settings.groups[group].state !== 'absent');
      const values = wantedValues(form.getFieldsValue(true) as FormValues, groups);
      if (groups.length > 0) await call(settings.exists ? 'alarmSetting.update' : 'alarmSetting.add', { deviceId, settings: values });
      touched.current.clear();
      setIsTouched(false);
      unsaved.mark(false);
      if (send) await call('alarmSetting.sync', { deviceId, deviceIds: deviceId });
      void message.success(t(!send ? 'warnings.saved' : settings.online ? 'warnings.sent' : 'warnings.kept'));
    },
    onSettled: renew,
  });
  const read = useMutation({
    mutationFn: async () => await call('alarmSetting.read', { deviceIds: deviceId, offline: !settings.online }),
    onSuccess: () => void message.success(t(settings.online ? 'warnings.asked' : 'warnings.askedLater')),
    onSettled: renew,
  });

  const submit = async (send: boolean): Promise<void> => {
    if (save.isPending) return;
    const invalid = await form.validateFields().then(
      () => null,
      (error: { errorFields?: { name: [AlarmSettingGroup, string] }[] }) => error.errorFields?.[0]?.name ?? null,
    );
    const wrong = invalid ?? wrongField(wantedValues(form.getFieldsValue(true) as FormValues, [...touched.current]));
    if (wrong === null) return save.mutate({ send });
    const [group, key] = wrong;
    const field = fieldsOf(group, settings.groups[group]).find((f) => f.key === key);
    setTab(field && isAttachment(field) ? ATTACHMENTS : group);
    // the tab has to be there first
    requestAnimationFrame(() => form.scrollToField([group, key], { focus: true, block: 'center' }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && mayEdit) {
      event.preventDefault();
      void submit(true);
    }
  };
  const fillIn = (group: AlarmSettingGroup): void => {
    form.setFieldsValue({ [group]: usualValues(settings, group) });
    touch([group]);
  };
  const pending = settings.state === 'pending';

  return (
    <div role="presentation" className={css.form} onKeyDown={onKeyDown}>
      <div className={css.head}>
        <span aria-live="polite">
          <StateTag
            state={settings.state}
            reason={Object.values(settings.groups).find((g) => g.reason !== null)?.reason ?? null}
            online={settings.online}
          />
        </span>
        <DotTag tone={settings.online ? 'good' : 'quiet'}>{t(settings.online ? 'commands.online' : 'commands.offline')}</DotTag>
        <span className={css.muted}>{settings.deviceTypeName}</span>
        <span className={css.spring} />
        {mayRead && (
          <Button onClick={() => read.mutate()} loading={read.isPending} disabled={pending}>
            {t('warnings.read')}
          </Button>
        )}
        {mayFollow && <Link to={`/monitor/commands?${new URLSearchParams({ deviceIdOrName: deviceId })}`}>{t('commands.history')}</Link>}
      </div>
      {(read.isError || save.isError) && (
        <Alert role="alert" type="error" showIcon className={css.notice} title={describeError(save.error ?? read.error).text} />
      )}
      {settings.state === 'neverRead' && <Alert type="info" className={css.notice} title={t('warnings.neverReadHint')} />}
      <Form
        form={form}
        name="alarm-settings"
        layout="vertical"
        validateTrigger="onBlur"
        disabled={!mayEdit || save.isPending}
        onValuesChange={(changed: object) => touch(Object.keys(changed))}
        scrollToFirstError={false}
      >
        <Tabs
          activeKey={tab}
          onChange={(next) => setTab(next as Tab)}
          items={[
            ...ALARM_SETTING_GROUPS.map((group) => ({
              key: group,
              label: (
                <span className={css.tab}>
                  <Dot tone={STATE_TONES[settings.groups[group].state]} />
                  {groupName(group)}
                </span>
              ),
              forceRender: true,
              children: <GroupTab group={group} settings={settings} mayEdit={mayEdit} onFillIn={() => fillIn(group)} />,
            })),
            {
              key: ATTACHMENTS,
              label: t('warnings.attachments'),
              forceRender: true,
              children: <AttachmentTable form={form} settings={settings} mayEdit={mayEdit} onSet={touch} />,
            },
          ]}
        />
      </Form>
      <div className={css.footer}>
        {mayEdit ? (
          <>
            <Button onClick={() => unsaved.leave(onCopy)} disabled={!settings.exists || isTouched}>
              {t('warnings.copy')}
            </Button>
            <span className={css.spring} />
            <Button onClick={() => void submit(false)} disabled={!isTouched || save.isPending}>
              {t('ui.save')}
            </Button>
            <Button
              type="primary"
              aria-keyshortcuts="Control+Enter"
              loading={save.isPending}
              disabled={!isTouched && !settings.exists}
              onClick={() => void submit(true)}
            >
              {t(settings.online ? 'warnings.send' : 'warnings.keep')}
            </Button>
          </>
        ) : (
          <>
            {user.demo && <span className={css.muted}>{t('commands.demo')}</span>}
            <span className={css.spring} />
            <Button onClick={onClose}>{t('ui.close')}</Button>
          </>
        )}
      </div>
    </div>
  );
};

interface GroupTabProps {
  readonly group: AlarmSettingGroup;
  readonly settings: AlarmSettings;
  readonly mayEdit: boolean;
  readonly onFillIn: () => void;
}

const GroupTab = ({ group, settings, mayEdit, onFillIn }: GroupTabProps) => {
  const { t } = useTranslation();
  const own = settings.groups[group];
  if (own.state === 'absent') return <p className={css.muted}>{t('warnings.absent')}</p>;
  return (
    <>
      <div className={css.about}>
        <strong>{groupText(group)}</strong>
        <StateTag state={own.state} reason={own.reason} online={settings.online} />
        {own.toldTime !== null && (
          <span className={css.muted}>
            {t('warnings.toldAt')} <ZonedTime ms={Date.parse(own.toldTime)} style="minutes" />
          </span>
        )}
        <span className={css.spring} />
        {mayEdit && (
          <Button size="small" onClick={onFillIn}>
            {t('warnings.usual')}
          </Button>
        )}
      </div>
      <GroupFields group={group} settings={own} />
      {(ATTACHMENT_GROUPS as readonly string[]).includes(group) && <p className={css.muted}>{t('warnings.seeAttachments')}</p>}
    </>
  );
};
