import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf } from '../../../live/live-store.ts';
import { ALARMED, ALL_STATUSES, LiveStatus, maskOf, ONLINE_STATUSES } from '../../../live/live-status.ts';
import css from './dock.module.css';
import { lineKey } from '../../../ui/line-key.ts';

/** In the order of the buttons. */
export const STATUS_FILTERS = [
  { name: 'all', mask: ALL_STATUSES },
  { name: 'online', mask: ONLINE_STATUSES },
  { name: 'moving', mask: maskOf(LiveStatus.moving) },
  { name: 'idle', mask: maskOf(LiveStatus.idle) },
  { name: 'stopped', mask: maskOf(LiveStatus.stopped) },
  { name: 'offline', mask: maskOf(LiveStatus.offline) },
  { name: 'inactive', mask: maskOf(LiveStatus.inactive) },
  { name: 'alarm', mask: maskOf(ALARMED) },
] as const;

interface StatusFilterProps {
  readonly mask: number;
  readonly counts: Readonly<Uint32Array>;
  readonly onChange: (mask: number) => void;
}

/** One of the statuses, with how many devices are in each. */
export const StatusFilter = ({ mask, counts, onChange }: StatusFilterProps) => {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const chosen = STATUS_FILTERS.findIndex((filter) => filter.mask === mask);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[lineKey(event)];
    if (step === undefined) return;
    event.preventDefault();
    const index = (Math.max(0, chosen) + step + STATUS_FILTERS.length) % STATUS_FILTERS.length;
    const next = STATUS_FILTERS[index];
    if (next !== undefined) onChange(next.mask);
    event.currentTarget.querySelectorAll('button').item(index).focus();
  };

  return (
    <div className={css.filters} role="radiogroup" aria-label={t('monitor.statusFilter')} onKeyDown={onKeyDown}>
      {STATUS_FILTERS.map((filter, i) => {
        const count = number.format(countOf(counts, filter.mask));
        return (
          <button
            key={filter.name}
            type="button"
            role="radio"
            className={css.filter}
            data-status={filter.name}
            aria-checked={i === chosen}
            aria-label={`${t(`monitor.status.${filter.name}`)} ${count}`}
            tabIndex={i === Math.max(0, chosen) ? 0 : -1}
            onClick={() => onChange(filter.mask)}
          >
            <span>{t(`monitor.status.${filter.name}`)}</span>
            <span className="tabular">{count}</span>
          </button>
        );
      })}
    </div>
  );
};
