import type { OperationId, OutputOf } from '@sightline/contract';
import { Alert, App, Button, Drawer, Form, Modal } from 'antd';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { useDialogFocus } from '../use-dialog-focus.ts';
import { useEdges } from '../use-edges.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { dropDraft, draftKey, readDraft, writeDraft } from './form-draft.ts';
import { FormFields } from './form-fields.tsx';
import type { FieldDefinition, FormDefinition, FormValues } from './form-definition.ts';
import css from './form-dialog.module.css';
import { useFormSubmit } from './use-form-submit.ts';

export interface FormDialogProps<K extends OperationId> {
  readonly definition: FormDefinition<K>;
  readonly title: string;
  /** What is edited; tells drafts apart. Left out for something new. */
  readonly objectId?: string;
  readonly initial?: FormValues;
  /** The verb on the button; "Save" when left out. */
  readonly submitLabel?: string;
  /** A drawer to edit; a dialog for a question of one or two fields. */
  readonly as?: 'drawer' | 'dialog';
  readonly width?: number;
  /** Stands above the fields. */
  readonly intro?: ReactNode;
  /** Said when it is saved; a function gets the answer. */
  readonly done?: string;
  readonly onDone?: (answer: OutputOf<K>, values: FormValues) => void | Promise<void>;
  readonly onClose: () => void;
}

const NOTHING: FormValues = {};

/** A form made from its definition. What was typed survives a failed submit, a reload and signing in again. */
export const FormDialog = <K extends OperationId>(props: FormDialogProps<K>) => {
  const { definition, title, objectId = 'new', as = 'drawer', onDone, onClose } = props;
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user, permissionIds } = useSession();
  const [form] = Form.useForm<Record<string, unknown>>();
  const key = draftKey(user.id, definition.id, objectId);
  // What is loaded anew meanwhile is not what the person began with.
  const [initial] = useState<FormValues>(props.initial ?? NOTHING);
  const [start] = useState(() => ({ ...initial, ...readDraft(key) }));
  const [restored, setRestored] = useState(() => readDraft(key) !== null);
  const [values, setValues] = useState<FormValues>(start);
  const { content, afterOpenChange } = useDialogFocus();
  const { end } = useEdges();

  const may = useMemo(
    () => (field: FieldDefinition) => field.permission === undefined || permissionIds.has(field.permission),
    [permissionIds],
  );
  const all = useMemo(() => definition.groups.flatMap((group) => group.fields), [definition]);
  const unsaved = useUnsaved({ startsDirty: restored, onDiscard: () => dropDraft(key) });
  const settle = (): void => {
    unsaved.mark(false);
    dropDraft(key);
  };
  const { submit, busy, general } = useFormSubmit({
    definition,
    form,
    initial,
    start,
    may,
    onSaved: async (answer, now) => {
      settle();
      if (props.done !== undefined) message.success(props.done);
      await onDone?.(answer, now);
      onClose();
    },
  });
  const close = (): void => void (busy || unsaved.leave(onClose));
  const startAgain = (): void => {
    settle();
    setRestored(false);
    setValues(initial);
    // Fields without an initial value are emptied too.
    form.setFieldsValue({ ...Object.fromEntries(all.map((field) => [field.name, undefined])), ...initial });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };

  const body = (
    <div ref={content} role="presentation" onKeyDown={onKeyDown}>
      {restored && (
        <Alert
          className={css.notice}
          type="info"
          showIcon
          title={t('ui.form.restored')}
          action={
            <Button size="small" onClick={startAgain}>
              {t('ui.form.startAgain')}
            </Button>
          }
        />
      )}
      {props.intro !== undefined && <div className={css.notice}>{props.intro}</div>}
      <Form
        form={form}
        name={definition.id.replaceAll('.', '-')}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={start}
        scrollToFirstError={false}
        onValuesChange={(_changed, next: FormValues) => {
          unsaved.mark();
          setValues({ ...values, ...next });
          writeDraft(key, all, initial, { ...values, ...next });
        }}
        onFinish={() => void submit()}
      >
        <FormFields definition={definition} values={values} may={may} />
        {/* Enter in a field submits. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
      {unsaved.question}
    </div>
  );
  const footer = (
    <>
      {/* Beside the button, where one looks; below the fields of a long form nobody would see it. */}
      {general !== null && <Alert role="alert" className={css.problem} type="error" showIcon title={general} />}
      <div className={css.footer}>
        <Button disabled={busy} onClick={close}>
          {t('ui.cancel')}
        </Button>
        <Button type="primary" loading={busy} aria-keyshortcuts="Control+Enter" onClick={() => void submit()}>
          {props.submitLabel ?? t('ui.save')}
        </Button>
      </div>
    </>
  );
  return as === 'drawer' ? (
    <Drawer
      open
      title={title}
      placement={end}
      size={props.width ?? 520}
      onClose={close}
      footer={footer}
      mask={{ closable: true }}
      afterOpenChange={afterOpenChange}
    >
      {body}
    </Drawer>
  ) : (
    <Modal open title={title} width={props.width ?? 520} onCancel={close} footer={footer} afterOpenChange={afterOpenChange}>
      {body}
    </Modal>
  );
};
