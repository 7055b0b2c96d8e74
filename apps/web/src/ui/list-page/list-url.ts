import { useCallback, useMemo } from 'react';
import { useAddress } from '../use-address.ts';
import type { ListColumn, SearchField } from './list-definition.ts';

export const PAGE_SIZES = [10, 50, 100, 200] as const;
/** `orderBy` with its direction. */
export interface ListSort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/** What of a list is in the address: found again after a reload, sent to a colleague as a link. */
export interface ListState {
  readonly page: number;
  readonly size: number;
  readonly sort: ListSort | null;
  /** Texts by name of the question's field; an empty text is no filter. */
  readonly filters: Readonly<Record<string, string>>;
}

/** What of a definition the address depends on. */
export interface ListShape {
  readonly filters?: readonly SearchField[];
  readonly treeFilter?: string;
  readonly columns: readonly Pick<ListColumn<never>, 'sortBy'>[];
}

const namesOf = (shape: ListShape): readonly string[] => [
  ...(shape.treeFilter === undefined ? [] : [shape.treeFilter]),
  ...(shape.filters ?? []).flatMap((field) => [...field.fields]),
];

const wholeNumber = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : fallback;

export const readListState = (query: URLSearchParams, shape: ListShape): ListState => {
  const [field = '', direction] = (query.get('sort') ?? '').split(':');
  const size = wholeNumber(query.get('size'), PAGE_SIZES[0]);
  const isSortable = shape.columns.some((column) => column.sortBy === field);
  return {
    page: wholeNumber(query.get('page'), 1),
    size: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0],
    sort: isSortable ? { field, direction: direction === 'desc' ? 'desc' : 'asc' } : null,
    filters: Object.fromEntries(namesOf(shape).map((name) => [name, query.get(name) ?? ''])),
  };
};

/** Writes a state over the other parts of an address. Defaults are left out. */
export const writeListState = (query: URLSearchParams, state: ListState): URLSearchParams => {
  const next = new URLSearchParams(query);
  const put = (key: string, value: string): void => (value === '' ? next.delete(key) : next.set(key, value));
  put('page', state.page === 1 ? '' : String(state.page));
  put('size', state.size === PAGE_SIZES[0] ? '' : String(state.size));
  put('sort', state.sort === null ? '' : `${state.sort.field}:${state.sort.direction}`);
  for (const [name, value] of Object.entries(state.filters)) put(name, value);
  return next;
};

/** The value of one field for the question: options keep the type that the definition gives them, others stay texts. */
const valueOf = (field: SearchField, text: string): unknown => {
  if (!Array.isArray(field.options) || field.multiple === true) return text;
  return field.options.find((option) => String(option.value) === text)?.value;
};

/** The question for the server. Texts of the address that no option has are left out. */
export const questionOf = (state: ListState, shape: ListShape): Record<string, unknown> => {
  const out: Record<string, unknown> = { pageIndex: state.page, pageSize: state.size };
  if (state.sort !== null) {
    out['orderBy'] = state.sort.field;
    out['orderDirection'] = state.sort.direction;
  }
  const put = (name: string, value: unknown): void => {
    if (value !== undefined && value !== '') out[name] = value;
  };
  if (shape.treeFilter !== undefined) put(shape.treeFilter, state.filters[shape.treeFilter]);
  for (const field of shape.filters ?? []) {
    for (const name of field.fields) {
      const text = state.filters[name] ?? '';
      put(name, text === '' ? field.value : valueOf(field, text));
    }
  }
  return out;
};

export const hasFilters = (state: ListState): boolean => Object.values(state.filters).some((text) => text !== '');

/** The state of a list and how to change it; a change of anything but the page goes back to the first one. */
export const useListState = (shape: ListShape): readonly [ListState, (change: Partial<ListState>) => void] => {
  const [query, changeAddress] = useAddress();
  const state = useMemo(() => readListState(query, shape), [query, shape]);
  const change = useCallback(
    (part: Partial<ListState>) =>
      changeAddress((current) => {
        const before = readListState(current, shape);
        const filters = { ...before.filters, ...part.filters };
        return writeListState(current, { ...before, page: 1, ...part, filters });
      }),
    [changeAddress, shape],
  );
  return [state, change];
};
