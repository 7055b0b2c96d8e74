import type { FormatEntry, InputOf, OperationId, OutputOf } from '@sightline/contract';
import type { PermissionId } from '@sightline/domain/access/permissions';
import type { ReactNode } from 'react';
import type { Confirmation } from '../confirm/confirmation.ts';

/** Operations that answer with a page of records. */
export type PageOperation = {
  [K in OperationId]: OutputOf<K> extends { readonly records: readonly unknown[]; readonly total: number } ? K : never;
}[OperationId];
export type RowOf<K extends PageOperation> = OutputOf<K> extends { readonly records: readonly (infer R)[] } ? R : never;
export type InputName<K extends OperationId> = keyof InputOf<K> & string;

/** How a value is shown: `number` at the end edge with tabular figures, `time` in the person's zone, `tags` from a comma list. */
export type ColumnType = 'text' | 'number' | 'time' | 'tags';

export interface ListColumn<Row> {
  readonly key: string;
  /** Key of its text. */
  readonly title: string;
  readonly type?: ColumnType;
  /** The value behind `type`; the row's field of the same name when left out. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** Draws the cell itself. */
  readonly render?: (row: Row) => ReactNode;
  /** px, at least; a time is as wide as it has to be. What is left over is shared out. Columns stand in the order of their use, since those at the end give way on a small screen. */
  readonly width?: number;
  /** Key of the text of its unit, shown in the header. */
  readonly unit?: string;
  /** Name of the field in `orderBy`. */
  readonly sortBy?: string;
  /** Not drawn for a person who lacks this id. */
  readonly permission?: PermissionId;
  /** Stays at the start edge, cannot be unticked, and opens the row. One column has it. */
  readonly isName?: true;
  /** Not ticked until the person does so. */
  readonly isHiddenAtFirst?: true;
}

export interface SearchOption {
  readonly value: string | number;
  /** Key of its text. */
  readonly label: string;
  /** Its text, where another source has it: shown instead of `label`. */
  readonly text?: () => string;
}
/** Options that the server knows. */
export type OptionSource = 'labels' | 'deviceTypes' | 'licenseTypes';

/** One field of the search line. What it holds stands in the address under the names of `fields`. */
export interface SearchField<Name extends string = string> {
  readonly type: 'text' | 'select' | 'customer' | 'dateRange';
  /** Names in the question; two (start, end) for a range. */
  readonly fields: readonly [Name] | readonly [Name, Name];
  /** Key of its text. */
  readonly label: string;
  /** Key of a text. */
  readonly placeholder?: string;
  readonly options?: readonly SearchOption[] | OptionSource;
  readonly multiple?: boolean;
  readonly multipleLimit?: number;
  /** Longest range, days. */
  readonly days?: number;
  /** What counts while the address says nothing. */
  readonly value?: string | number;
  readonly permission?: PermissionId;
}

/** Something to do with rows: one at the end of a row, many from the selection. */
export interface ListAction<Row> {
  readonly key: string;
  /** Key of its text. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly permission?: PermissionId;
  /** The call behind it: left out for whom the server would refuse. */
  readonly needs?: OperationId;
  /** It is about customers below: left out for an end customer. */
  readonly forDealers?: true;
  readonly danger?: boolean;
  /** Left out of the row when false. */
  readonly isFor?: (row: Row) => boolean;
  /** What is asked first. It names the object and what goes with it; it may look that up. */
  readonly confirm?: (rows: readonly Row[]) => Confirmation | Promise<Confirmation>;
  /** A promise is waited for; then the list loads again. */
  readonly run: (rows: readonly Row[]) => unknown;
  /** Key of the text that says it is done; gets `count`. */
  readonly done?: string;
}

/** Something to do with the page, at the end of its head: add, import. */
export interface PageAction {
  readonly key: string;
  /** Key of its text. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly permission?: PermissionId;
  /** The call behind it: left out for whom the server would refuse. */
  readonly needs?: OperationId;
  /** It is about customers below: left out for an end customer. */
  readonly forDealers?: true;
  /** The one action in the theme colour. */
  readonly isPrimary?: true;
  /** Seldom needed: behind the menu at the end of the head. */
  readonly inMenu?: true;
  readonly run: () => void;
}

export interface ListDefinition<K extends PageOperation> {
  /** Public and stable: preferences are kept under it. */
  readonly id: string;
  readonly operation: K;
  /** Sent with every question. */
  readonly fixed?: Partial<InputOf<K>>;
  readonly rowKey: (row: RowOf<K>) => string;
  /** How a row is called in questions and labels. */
  readonly rowName: (row: RowOf<K>) => string;
  readonly columns: readonly ListColumn<RowOf<K>>[];
  /** Where the chosen columns are kept; in the browser when left out. The keys of columns are then the format's keys. */
  readonly format?: FormatEntry['formatType'];
  readonly filters?: readonly SearchField<InputName<K>>[];
  /** The customer tree at the start edge filters by this name. */
  readonly treeFilter?: InputName<K>;
  readonly pageActions?: readonly PageAction[];
  readonly rowActions?: readonly ListAction<RowOf<K>>[];
  /** With at least one that the person may use, rows can be selected. */
  readonly bulkActions?: readonly ListAction<RowOf<K>>[];
  readonly onOpen?: (row: RowOf<K>) => void;
  /** Told the rows of the page that is looked at, for who goes from one to the next. Must stay the same function. */
  readonly onRows?: (rows: readonly RowOf<K>[]) => void;
  /** Draws the rows itself, in place of the table. */
  readonly board?: (rows: readonly RowOf<K>[]) => ReactNode;
  /** Draws the rows as pictures side by side instead of lines. */
  readonly tile?: (row: RowOf<K>) => ReactNode;
  /** Starts the export of everything that the question finds. */
  readonly exports?: {
    readonly permission?: PermissionId;
    readonly needs?: OperationId;
    readonly run: (input: InputOf<K>, columnKeys: readonly string[]) => Promise<unknown>;
  };
  /** Keys of the texts while nothing is there, and the one thing to do about it (the key of a page action). */
  readonly empty: { readonly text: string; readonly action?: string };
  /** Renews itself, ms. */
  readonly refetchMs?: number;
  /** Renews itself when the server tells of changes, and this often, ms, while it cannot. */
  readonly awayMs?: number;
}
