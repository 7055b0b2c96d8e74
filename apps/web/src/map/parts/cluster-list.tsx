import { CloseOutlined } from '@ant-design/icons';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveStore } from '../../live/live-store.ts';
import type { OpenCluster } from '../use-live-layer.ts';
import { StateTag } from './hover-card.tsx';

interface Props {
  readonly store: LiveStore;
  readonly cluster: OpenCluster;
  readonly onSelect: (deviceId: string) => void;
  readonly onClose: () => void;
}

/** The devices of a cluster that zooming cannot take apart. Arrow keys and Tab walk the list, Escape closes it. */
export const ClusterList = ({ store, cluster, onSelect, onClose }: Props): ReactElement => {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), [cluster]);

  const step = (by: number): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
  };
  return (
    <div
      className="sl-map-cluster"
      role="dialog"
      aria-label={t('map.clusterTitle', { count: cluster.count })}
      style={{ insetInlineStart: cluster.x, insetBlockStart: cluster.y }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'ArrowDown') step(1);
        else if (event.key === 'ArrowUp') step(-1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <header>
        <strong>{t('map.clusterTitle', { count: cluster.count })}</strong>
        <button type="button" aria-label={t('map.close')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      <ul ref={list}>
        {cluster.slots.map((slot) => {
          const device = store.deviceAt(slot);
          return (
            <li key={device.deviceId}>
              <button type="button" onClick={() => onSelect(device.deviceId)}>
                <span>{device.name}</span>
                <StateTag store={store} slot={slot} />
              </button>
            </li>
          );
        })}
      </ul>
      {cluster.count > cluster.slots.length ? <p>{t('map.clusterMore', { count: cluster.count - cluster.slots.length })}</p> : null}
    </div>
  );
};
