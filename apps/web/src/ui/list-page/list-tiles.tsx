import { Checkbox } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './list-tiles.module.css';
import { lineKey } from '../line-key.ts';

interface ListTilesProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly label: string;
  readonly tile: (row: Row) => ReactNode;
  readonly onOpen?: (row: Row) => void;
  /** Absent: rows cannot be selected. */
  readonly selection?: { readonly keys: ReadonlySet<string>; readonly onChange: (rows: readonly Row[], selected: boolean) => void };
}

/** The rows of a list as pictures side by side. Arrows move, Enter opens, Space selects. What is out of sight is not drawn. */
export const ListTiles = <Row extends object>({ rows, rowKey, rowName, label, tile, onOpen, selection }: ListTilesProps<Row>) => {
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
  const box = useRef<HTMLUListElement>(null);
  const activeIndex = Math.min(active, rows.length - 1);

  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    box.current?.querySelectorAll<HTMLElement>('[data-tile]')[next]?.focus();
  };
  /** Tiles in a line, as the browser has laid them out. */
  const across = (): number => {
    const tops = [...(box.current?.children ?? [])].map((child) => (child as HTMLElement).offsetTop);
    return Math.max(1, tops.filter((top) => top === tops[0]).length);
  };
  const onKey = (event: KeyboardEvent, row: Row, index: number): void => {
    const moves: Record<string, () => void> = {
      ArrowRight: () => focus(index + 1),
      ArrowLeft: () => focus(index - 1),
      ArrowDown: () => focus(index + across()),
      ArrowUp: () => focus(index - across()),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
      ' ': () => selection?.onChange([row], !selection.keys.has(rowKey(row))),
    };
    const move = moves[lineKey(event)];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return (
    <ul ref={box} className={css.tiles} aria-label={label}>
      {rows.map((row, index) => {
        const selected = selection?.keys.has(rowKey(row)) ?? false;
        return (
          <li key={rowKey(row)} className={css.tile} data-selected={selected || undefined}>
            <button
              type="button"
              data-tile
              className={css.open}
              tabIndex={index === activeIndex ? 0 : -1}
              onFocus={() => setActive(index)}
              onKeyDown={(event) => onKey(event, row, index)}
              onClick={() => onOpen?.(row)}
            >
              {tile(row)}
            </button>
            {selection && (
              <Checkbox
                className={css.check}
                checked={selected}
                aria-label={t('ui.list.select', { name: rowName(row) })}
                onChange={(event) => selection.onChange([row], event.target.checked)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
};
