import { NO_ALARM } from '@sightline/domain';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isOnline, LIVE_STATUS_NAMES, LiveStatus } from '../../../live/live-status.ts';
import type { LiveView } from '../../../live/live.ts';
import type { LiveStore } from '../../../live/live-store.ts';
import { Ago } from '../../../ui/ago.tsx';
import { AlarmTag } from '../../../ui/alarm-tag.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import css from './dock.module.css';

const ROW_HEIGHT = 32;
const PAGE = 12;

export interface DeviceListProps {
  readonly store: LiveStore;
  readonly slots: Uint32Array;
  /** What the rows draw from. */
  readonly view: LiveView;
  readonly selection: readonly string[];
  readonly follow: readonly string[];
  /** `additive` adds to or takes from the selection. */
  readonly onSelect: (deviceId: string, additive: boolean) => void;
  readonly onSelectMany: (deviceIds: readonly string[]) => void;
  /** Enter: centre the device and follow it. */
  readonly onActivate: (deviceId: string) => void;
  readonly onClear: () => void;
  readonly onHeld: (held: boolean) => void;
  readonly formatSpeed: (kph: number) => string;
}

/** Any number of devices; only the rows in view exist. One stop of the Tab key, arrows inside. */
export const DeviceList = (props: DeviceListProps) => {
  const { store, slots, view, selection, onSelect, onSelectMany, onActivate, onClear, onHeld } = props;
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState<string | null>(null);
  const anchor = useRef<string | null>(null);
  const rows = useVirtualizer({
    count: slots.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    initialRect: { width: 300, height: 640 },
  });
  const selected = new Set(selection);
  const idAt = (index: number): string | null => {
    const slot = slots[index];
    return slot === undefined ? null : store.deviceAt(slot).deviceId;
  };
  // The active device is remembered by its id: rows may come and go around it.
  const activeSlot = active === null ? -1 : store.slotOf(active);
  const activeIndex = activeSlot < 0 ? -1 : slots.indexOf(activeSlot);

  const newest = selection.at(-1) ?? null;
  const reveal = useEffectEvent((deviceId: string) => {
    setActive(deviceId);
    const slot = store.slotOf(deviceId);
    const index = slot < 0 ? -1 : slots.indexOf(slot);
    if (index >= 0) rows.scrollToIndex(index, { align: 'auto' });
  });
  // Only a new selection scrolls the list; rows that change under it do not.
  useEffect(() => {
    if (newest !== null) reveal(newest);
  }, [newest]);

  const moveTo = (index: number, extend: boolean): void => {
    const next = idAt(Math.max(0, Math.min(slots.length - 1, index)));
    if (next === null) return;
    setActive(next);
    rows.scrollToIndex(slots.indexOf(store.slotOf(next)), { align: 'auto' });
    if (extend) selectRange(next);
  };
  const selectRange = (to: string): void => {
    const from = anchor.current === null ? -1 : slots.indexOf(store.slotOf(anchor.current));
    const end = slots.indexOf(store.slotOf(to));
    if (from < 0) return onSelect(to, false);
    const range = slots.subarray(Math.min(from, end), Math.max(from, end) + 1);
    onSelectMany(Array.from(range, (slot) => store.deviceAt(slot).deviceId));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + PAGE,
      PageUp: activeIndex - PAGE,
      Home: 0,
      End: slots.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      if (event.shiftKey) anchor.current ??= active;
      moveTo(target, event.shiftKey);
    } else if (event.key === 'Enter' && active !== null) onActivate(active);
    else if (event.key === ' ' && active !== null) {
      anchor.current = active;
      onSelect(active, true);
    } else if (event.key === 'Escape') onClear();
    else return;
    event.preventDefault();
  };

  const onRowClick = (event: MouseEvent, deviceId: string): void => {
    setActive(deviceId);
    const onBox = (event.target as Element).closest('[data-box]') !== null;
    if (event.shiftKey && anchor.current !== null) selectRange(deviceId);
    else {
      anchor.current = deviceId;
      onSelect(deviceId, onBox || event.ctrlKey || event.metaKey);
    }
  };

  return (
    <div
      ref={scroll}
      className={css.list}
      role="listbox"
      aria-label={t('monitor.devices')}
      aria-multiselectable
      aria-activedescendant={activeIndex >= 0 ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => active === null && moveTo(0, false)}
      onPointerEnter={() => onHeld(true)}
      onPointerLeave={() => onHeld(false)}
    >
      <div className={css.rows} role="presentation" style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const slot = slots[row.index];
          if (slot === undefined) return null;
          const { deviceId, name } = store.deviceAt(slot);
          return (
            <div
              key={deviceId}
              id={`${id}-${deviceId}`}
              role="option"
              aria-selected={selected.has(deviceId)}
              aria-setsize={slots.length}
              aria-posinset={row.index + 1}
              className={css.row}
              data-active={deviceId === active || undefined}
              style={{ transform: `translateY(${row.start}px)` }}
              onClick={(event) => onRowClick(event, deviceId)}
              onDoubleClick={() => onActivate(deviceId)}
            >
              <Row
                name={name}
                deviceId={deviceId}
                selected={selected.has(deviceId)}
                followed={props.follow.includes(deviceId)}
                status={view.columns.status[slot] ?? 0}
                alarm={view.columns.alarm[slot] ?? NO_ALARM}
                aside={asideOf(view, slot, props)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
};

interface Aside {
  readonly kind: 'speed' | 'ago' | 'none';
  readonly value: number | string;
}

/** What a row shows at its end: the speed of what moves, since when the rest was heard. */
const asideOf = (view: LiveView, slot: number, { formatSpeed }: DeviceListProps): Aside => {
  const { status, speedKph, lastContactMs } = view.columns;
  const speed = speedKph[slot] ?? NaN;
  const contact = lastContactMs[slot] ?? NaN;
  if (status[slot] === LiveStatus.moving && !Number.isNaN(speed)) return { kind: 'speed', value: formatSpeed(speed) };
  if (!isOnline(status[slot] ?? 0) && !Number.isNaN(contact)) return { kind: 'ago', value: contact };
  return { kind: 'none', value: '' };
};

interface RowProps {
  readonly name: string;
  readonly deviceId: string;
  readonly selected: boolean;
  readonly followed: boolean;
  readonly status: number;
  /** A number of the domain's alarm kinds. */
  readonly alarm: number;
  readonly aside: Aside;
}

const Row = memo(
  ({ name, deviceId, selected, followed, status, alarm, aside }: RowProps) => {
    const { t } = useTranslation();
    return (
      <>
        <span className={css.box} data-box data-checked={selected || undefined} aria-hidden />
        <StatusMark status={status} />
        <span className={css.name} title={`${name} · ${deviceId}`}>
          {name}
        </span>
        <AlarmTag number={alarm} />
        {followed && <span className={css.followed}>{t('monitor.following')}</span>}
        <span className={`${css.aside} tabular`}>
          {aside.kind === 'speed' && <bdi dir="ltr">{aside.value}</bdi>}
          {aside.kind === 'ago' && <Ago ms={Number(aside.value)} />}
          {aside.kind === 'none' && t(`monitor.status.${LIVE_STATUS_NAMES[status] ?? 'inactive'}`)}
        </span>
      </>
    );
  },
  (a, b) =>
    a.name === b.name &&
    a.selected === b.selected &&
    a.followed === b.followed &&
    a.status === b.status &&
    a.alarm === b.alarm &&
    a.aside.kind === b.aside.kind &&
    a.aside.value === b.aside.value,
);
Row.displayName = 'DeviceRow';
