import type { OperationId } from '@sightline/contract';
import { Alert, App, Button, Form } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../session/may-call.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';
import { FormFields } from './form-fields.tsx';
import css from './form-dialog.module.css';
import { isChanged } from './form-input.ts';
import { useFormSubmit } from './use-form-submit.ts';

interface SettingsFormProps<K extends OperationId> {
  readonly definition: FormDefinition<K>;
  readonly initial: FormValues;
  /** Said when it is saved. */
  readonly done: string;
  readonly onDone?: (values: FormValues) => void | Promise<void>;
  /** Stands beside the fields and follows them while one types. */
  readonly beside?: (values: FormValues) => ReactNode;
}

/** A form that stands in its page. Save and take back appear with the first change; leaving the page asks. */
export const SettingsForm = <K extends OperationId>({ definition, initial: given, done, onDone, beside }: SettingsFormProps<K>) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const may = useMayCall(definition.operation);
  const [form] = Form.useForm<Record<string, unknown>>();
  // What is loaded anew meanwhile is not what the person began with.
  const [initial, setInitial] = useState(given);
  const [values, setValues] = useState(given);
  const fields = useMemo(() => definition.groups.flatMap((group) => group.fields), [definition]);
  const isDirty = fields.some(({ name }) => isChanged(name, initial, values));
  const unsaved = useUnsaved();
  const all = (_field: FieldDefinition): boolean => true;

  const { submit, busy, general, forgetProblem } = useFormSubmit({
    definition,
    form,
    initial,
    may: all,
    onSaved: async (_answer, now) => {
      unsaved.mark(false);
      setInitial(now);
      setValues(now);
      message.success(done);
      await onDone?.(now);
    },
  });

  const takeBack = (): void => {
    form.setFieldsValue({ ...Object.fromEntries(fields.map((field) => [field.name, undefined])), ...initial });
    form.setFields(fields.map(({ name }) => ({ name, errors: [] })));
    setValues(initial);
    forgetProblem();
    unsaved.mark(false);
  };

  return (
    <div className={beside === undefined ? undefined : css.withBeside}>
      <Form
        form={form}
        name={definition.id.replaceAll('.', '-')}
        layout="vertical"
        validateTrigger="onBlur"
        disabled={!may || busy}
        initialValues={initial}
        onValuesChange={(_changed, next: FormValues) => {
          const now = { ...values, ...next };
          setValues(now);
          unsaved.mark(fields.some(({ name }) => isChanged(name, initial, now)));
        }}
        onFinish={() => void (isDirty && submit())}
      >
        <FormFields definition={definition} values={values} may={all} />
        {may && (
          <div className={css.saveLine}>
            {general !== null && <Alert role="alert" className={css.problem} type="error" showIcon title={general} />}
            <Button type="primary" htmlType="submit" loading={busy} disabled={!isDirty}>
              {t('ui.save')}
            </Button>
            <Button disabled={busy || !isDirty} onClick={takeBack}>
              {t('ui.form.takeBack')}
            </Button>
          </div>
        )}
      </Form>
      {beside !== undefined && <aside>{beside(values)}</aside>}
      {unsaved.question}
    </div>
  );
};
