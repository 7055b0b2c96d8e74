import { useCallback, useState } from 'react';

export interface RowSelection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly change: (rows: readonly Row[], selected: boolean) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** Selected rows, kept while one looks at other pages. */
export const useSelection = <Row>(rowKey: (row: Row) => string): RowSelection<Row> => {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(NONE);
  const change = useCallback(
    (changed: readonly Row[], selected: boolean) =>
      setRows((before) => {
        const next = new Map(before);
        for (const row of changed) {
          if (selected) next.set(rowKey(row), row);
          else next.delete(rowKey(row));
        }
        return next;
      }),
    [rowKey],
  );
  const clear = useCallback(() => setRows(NONE), []);
  return { rows, change, clear };
};
