import { Table, type TableColumnType } from 'antd';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell } from './cell.tsx';
import type { ListAction, ListColumn } from './list-definition.ts';
import css from './list-page.module.css';
import type { ListSort } from './list-url.ts';
import type { Density } from './list-preferences.ts';
import { RowActions } from './row-actions.tsx';
import { useListWidths } from './use-list-widths.ts';

interface ListTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  /** Columns at the end for which there is no room are left out. */
  readonly fits?: boolean;
  /** Told which columns there is room for. */
  readonly onColumns?: (keys: readonly string[]) => void;
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly density: Density;
  readonly label: string;
  readonly sort: ListSort | null;
  readonly onSort: (sort: ListSort | null) => void;
  /** Absent: rows cannot be selected. */
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly onChange: (rows: readonly Row[], selected: boolean) => void };
  readonly actions: readonly ListAction<Row>[];
  readonly onAction: (action: ListAction<Row>, rows: readonly Row[]) => void;
  readonly onOpen?: (row: Row) => void;
  readonly empty: ReactNode;
}

const SELECT_WIDTH = 40;
/** Controls of a row do their own work; a click on them does not open the row. */
const CONTROLS = 'button, a, input, label';

/** The rows of a list. Arrows move from row to row, Enter opens, Space selects. */
export const ListTable = <Row extends object>(props: ListTableProps<Row>) => {
  const { rows, rowKey, rowName, sort, selection, actions, onAction, onOpen, onColumns } = props;
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const widths = useListWidths(
    box,
    props.columns,
    rows,
    props.fits === true,
    selection === undefined ? 0 : SELECT_WIDTH,
    actions.length > 0,
  );
  const { columns } = widths;
  useLayoutEffect(() => onColumns?.(columns.map(({ key }) => key)), [onColumns, columns]);
  const activeIndex = Math.min(active, Math.max(0, rows.length - 1));

  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    box.current?.querySelectorAll<HTMLElement>('tr[data-row]')[next]?.focus();
  };
  const onRowKey = (event: KeyboardEvent, row: Row, index: number): void => {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(index + 1),
      ArrowUp: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      Enter: () => onOpen?.(row),
      ' ': () => selection?.onChange([row], !selection.keys.has(rowKey(row))),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  const onRowClick = (event: MouseEvent, row: Row, index: number): void => {
    setActive(index);
    const isMarking = (window.getSelection()?.toString() ?? '') !== '';
    if (onOpen !== undefined && !isMarking && !(event.target as Element).closest(CONTROLS)) onOpen(row);
  };

  const tableColumns = columns.map((column): TableColumnType<Row> => ({
    key: column.key,
    title: <Head column={column} />,
    width: widths.widthOf(column.key),
    fixed: column.isName ? 'start' : undefined,
    align: column.type === 'number' ? 'end' : 'start',
    className: column.type === 'number' || column.type === 'time' ? 'tabular' : undefined,
    ...(column.sortBy === undefined
      ? {}
      : { sorter: true, sortOrder: sort?.field !== column.sortBy ? null : sort.direction === 'desc' ? 'descend' : 'ascend' }),
    onHeaderCell: () => ({ scope: 'col' }) as object,
    render: (_, row) =>
      column.isName && onOpen !== undefined ? (
        <button type="button" className={css.open} tabIndex={-1} onClick={() => onOpen(row)}>
          <Cell column={column} row={row} />
        </button>
      ) : (
        <Cell column={column} row={row} />
      ),
  }));
  if (actions.length > 0) {
    tableColumns.push({
      key: '$actions',
      title: t('ui.list.actions'),
      fixed: 'end',
      width: widths.actions || undefined,
      render: (_, row) => <RowActions row={row} name={rowName(row)} actions={actions} onAction={onAction} />,
    });
  }

  const total = tableColumns.reduce((sum, { width }) => sum + Number(width ?? 0), selection === undefined ? 0 : SELECT_WIDTH);
  return (
    <div ref={box} className={css.table} data-density={props.density}>
      <Table<Row>
        aria-label={props.label}
        size={props.density === 'compact' ? 'small' : 'medium'}
        rowKey={rowKey}
        dataSource={[...rows]}
        columns={tableColumns}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: total }}
        showSorterTooltip={false}
        locale={{ emptyText: props.empty }}
        rowSelection={
          selection && {
            columnWidth: SELECT_WIDTH,
            fixed: 'start',
            columnTitle: (box) => <SelectAll>{box}</SelectAll>,
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...selection.keys],
            getCheckboxProps: (row) => ({ 'aria-label': t('ui.list.select', { name: rowName(row) }) }),
            getTitleCheckboxProps: () => ({ 'aria-label': t('ui.list.selectPage') }),
            onSelect: (row, selected) => selection.onChange([row], selected),
            onSelectAll: (selected, _all, changed) => selection.onChange(changed, selected),
          }
        }
        onRow={(row, index = 0) => ({
          'data-row': index,
          tabIndex: index === activeIndex ? 0 : -1,
          onFocus: () => setActive(index),
          onKeyDown: (event: KeyboardEvent) => onRowKey(event, row, index),
          onClick: (event: MouseEvent) => onRowClick(event, row, index),
        })}
        onChange={(_page, _filters, sorter) => {
          const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
          const field = columns.find((column) => column.key === chosen?.columnKey)?.sortBy;
          if (field === undefined || !chosen?.order) props.onSort(null);
          else props.onSort({ field, direction: chosen.order === 'descend' ? 'desc' : 'asc' });
        }}
      />
    </div>
  );
};

const Head = <Row,>({ column }: { column: ListColumn<Row> }) => {
  const { t } = useTranslation();
  return (
    <span className={css.head}>
      {t(column.title)}
      {column.unit !== undefined && <span className={css.unit}> {t(column.unit)}</span>}
    </span>
  );
};

/** The hidden row by which the table measures its columns repeats their heads: what is in it must not take the focus. */
const inertWhereHidden = (box: HTMLSpanElement | null): void =>
  void box?.toggleAttribute('inert', box.closest('[aria-hidden=true]') !== null);
const SelectAll = ({ children }: { children: ReactNode }) => <span ref={inertWhereHidden}>{children}</span>;
