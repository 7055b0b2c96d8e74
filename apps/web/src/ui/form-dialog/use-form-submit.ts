import type { OperationId, OutputOf } from '@sightline/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';
import { inputOf, shownFields } from './form-input.ts';
import { placeError } from './server-errors.ts';

interface FormSubmitOptions<K extends OperationId> {
  readonly definition: FormDefinition<K>;
  readonly form: FormInstance<Record<string, unknown>>;
  /** What the object holds: tells which fields were changed. */
  readonly initial: FormValues;
  /** What the form began with, a draft included; `initial` when left out. */
  readonly start?: FormValues;
  readonly may: (field: FieldDefinition) => boolean;
  /** After the call and before everything on screen is asked for again. What it throws is shown as if the call had failed. */
  readonly onSaved: (answer: OutputOf<K>, values: FormValues) => void | Promise<void>;
}

export interface FormSubmit {
  /** Checks the fields, calls, and puts what the server refuses beside its field. A second one waits for the first to end: it does nothing. */
  readonly submit: () => Promise<void>;
  readonly busy: boolean;
  /** Words of a problem that belongs to no field on screen. */
  readonly general: string | null;
  readonly forgetProblem: () => void;
}

/** What every form from a definition does when it is submitted. The first field that is wrong comes into sight and gets the focus. */
export const useFormSubmit = <K extends OperationId>({
  definition,
  form,
  initial,
  start = initial,
  may,
  onSaved,
}: FormSubmitOptions<K>): FormSubmit => {
  const queries = useQueryClient();
  const [general, setGeneral] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submitting = useRef(false);

  const show = (field: Parameters<typeof form.scrollToField>[0] | undefined): void => {
    if (field !== undefined) form.scrollToField(field, { focus: true, block: 'center' });
  };
  const submit = async (): Promise<void> => {
    if (submitting.current) return;
    submitting.current = true;
    setBusy(true);
    setGeneral(null);
    const now: FormValues = { ...start, ...form.getFieldsValue(true) };
    const fields = shownFields(definition, now, may);
    try {
      const isSound = await form.validateFields().then(
        () => true,
        () => false,
      );
      if (!isSound) return show(form.getFieldsError().find(({ errors }) => errors.length > 0)?.name);
      await onSaved(await call(definition.operation, inputOf(definition, fields, initial, now)), now);
      await queries.invalidateQueries();
    } catch (error) {
      const placed = placeError(error, definition, fields, now);
      form.setFields(placed.fields.map(({ name, errors }) => ({ name, errors })));
      setGeneral(placed.general);
      show(placed.fields[0]?.name);
    } finally {
      submitting.current = false;
      setBusy(false);
    }
  };
  return { submit, busy, general, forgetProblem: () => setGeneral(null) };
};
