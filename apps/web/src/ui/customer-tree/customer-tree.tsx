import { RightOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Dropdown } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, Empty } from '../view-state.tsx';
import { breadcrumbItems, type Crumb } from './breadcrumb.ts';
import css from './customer-tree.module.css';
import { useCustomerLevel, type CustomerNode } from './use-customer-level.ts';
import { lineKey } from '../line-key.ts';

const ROW_HEIGHT = 44;

export interface CustomerTreeProps {
  /** `device`: own/total devices; `monitor`: online/total. */
  readonly mode: 'device' | 'monitor';
  /** The levels above the one shown, the root first. */
  readonly path: readonly Crumb[];
  readonly onPathChange: (path: readonly Crumb[]) => void;
  readonly selectedId: string | null;
  readonly onSelect: (node: CustomerNode) => void;
  /** The person has not yet been through the guide of the monitor: arrows are shown on every row. */
  readonly alwaysShowArrow?: boolean;
}

/** One level of customers with the path to it. The row selects, the arrow goes a level down. */
export const CustomerTree = (props: CustomerTreeProps) => {
  const { t } = useTranslation();
  const { path, onPathChange } = props;
  const level = useCustomerLevel(path.at(-1)?.id ?? '');
  return (
    <div className={css.tree}>
      <Path path={path} onPathChange={onPathChange} />
      <QueryView query={level} isEmpty={(nodes) => nodes.length === 0} empty={<Empty text={t('ui.noSubCustomers')} />}>
        {(nodes) => <Level {...props} nodes={nodes} />}
      </QueryView>
    </div>
  );
};

const Path = ({ path, onPathChange }: Pick<CustomerTreeProps, 'path' | 'onPathChange'>) => {
  const { t } = useTranslation();
  const goTo = (crumb: Crumb): void => onPathChange(path.slice(0, path.indexOf(crumb) + 1));
  return (
    <nav aria-label={t('ui.breadcrumb')}>
      <ol className={css.path}>
        {breadcrumbItems(path).map((item) =>
          item.kind === 'ellipsis' ? (
            <li key="ellipsis">
              <Dropdown
                trigger={['click']}
                menu={{
                  items: item.hidden.map((crumb, i) => ({ key: String(i), label: crumb.name })),
                  onClick: ({ key }) => {
                    const crumb = item.hidden[Number(key)];
                    if (crumb !== undefined) goTo(crumb);
                  },
                }}
              >
                <button type="button" className={css.crumb} aria-label={t('ui.hiddenLevels')}>
                  …
                </button>
              </Dropdown>
            </li>
          ) : (
            <li key={item.crumb.id}>
              <button
                type="button"
                className={css.crumb}
                title={item.crumb.name}
                aria-current={item.isLast ? 'location' : undefined}
                onClick={() => goTo(item.crumb)}
              >
                {item.crumb.name}
              </button>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
};

const Level = (props: CustomerTreeProps & { nodes: readonly CustomerNode[] }) => {
  const { nodes, path, onPathChange, selectedId, onSelect } = props;
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 280, height: 440 },
  });
  const open = (node: CustomerNode): void => onPathChange([...path, { id: node.id, name: node.customerName }]);

  const focus = (index: number): void => {
    const next = Math.max(0, Math.min(nodes.length - 1, index));
    setActive(next);
    rows.scrollToIndex(next);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus());
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const node = nodes[active];
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(active + 1),
      ArrowUp: () => focus(active - 1),
      Home: () => focus(0),
      End: () => focus(nodes.length - 1),
      ArrowRight: () => node !== undefined && showsArrow(node, props) && open(node),
      ArrowLeft: () => path.length > 1 && onPathChange(path.slice(0, -1)),
    };
    const move = moves[lineKey(event)];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  return (
    <div ref={scroll} className={css.scroll}>
      {/* Keys bubble up from the buttons of the rows; the list itself is not a control. */}
      <ul className={css.list} style={{ blockSize: rows.getTotalSize() }} aria-label={t('ui.customers')} onKeyDown={onKeyDown}>
        {rows.getVirtualItems().map((row) => {
          const node = nodes[row.index];
          if (node === undefined) return null;
          return (
            <li
              key={node.id}
              data-index={row.index}
              data-selected={node.id === selectedId || undefined}
              className={css.row}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <button
                type="button"
                className={css.select}
                aria-pressed={node.id === selectedId}
                tabIndex={row.index === active ? 0 : -1}
                onFocus={() => setActive(row.index)}
                onClick={() => onSelect(node)}
              >
                <span className={css.name} title={node.customerName}>
                  {node.customerName}
                </span>{' '}
                <Count node={node} mode={props.mode} />
              </button>
              {showsArrow(node, props) ? (
                <button
                  type="button"
                  className={css.open}
                  tabIndex={-1}
                  aria-label={t('ui.openChildren', { name: node.customerName })}
                  onClick={() => open(node)}
                >
                  <RightOutlined className="directional" aria-hidden />
                </button>
              ) : (
                <span className={css.noOpen} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const showsArrow = (node: CustomerNode, props: CustomerTreeProps): boolean =>
  node.leaf === 0 || (props.mode === 'monitor' && props.alwaysShowArrow === true);

const Count = ({ node, mode }: { node: CustomerNode; mode: CustomerTreeProps['mode'] }) => {
  const { t } = useTranslation();
  const [part, label] =
    mode === 'monitor'
      ? [node.onlineCount, t('ui.countOnline', { online: node.onlineCount, total: node.totalCount })]
      : [node.currentCustomerTotalCount, t('ui.countDevices', { current: node.currentCustomerTotalCount, total: node.totalCount })];
  return (
    <span className={`${css.count} tabular`} title={label}>
      <bdi dir="ltr" aria-hidden>
        {part}/{node.totalCount}
      </bdi>
      <span className="visually-hidden">{label}</span>
    </span>
  );
};
