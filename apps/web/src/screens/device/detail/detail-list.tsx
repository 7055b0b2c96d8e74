import type { InputOf, OutputOf } from '@sightline/contract';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { isShownTo } from '../../../session/may-call.ts';
import { useSession } from '../../../session/session.ts';
import type { ListAction, ListColumn, PageOperation, RowOf } from '../../../ui/list-page/list-definition.ts';
import { ListTable } from '../../../ui/list-page/list-table.tsx';
import { useListActions } from '../../../ui/list-page/use-list-actions.tsx';
import { QueryView } from '../../../ui/view-state.tsx';

interface DetailListProps<K extends PageOperation> {
  readonly label: string;
  readonly operation: K;
  readonly input: InputOf<K>;
  readonly columns: readonly ListColumn<RowOf<K>>[];
  readonly rowKey: (row: RowOf<K>) => string;
  readonly rowName: (row: RowOf<K>) => string;
  readonly actions?: readonly ListAction<RowOf<K>>[];
  readonly onOpen?: (row: RowOf<K>) => void;
  readonly empty: ReactNode;
  readonly refetchMs?: number;
}

const SIZE = 50;
const nothing = (): void => undefined;

/** A list inside the detail of a device: the rows of a page list without its search line, tree and address. */
export const DetailList = <K extends PageOperation>(props: DetailListProps<K>) => {
  type Row = RowOf<K> & object;
  const session = useSession();
  const [pageIndex, setPageIndex] = useState(1);
  const [dialog, runAction] = useListActions<Row>(nothing);
  const question = { ...props.input, pageIndex, pageSize: SIZE } as InputOf<K>;
  const answer = useCall(props.operation, question, { keepPrevious: true, refetchInterval: props.refetchMs });
  // Every operation that the list takes answers so; the compiler cannot see through the conditional type.
  const page = answer.data as OutputOf<K> & { readonly records: readonly Row[]; readonly total: number };
  const actions = (props.actions ?? []).filter((action) => isShownTo(session, action));
  return (
    <>
      <QueryView query={answer} rows={4}>
        {() => (
          <>
            <ListTable<Row>
              label={props.label}
              rows={page.records}
              columns={props.columns}
              rowKey={props.rowKey}
              rowName={props.rowName}
              density="compact"
              sort={null}
              onSort={nothing}
              actions={actions}
              onAction={runAction}
              onOpen={props.onOpen}
              empty={props.empty}
            />
            {page.total > SIZE && (
              <Pagination
                size="small"
                current={pageIndex}
                pageSize={SIZE}
                total={page.total}
                showSizeChanger={false}
                onChange={setPageIndex}
              />
            )}
          </>
        )}
      </QueryView>
      {dialog}
    </>
  );
};
