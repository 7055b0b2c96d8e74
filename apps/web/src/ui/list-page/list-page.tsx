import type { InputOf, OutputOf } from '@sightline/contract';
import { ExportOutlined, ReloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Pagination } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useWhileAway } from '../../live/live-connection.ts';
import { isShownTo, type Guarded } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { usePhone } from '../use-narrow.ts';
import { Empty, QueryView } from '../view-state.tsx';
import { ColumnSettings } from './column-settings.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ListDefinition, PageOperation, RowOf } from './list-definition.ts';
import css from './list-page.module.css';
import { useListPreferences } from './list-preferences.ts';
import { ListTable } from './list-table.tsx';
import { ListTiles } from './list-tiles.tsx';
import { hasFilters, PAGE_SIZES, questionOf, useListState } from './list-url.ts';
import { PageActions } from './page-actions.tsx';
import { TreePanel } from './tree-panel.tsx';
import { useColumns } from './use-columns.ts';
import { useListActions } from './use-list-actions.tsx';
import { useSelection } from './use-selection.ts';

interface ListPageProps<K extends PageOperation> {
  readonly definition: ListDefinition<K>;
  readonly title: string;
  /** Beside the title: tabs between a list and its recycle bin. */
  readonly beside?: ReactNode;
  /** What a person should know before he reads the list, below its head. */
  readonly intro?: ReactNode;
  /** Dialogs and drawers of the page. */
  readonly children?: ReactNode;
}

interface PageOfRows<Row> {
  readonly records: readonly Row[];
  readonly total: number;
}

/** A page around one list, made from its definition. */
export const ListPage = <K extends PageOperation>({ definition, title, beside, intro, children }: ListPageProps<K>) => {
  type Row = RowOf<K> & object;
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const session = useSession();
  const density = useListPreferences((preferences) => preferences.density);
  const [state, change] = useListState(definition);
  const columns = useColumns(definition);
  const [visible, setVisible] = useState<readonly string[]>([]);
  const selection = useSelection<Row>(definition.rowKey);
  const [dialog, runAction] = useListActions<Row>(selection.clear);
  const phone = usePhone();
  const may = (action: Guarded): boolean => isShownTo(session, action);

  const question = { ...definition.fixed, ...questionOf(state, definition) } as InputOf<K>;
  const awayMs = useWhileAway(definition.awayMs);
  const answer = useCall(definition.operation, question, { keepPrevious: true, refetchInterval: awayMs ?? definition.refetchMs });
  // Every operation that ListDefinition takes answers so; the compiler cannot see through the conditional type.
  const page = answer.data as OutputOf<K> & PageOfRows<Row>;
  const total = answer.data === undefined ? null : page.total;

  useEffect(() => {
    // The last row of the last page went away: the page before is looked at.
    if (total === null || answer.isPlaceholderData) return;
    const last = Math.max(1, Math.ceil(total / state.size));
    if (state.page > last) change({ page: last });
  }, [total, answer.isPlaceholderData, state.page, state.size, change]);

  const { onRows } = definition;
  const rows = answer.data === undefined ? null : page.records;
  useEffect(() => {
    if (rows !== null) onRows?.(rows as readonly RowOf<K>[]);
  }, [rows, onRows]);

  const startExport = useMutation({
    mutationFn: async () =>
      definition.exports?.run(
        question,
        columns.shown.map((column) => column.key),
      ),
    onError: (error) => message.error(describeError(error).text),
  });
  const pageActions = (definition.pageActions ?? []).filter(may);
  const rowActions = (definition.rowActions ?? []).filter(may);
  const bulkActions = (definition.bulkActions ?? []).filter(may);
  const emptyAction = pageActions.find((action) => action.key === definition.empty.action);
  const empty = hasFilters(state) ? (
    <Empty
      text={t('ui.list.noMatch')}
      action={{
        label: t('ui.list.reset'),
        onClick: () => change({ filters: Object.fromEntries(Object.keys(state.filters).map((name) => [name, ''])) }),
      }}
    />
  ) : (
    <Empty text={t(definition.empty.text)} action={emptyAction && { label: t(emptyAction.label), onClick: emptyAction.run }} />
  );

  return (
    <div className={css.page}>
      {definition.treeFilter !== undefined && (
        <TreePanel
          customerId={state.filters[definition.treeFilter] || null}
          onCustomer={(id) => change({ filters: { [definition.treeFilter ?? '']: id ?? '' } })}
        />
      )}
      <section className={css.main} aria-label={title}>
        <header className={css.header}>
          <h1>{title}</h1>
          {beside}
          <span className={css.grow} />
          <PageActions actions={pageActions} />
          {definition.exports !== undefined && may(definition.exports) && (
            <Button
              icon={<ExportOutlined aria-hidden />}
              aria-label={t('ui.list.export')}
              disabled={!total}
              loading={startExport.isPending}
              onClick={() => startExport.mutate()}
            >
              {phone ? null : t('ui.list.export')}
            </Button>
          )}
          <Button
            icon={<ReloadOutlined aria-hidden spin={answer.isFetching && !answer.isPending} />}
            aria-label={t('ui.list.renew')}
            onClick={() => void answer.refetch()}
          />
          <ColumnSettings columns={columns} visible={visible} />
        </header>
        {intro !== undefined && <p className={css.intro}>{intro}</p>}
        {(definition.filters ?? []).length > 0 && (
          <FilterBar fields={definition.filters ?? []} state={state} onFilters={(filters) => change({ filters })} />
        )}
        <div className={css.body}>
          <QueryView query={answer} rows={12}>
            {() =>
              definition.board && page.records.length > 0 ? (
                definition.board(page.records)
              ) : definition.tile !== undefined && page.records.length > 0 ? (
                <ListTiles<Row>
                  label={title}
                  rows={page.records}
                  rowKey={definition.rowKey}
                  rowName={definition.rowName}
                  tile={definition.tile}
                  onOpen={definition.onOpen}
                  selection={bulkActions.length === 0 ? undefined : { keys: new Set(selection.rows.keys()), onChange: selection.change }}
                />
              ) : (
                <ListTable<Row>
                  label={title}
                  rows={page.records}
                  columns={columns.shown}
                  fits={!columns.isChosen}
                  onColumns={setVisible}
                  rowKey={definition.rowKey}
                  rowName={definition.rowName}
                  density={density}
                  sort={state.sort}
                  onSort={(sort) => change({ sort })}
                  selection={bulkActions.length === 0 ? undefined : { keys: new Set(selection.rows.keys()), onChange: selection.change }}
                  actions={rowActions}
                  onAction={runAction}
                  onOpen={definition.onOpen}
                  empty={empty}
                />
              )
            }
          </QueryView>
        </div>
        <footer className={css.footer}>
          {selection.rows.size > 0 && (
            <div className={css.bulk} role="group" aria-label={t('ui.list.selected', { count: selection.rows.size })}>
              <span className="tabular">{t('ui.list.selected', { count: selection.rows.size })}</span>
              {bulkActions.map((action) => {
                const rows = [...selection.rows.values()].filter((row) => action.isFor?.(row) !== false);
                return (
                  <Button
                    key={action.key}
                    size="small"
                    icon={action.icon}
                    danger={action.danger}
                    disabled={rows.length === 0}
                    onClick={() => runAction(action, rows)}
                  >
                    {t(action.label)}
                  </Button>
                );
              })}
              <Button type="text" size="small" onClick={selection.clear}>
                {t('ui.list.clearSelection')}
              </Button>
            </div>
          )}
          <span className={css.grow} />
          <Pagination
            size="small"
            current={state.page}
            pageSize={state.size}
            total={total ?? 0}
            showSizeChanger
            showQuickJumper={(total ?? 0) > state.size * 5}
            pageSizeOptions={[...PAGE_SIZES]}
            showTotal={(count) =>
              total !== null && t('ui.list.total', { count, shown: new Intl.NumberFormat(i18n.language).format(count) })
            }
            onChange={(pageIndex, size) => change(size === state.size ? { page: pageIndex } : { page: 1, size })}
          />
        </footer>
      </section>
      {dialog}
      {children}
    </div>
  );
};
