import { describe, expect, it } from 'vitest';
import { questionOf, readListState, writeListState, type ListShape } from './list-url.ts';

const shape: ListShape = {
  columns: [{ sortBy: 'createTime' }, {}],
  treeFilter: 'customerId',
  filters: [
    { type: 'text', fields: ['name'], label: 'x' },
    {
      type: 'select',
      fields: ['status'],
      label: 'x',
      options: [
        { value: 1, label: 'x' },
        { value: 0, label: 'x' },
      ],
    },
    { type: 'select', fields: ['kind'], label: 'x', value: 2, options: [{ value: 2, label: 'x' }] },
    { type: 'select', fields: ['labelIds'], label: 'x', multiple: true, options: 'labels' },
    { type: 'dateRange', fields: ['start', 'end'], label: 'x' },
  ],
};
const read = (text: string) => readListState(new URLSearchParams(text), shape);

describe('the address of a list', () => {
  it('says what is looked at and comes back the same', () => {
    const text =
      'page=3&size=50&sort=createTime%3Adesc&customerId=7&name=a+b&status=0&labelIds=1%2C2&start=2026-01-01T00%3A00%3A00.000Z&end=2026-01-02T00%3A00%3A00.000Z';
    const again = writeListState(new URLSearchParams(), read(text));
    expect(read(again.toString())).toEqual(read(text));
    expect(questionOf(read(text), shape)).toEqual({
      pageIndex: 3,
      pageSize: 50,
      orderBy: 'createTime',
      orderDirection: 'desc',
      customerId: '7',
      name: 'a b',
      status: 0,
      kind: 2,
      labelIds: '1,2',
      start: '2026-01-01T00:00:00.000Z',
      end: '2026-01-02T00:00:00.000Z',
    });
  });

  it('leaves defaults out and other parts alone', () => {
    expect(writeListState(new URLSearchParams('open=edit:4&page=2&name=x'), read('')).toString()).toBe('open=edit%3A4');
  });

  it.each(['page=0', 'page=-1', 'page=1e9', 'size=11', 'size=1000000', 'sort=password:asc', 'status=7', 'status=drop'])(
    'does not believe %s',
    (text) => {
      expect(questionOf(read(text), shape)).toEqual({ pageIndex: 1, pageSize: 10, kind: 2 });
    },
  );
});
