import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveStore } from '../../live/live-store.ts';
import { LIVE_STATUS_NAMES } from '../../live/live-status.ts';
import { AlarmTag } from '../../ui/alarm-tag.tsx';
import { kindColour } from '../live/marker-kinds.ts';

/** Word and colour of what a device is doing, and its alarm. */
export const StateTag = ({ store, slot }: { readonly store: LiveStore; readonly slot: number }): ReactElement => {
  const { t } = useTranslation();
  const name = LIVE_STATUS_NAMES[store.columns.status[slot] ?? 0] ?? 'inactive';
  return (
    <span className="sl-map-kind">
      <AlarmTag number={store.columns.alarm[slot] ?? 0} />
      <i style={{ background: kindColour(name) }} aria-hidden="true" />
      {t(`map.status.${name}`)}
    </span>
  );
};

interface Props {
  readonly store: LiveStore;
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly formatSpeed: (kph: number) => string;
  /** More lines about the device (time, address). */
  readonly children?: ReactNode;
}

/** What a marker is, beside the pointer. */
export const HoverCard = ({ store, slot, x, y, formatSpeed, children }: Props): ReactElement => {
  const speed = store.columns.speedKph[slot] ?? NaN;
  return (
    <div className="sl-map-hover" role="tooltip" style={{ insetInlineStart: x, insetBlockStart: y }}>
      <strong>{store.deviceAt(slot).name}</strong>
      <div>
        <StateTag store={store} slot={slot} />
        {Number.isNaN(speed) ? null : <bdi dir="ltr">{formatSpeed(speed)}</bdi>}
      </div>
      {children}
    </div>
  );
};
