import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useConfirm } from '../confirm/use-confirm.tsx';
import type { ListAction } from './list-definition.ts';

/** Runs actions: asks first where the definition says so, says when it is done, and renews what is on screen. */
export const useListActions = <Row,>(
  onDone: () => void,
): readonly [dialog: ReactNode, run: (action: ListAction<Row>, rows: readonly Row[]) => void] => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [dialog, ask] = useConfirm();
  const busy = useRef(new Set<Row>());

  const execute = async ({ run, done }: ListAction<Row>, rows: readonly Row[]): Promise<void> => {
    const work = run(rows);
    if (!(work instanceof Promise)) return;
    await work;
    if (done !== undefined) message.success(t(done, { count: rows.length }));
    onDone();
    // An action may touch more than this list: counts of the tree, details, other lists.
    await queries.invalidateQueries();
  };
  const start = useMutation({
    mutationFn: async ({ action, rows }: { action: ListAction<Row>; rows: readonly Row[] }) => {
      const [first] = rows;
      // The second half of a double click.
      if (first !== undefined && busy.current.has(first)) return;
      if (first !== undefined) busy.current.add(first);
      try {
        if (action.confirm === undefined) return await execute(action, rows);
        ask(await action.confirm(rows), () => execute(action, rows));
      } finally {
        if (first !== undefined) busy.current.delete(first);
      }
    },
    onError: (error) => message.error(describeError(error).text),
  });
  return [dialog, (action, rows) => start.mutate({ action, rows })];
};
