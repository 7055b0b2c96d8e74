import { commandDefinition, commandFields, type CommandId, type InputOf } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { ConfirmDialog } from '../../ui/confirm/confirm-dialog.tsx';
import { CommandFields } from './command-fields.tsx';
import { commandTitle, inLanguage } from './command-text.ts';

interface CommandFormProps {
  readonly commandType: CommandId;
  readonly deviceId: string;
  readonly deviceName: string;
  /** Without a connection the command is kept for it. */
  readonly online: boolean;
}

/** One command: its parameters, and, where it is dangerous, a question that names the device. */
export const CommandForm = ({ commandType, deviceId, deviceName, online }: CommandFormProps) => {
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
      const input: InputOf<'device.command.send'> = {
        deviceId,
        commandType,
        params,
        offline: !online,
        otherwise,
        ...(definition.confirm && { confirmDeviceId: deviceId }),
      };
      return await call('device.command.send', input);
    },
    onSuccess: async () => {
      void message.success(t(online ? 'commands.handedOver' : 'commands.kept'));
      await queries.invalidateQueries({ queryKey: ['device.command.page'] });
    },
  });
  const submit = (values: Record<string, unknown>): void => {
    // Whether the values are right is for the schema of the command to say, as it is on the server.
    const parsed = definition.params.safeParse(values);
    if (!parsed.success) {
      form.setFields(parsed.error.issues.map((issue) => ({ name: issue.path as (string | number)[], errors: [issue.message] })));
      return;
    }
    if (definition.confirm) setAsking(parsed.data);
    else send.mutate(parsed.data);
  };

  return (
    <>
      <Alert
        type={definition.danger === 'dangerous' ? 'warning' : 'info'}
        showIcon={definition.danger === 'dangerous'}
        title={inLanguage(definition.description)}
        style={{ marginBottom: 16 }}
      />
      <Form form={form} layout="vertical" initialValues={presets} onFinish={submit} disabled={send.isPending}>
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
          {t(online ? 'commands.send' : 'commands.keep')}
        </Button>
      </Form>
      {asking !== null && (
        <ConfirmDialog
          confirmation={{
            title: t('commands.confirmTitle', { command: commandTitle(commandType), name: deviceName }),
            lines: [t('commands.confirmDevice', { name: deviceName, id: deviceId }), inLanguage(definition.description)],
            ok: t('commands.confirmOk'),
            danger: true,
            ...(definition.danger === 'dangerous' && { mustType: deviceId }),
          }}
          onConfirm={() => send.mutateAsync(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
};
