import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../api/describe-error.ts';
import { Ago } from './ago.tsx';
import css from './view-state.module.css';

/** Grey bars in place of what loads; not before 200 ms, since a flash is worse than nothing. */
export const Skeleton = ({ rows = 4 }: { rows?: number }) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('ui.loading')} className={css.skeleton}>
      {shown &&
        Array.from({ length: rows }, (_, i) => <div key={i} className={css.bar} style={{ inlineSize: `${92 - ((i * 17) % 40)}%` }} />)}
    </div>
  );
};

/** Nothing to show, and the one thing to do about it. */
export const Empty = ({ text, action }: { text: string; action?: { label: string; onClick: () => void } }) => (
  <div className={css.box}>
    <p>{text}</p>
    {action && (
      <Button size="small" onClick={action.onClick}>
        {action.label}
      </Button>
    )}
  </div>
);

/** What went wrong, in words, with the id by which the server's log finds it. */
export const Failure = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const { t } = useTranslation();
  const { text, traceId } = describeError(error);
  return (
    <div role="alert" className={css.box}>
      <p className={css.title}>{t('ui.failed')}</p>
      <p>{text}</p>
      {traceId !== null && (
        <p className={css.trace}>
          {t('ui.traceId')} <bdi dir="ltr">{traceId}</bdi>
        </p>
      )}
      {onRetry && (
        <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
};

/** Shown above data that could not be renewed: what is on screen is this old. */
export const Stale = ({ sinceMs, onRetry }: { sinceMs: number; onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <div role="status" className={css.stale}>
      <span>
        {t('ui.stale')} <Ago ms={sinceMs} />
      </span>
      <Button size="small" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
};

/** What a view needs to know of a query. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** The four states of a view around its content. */
export const QueryView = <T,>({
  query,
  isEmpty,
  empty,
  rows,
  children,
}: {
  query: Query<T>;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  rows?: number;
  children: (data: T) => ReactNode;
}) => {
  const retry = (): void => void query.refetch();
  if (query.data === undefined) {
    return query.isPending ? <Skeleton rows={rows} /> : <Failure error={query.error} onRetry={retry} />;
  }
  return (
    <>
      {query.error !== null && query.error !== undefined && <Stale sinceMs={query.dataUpdatedAt} onRetry={retry} />}
      {isEmpty?.(query.data) ? empty : children(query.data)}
    </>
  );
};
