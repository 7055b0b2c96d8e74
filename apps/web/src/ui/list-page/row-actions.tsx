import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRef } from 'react';
import type { ListAction } from './list-definition.ts';
import css from './list-page.module.css';

const AT_MOST = 2;

/** The end of a row: at most two actions, the rest behind one button. */
export const RowActions = <Row,>({
  row,
  name,
  actions,
  onAction,
}: {
  row: Row;
  name: string;
  actions: readonly ListAction<Row>[];
  onAction: (action: ListAction<Row>, rows: readonly Row[]) => void;
}) => {
  const { t } = useTranslation();
  const opener = useRef<HTMLButtonElement>(null);
  const shown = actions.filter((action) => action.isFor?.(row) !== false);
  const direct = shown.slice(0, AT_MOST);
  const more = shown.slice(direct.length);
  return (
    <span className={css.rowActions} data-row-actions>
      {direct.map((action) => (
        <Button
          key={action.key}
          type="text"
          size="small"
          danger={action.danger}
          aria-label={t('ui.list.actionOn', { action: t(action.label), name })}
          onClick={() => onAction(action, [row])}
        >
          {t(action.label)}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ key, label, icon, danger }) => ({ key, label: t(label), icon, danger })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              // The menu goes away: what the action opens gives the focus back to its button.
              opener.current?.focus();
              const action = more.find((candidate) => candidate.key === key);
              if (action !== undefined) onAction(action, [row]);
            },
          }}
        >
          <Button
            ref={opener}
            className={css.moreActions}
            type="text"
            size="small"
            icon={<MoreOutlined aria-hidden />}
            aria-label={t('ui.list.more', { name })}
          />
        </Dropdown>
      )}
    </span>
  );
};
