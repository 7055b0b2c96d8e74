import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveStore } from '../../live/live-store.ts';
import { kindColour, kindTextKey, MARKER_KINDS } from '../live/marker-kinds.ts';

/** Word and colour of what a device is doing. */
export const KindTag = ({ kind }: { readonly kind: number }): ReactElement => {
  const { t } = useTranslation();
  const name = MARKER_KINDS[kind] ?? 'inactive';
  return (
    <span className="sl-map-kind">
      <i style={{ background: kindColour(name) }} aria-hidden="true" />
      {t(`map.${kindTextKey(name)}`)}
    </span>
  );
};

interface Props {
  readonly store: LiveStore;
  readonly slot: number;
  readonly kind: number;
  readonly x: number;
  readonly y: number;
  readonly formatSpeed: (kph: number) => string;
  /** More lines about the device (time, address). */
  readonly children?: ReactNode;
}

/** What a marker is, beside the pointer. */
export const HoverCard = ({ store, slot, kind, x, y, formatSpeed, children }: Props): ReactElement => {
  const speed = store.columns.speedKph[slot] ?? NaN;
  return (
    <div className="sl-map-hover" role="tooltip" style={{ insetInlineStart: x, insetBlockStart: y }}>
      <strong>{store.deviceAt(slot).name}</strong>
      <div>
        <KindTag kind={kind} />
        {Number.isNaN(speed) ? null : <bdi dir="ltr">{formatSpeed(speed)}</bdi>}
      </div>
      {children}
    </div>
  );
};
