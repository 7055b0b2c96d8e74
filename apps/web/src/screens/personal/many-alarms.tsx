import type { AlarmSetting, UserEmail } from '@sightline/contract';
import { Alert, Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useDialogFocus } from '../../ui/use-dialog-focus.ts';
import { changeAlarms, CHOICE_KEYS, CHOICES, type AlarmChoices, type ChoiceKey } from './alarm-choices.ts';
import { AlarmControl } from './alarm-control.tsx';

interface ManyAlarmsProps {
  readonly rows: readonly AlarmSetting[];
  readonly addresses: readonly UserEmail[];
  readonly onClose: () => void;
  /** Told when it is saved, with how to take it back. */
  readonly onChanged: (key: ChoiceKey, undo: () => Promise<void>) => void;
}

/** Chooses the same for many kinds of alarms: one thing at a time, so that nothing else of them changes. */
export const ManyAlarms = ({ rows, addresses, onClose, onChanged }: ManyAlarmsProps) => {
  const { t } = useTranslation();
  const [key, setKey] = useState<ChoiceKey>('level');
  const [value, setValue] = useState<AlarmChoices[ChoiceKey]>(rows[0] === undefined ? 1 : CHOICES.level.read(rows[0]));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { content, afterOpenChange } = useDialogFocus();
  const choose = (next: ChoiceKey): void => {
    setKey(next);
    if (rows[0] !== undefined) setValue(CHOICES[next].read(rows[0]));
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      onChanged(key, await changeAlarms(rows, key, value as never));
      onClose();
    } catch (error) {
      setProblem(describeError(error).text);
      setBusy(false);
    }
  };
  const label = t(`personal.alarms.choices.${key}`);
  return (
    <Modal
      open
      title={t('personal.alarms.changeTitle', { count: rows.length })}
      okText={t('ui.save')}
      cancelText={t('ui.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      afterOpenChange={afterOpenChange}
    >
      <div ref={content}>
        <Form layout="vertical">
          <Form.Item label={t('personal.alarms.what')}>
            <Select<ChoiceKey>
              aria-label={t('personal.alarms.what')}
              value={key}
              options={CHOICE_KEYS.map((each) => ({ value: each, label: t(`personal.alarms.choices.${each}`) }))}
              onChange={choose}
            />
          </Form.Item>
          <Form.Item label={label}>
            <AlarmControl choice={key} value={value} onChange={setValue} addresses={addresses} label={label} />
          </Form.Item>
        </Form>
        {problem !== null && <Alert role="alert" type="error" showIcon title={problem} />}
      </div>
    </Modal>
  );
};
