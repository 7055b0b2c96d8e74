import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { ZonedTime } from '../zoned-time.tsx';
import type { ListColumn } from './list-definition.ts';
import css from './list-page.module.css';

/** What a value is, however the row holds it. */
export const valueOf = <Row extends object>(column: ListColumn<Row>, row: Row): string | number | null | undefined => {
  if (column.value !== undefined) return column.value(row);
  const value: unknown = Reflect.get(row, column.key);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

/** One cell; a value that is not there is a dash, so that it is not taken for something that failed to load. */
export const Cell = <Row extends object>({ column, row }: { column: ListColumn<Row>; row: Row }) => {
  const { i18n } = useTranslation();
  if (column.render !== undefined) return column.render(row);
  const value = valueOf(column, row);
  if (value === null || value === undefined || value === '') return <span className={css.nothing}>–</span>;
  switch (column.type) {
    case 'number':
      return <bdi dir="ltr">{typeof value === 'number' ? new Intl.NumberFormat(i18n.language).format(value) : value}</bdi>;
    case 'time':
      return <ZonedTime ms={Date.parse(String(value))} style="minutes" />;
    case 'tags': {
      const tags = String(value).split(',');
      return (
        <Tooltip title={tags.length > 2 ? tags.join(', ') : undefined}>
          <span className={css.tags}>
            {tags.slice(0, 2).map((tag) => (
              <Tag key={tag} variant="filled">
                {tag}
              </Tag>
            ))}
            {tags.length > 2 && `+${tags.length - 2}`}
          </span>
        </Tooltip>
      );
    }
    default:
      return (
        <span className={css.ellipsis} title={String(value)}>
          {value}
        </span>
      );
  }
};
