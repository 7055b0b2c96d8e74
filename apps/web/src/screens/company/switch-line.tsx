import type { InputOf, OperationId } from '@sightline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useMayCall } from '../../session/may-call.ts';
import { Muted } from '../../ui/settings-page/settings-page.tsx';
import css from './company.module.css';

interface SwitchLineProps<K extends OperationId> {
  readonly operation: K;
  readonly input: (checked: boolean) => InputOf<K>;
  readonly checked: boolean;
  readonly label: string;
  readonly about: string;
}

/** One decision, saved as it is made. */
export const SwitchLine = <K extends OperationId>({ operation, input, checked, label, about }: SwitchLineProps<K>) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const may = useMayCall(operation);
  const save = useMutation({
    mutationFn: async (next: boolean) => {
      await call(operation, input(next));
      await queries.invalidateQueries();
    },
    onSuccess: () => void message.success(t('company.saved')),
    onError: (error) => void message.error(describeError(error).text),
  });
  return (
    <div className={css.switch}>
      <Switch
        aria-label={label}
        checked={save.isPending ? save.variables : checked}
        loading={save.isPending}
        disabled={!may}
        onChange={(next) => save.mutate(next)}
      />
      <div>
        <div>{label}</div>
        <Muted as="div">{about}</Muted>
      </div>
    </div>
  );
};
