import { useTranslation } from 'react-i18next';
import { TagList, tagsOf } from '../tag-list.tsx';
import { ZonedTime } from '../zoned-time.tsx';
import type { ListColumn } from './list-definition.ts';
import css from './list-page.module.css';

const SHOWN_TAGS = 2;

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
    case 'tags':
      return <TagList tags={tagsOf(String(value))} most={SHOWN_TAGS} />;
    default:
      return (
        <span className={css.ellipsis} title={String(value)}>
          {value}
        </span>
      );
  }
};
