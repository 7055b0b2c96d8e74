import { NetworkError, type OperationId } from '@sightline/contract';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { FieldControl } from './field-control.tsx';
import { isEmpty, isRequired, problemOf } from './field-rules.ts';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';
import css from './form-dialog.module.css';

interface FormFieldsProps<K extends OperationId> {
  readonly definition: FormDefinition<K>;
  readonly values: FormValues;
  readonly may: (field: FieldDefinition) => boolean;
}

/** What a rule of the field says. One that could not be asked has nothing against the value: the server judges again when it is sent. */
const asked = async (field: FieldDefinition, value: unknown, values: FormValues): Promise<string | null | undefined> => {
  try {
    return await field.check?.(value, values);
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw new Error(describeError(error).text, { cause: error });
  }
};

/** The groups of a form: labels above, one column, errors below the field when it is left. */
export const FormFields = <K extends OperationId>({ definition, values, may }: FormFieldsProps<K>) => {
  const { t } = useTranslation();
  return definition.groups.map((group, index) => {
    const shown = group.fields.filter((field) => may(field) && field.isFor?.(values) !== false);
    if (shown.length === 0) return null;
    return (
      <fieldset key={group.title ?? index} className={css.group}>
        {group.title !== undefined && <legend>{t(group.title)}</legend>}
        {shown.map((field) => (
          <Form.Item
            key={field.name}
            name={field.name}
            label={t(field.label)}
            required={isRequired(definition.operation, field)}
            extra={field.hint === undefined ? undefined : t(field.hint)}
            rules={[
              ({ getFieldsValue }) => ({
                validator: async (_rule, value: unknown) => {
                  const problem =
                    problemOf(definition.operation, field, value) ??
                    (isEmpty(value) && field.kind !== 'password' ? null : await asked(field, value, getFieldsValue(true) as FormValues)) ??
                    null;
                  if (problem !== null) throw new Error(problem);
                },
              }),
            ]}
          >
            <FieldControl field={field} />
          </Form.Item>
        ))}
      </fieldset>
    );
  });
};
