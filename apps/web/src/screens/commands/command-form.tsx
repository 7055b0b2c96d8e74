import { commandDefinition, commandFields, type CommandId } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Radio } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import type { Confirmation } from '../../ui/confirm/confirmation.ts';
import { ConfirmDialog } from '../../ui/confirm/confirm-dialog.tsx';
import type { PickedDevice } from '../../ui/device-picker/device-picker.tsx';
import { CommandFields } from './command-fields.tsx';
import { commandTitle, inLanguage } from './command-text.ts';

export type CommandTarget =
  | {
      readonly deviceId: string;
      readonly deviceName: string;
      /** Without a connection the command is kept for it. */
      readonly online: boolean;
    }
  | { readonly devices: readonly PickedDevice[]; readonly onSent: (batchId: string) => void };

interface CommandFormProps {
  readonly commandType: CommandId;
  readonly target: CommandTarget;
  /** Something was typed, or what was typed is sent. */
  readonly onDirty: (isDirty: boolean) => void;
}

/** Names that a question lists; the rest is counted. */
const NAMED = 5;

/** One command: its parameters, and, where it is dangerous, a question that names the device, or the number of devices. */
export const CommandForm = ({ commandType, target, onDirty }: CommandFormProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [otherwise, setOtherwise] = useState<'refuse' | 'wait'>('refuse');
  const [asking, setAsking] = useState<Record<string, unknown> | null>(null);
  const definition = commandDefinition(commandType);
  const fields = useMemo(() => commandFields(commandType), [commandType]);
  const presets = useMemo(() => Object.fromEntries(fields.map((f) => [f.name, f.preset])), [fields]);

  const send = useMutation({
    mutationFn: async (params: Record<string, unknown>) => {
      const common = { commandType, params, otherwise };
      if ('devices' in target) {
        const { devices } = target;
        const { batchId } = await call('device.command.batchSend', {
          ...common,
          deviceIds: devices.map((d) => d.id).join(','),
          offline: true,
          ...(definition.confirm && { confirmCount: devices.length }),
        });
        target.onSent(batchId);
        return;
      }
      const { deviceId, online } = target;
      const confirmed = definition.confirm && { confirmDeviceId: deviceId };
      await call('device.command.send', { ...common, ...confirmed, deviceId, offline: !online });
      void message.success(t(online ? 'commands.handedOver' : 'commands.kept'));
    },
    onSuccess: () => {
      onDirty(false);
      return queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('device.command.') });
    },
  });
  // A field that is disabled while it is sent loses the focus: it comes back to where the person was.
  const sentFrom = useRef<Element | null>(null);
  useEffect(() => {
    if (send.isPending || !(sentFrom.current instanceof HTMLElement)) return;
    if (document.activeElement === document.body) sentFrom.current.focus();
    sentFrom.current = null;
  }, [send.isPending]);
  const submit = (values: Record<string, unknown>): void => {
    // Whether the values are right is for the schema of the command to say, as it is on the server.
    const parsed = definition.params.safeParse(values);
    if (!parsed.success) {
      form.setFields(parsed.error.issues.map((issue) => ({ name: issue.path as (string | number)[], errors: [issue.message] })));
      return;
    }
    if (definition.confirm) return setAsking(parsed.data);
    sentFrom.current = document.activeElement;
    send.mutate(parsed.data);
  };

  const confirmation = (): Confirmation => {
    const command = commandTitle(commandType);
    const about = { ok: t('commands.confirmOk'), danger: true } as const;
    const dangerous = definition.danger === 'dangerous';
    if (!('devices' in target)) {
      const { deviceId: id, deviceName: name } = target;
      const lines = [t('commands.confirmDevice', { name, id }), inLanguage(definition.description)];
      return { ...about, title: t('commands.confirmTitle', { command, name }), lines, ...(dangerous && { mustType: id }) };
    }
    const { devices } = target;
    const names = devices.slice(0, NAMED).map((d) => d.deviceName);
    const more = devices.length - names.length;
    const lines = [...names, ...(more > 0 ? [t('commands.confirmMore', { count: more })] : []), inLanguage(definition.description)];
    const title = t('commands.confirmBatch', { command, count: devices.length });
    return { ...about, title, lines, ...(dangerous && { mustType: String(devices.length) }) };
  };
  const sendsNow = 'devices' in target || target.online;

  return (
    <>
      <Alert
        type={definition.danger === 'dangerous' ? 'warning' : 'info'}
        showIcon={definition.danger === 'dangerous'}
        title={inLanguage(definition.description)}
        style={{ marginBottom: 16 }}
      />
      <Form
        form={form}
        layout="vertical"
        initialValues={presets}
        onValuesChange={() => onDirty(true)}
        onFinish={submit}
        disabled={send.isPending}
      >
        <CommandFields fields={fields} />
        {definition.onlySlow && (
          <Form.Item label={t('commands.whileFast')}>
            <Radio.Group
              value={otherwise}
              onChange={(event) => setOtherwise(event.target.value as 'refuse' | 'wait')}
              options={[
                { value: 'refuse', label: t('commands.refuse') },
                { value: 'wait', label: t('commands.wait') },
              ]}
            />
          </Form.Item>
        )}
        {send.isError && asking === null && (
          <Alert type="error" showIcon title={describeError(send.error).text} style={{ marginBottom: 16 }} />
        )}
        <Button type="primary" htmlType="submit" danger={definition.danger === 'dangerous'} loading={send.isPending}>
          {t(sendsNow ? 'commands.send' : 'commands.keep')}
        </Button>
      </Form>
      {asking !== null && (
        <ConfirmDialog confirmation={confirmation()} onConfirm={() => send.mutateAsync(asking)} onClose={() => setAsking(null)} />
      )}
    </>
  );
};
