import { RightOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { camerasOf, INFO_STALE_MS, type NamedCamera } from './cameras-of.ts';
import css from './dock.module.css';
import { startDrag } from './dragging.ts';
import type { CameraDevice } from './use-camera-devices.ts';
import { sameCamera, type Camera } from './wall-tiles.ts';
import { lineKey } from '../../ui/line-key.ts';

const ROW_HEIGHT = 32;

type Row =
  | { readonly kind: 'device'; readonly key: string; readonly device: CameraDevice; readonly open: boolean }
  | { readonly kind: 'camera'; readonly key: string; readonly deviceId: string; readonly camera: NamedCamera }
  | { readonly kind: 'note'; readonly key: string; readonly deviceId: string; readonly text: 'loading' | 'noCameras' | 'failed' };

export interface CameraTreeProps {
  readonly devices: readonly CameraDevice[];
  /** Cameras that are on the wall. */
  readonly shown: readonly Camera[];
  readonly onCamera: (camera: Camera) => void;
  /** All cameras of a device. */
  readonly onDevice: (deviceId: string) => void;
  readonly more: boolean;
  readonly onMore: () => void;
}

/** Devices with their cameras below them. A click on a camera shows it; a double click on a device shows all of them; both can be dragged. */
export const CameraTree = ({ devices, shown, onCamera, onDevice, more, onMore }: CameraTreeProps) => {
  const { t } = useTranslation();
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const cameras = useOpenCameras(open);
  const rows = useMemo(() => rowsOf(devices, open, cameras), [devices, open, cameras]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 280, height: 640 },
  });
  const activeIndex = rows.findIndex(({ key }) => key === active);

  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (more && lastIndex >= rows.length - 10) onMore();
  }, [more, lastIndex, rows.length, onMore]);

  const toggle = (deviceId: string, on: boolean): void =>
    setOpen((before) => {
      const next = new Set(before);
      if (on) next.add(deviceId);
      else next.delete(deviceId);
      return next;
    });
  const moveTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    setActive(row.key);
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' });
  };
  const activate = (row: Row): void => {
    if (row.kind === 'camera') onCamera(row.camera);
    else if (row.kind === 'device') onDevice(row.device.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(activeIndex + 1),
      ArrowUp: () => moveTo(activeIndex - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => (row?.kind === 'device' && !row.open ? toggle(row.device.id, true) : moveTo(activeIndex + 1)),
      ArrowLeft: () => {
        if (row?.kind === 'device') toggle(row.device.id, false);
        else if (row !== undefined) moveTo(rows.findIndex(({ key }) => key === row.deviceId));
      },
      Enter: () => row !== undefined && activate(row),
    };
    const move = moves[lineKey(event)];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };

  return (
    <div
      ref={scroll}
      className={css.list}
      role="tree"
      aria-label={t('video.cameras')}
      aria-activedescendant={activeIndex >= 0 ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={() => activeIndex < 0 && moveTo(0)}
    >
      <div className={css.rows} role="presentation" style={{ blockSize: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const common = {
            id: `${id}-${row.key}`,
            role: 'treeitem',
            'data-active': row.key === active || undefined,
            style: { transform: `translateY(${item.start}px)` },
          };
          if (row.kind === 'device') {
            return (
              <div
                key={row.key}
                {...common}
                className={css.row}
                aria-level={1}
                aria-expanded={row.open}
                aria-selected={false}
                draggable
                onDragStart={(event) => startDrag(event, { kind: 'device', deviceId: row.device.id })}
                onClick={(event) => {
                  setActive(row.key);
                  // The second click of a double one does not fold what the first has opened.
                  if (event.detail < 2) toggle(row.device.id, !row.open);
                }}
                onDoubleClick={() => {
                  toggle(row.device.id, true);
                  onDevice(row.device.id);
                }}
              >
                <RightOutlined className={`${css.arrow} directional`} aria-hidden />
                <StatusMark status={row.device.status} />
                <span className={css.name} title={`${row.device.name} · ${row.device.id}`}>
                  {row.device.name}
                </span>
              </div>
            );
          }
          if (row.kind === 'note') {
            return (
              <div key={row.key} {...common} className={css.row} aria-level={2} aria-disabled data-note>
                {t(`video.${row.text}`)}
              </div>
            );
          }
          const isShown = shown.some((camera) => sameCamera(camera, row.camera));
          return (
            <div
              key={row.key}
              {...common}
              className={css.row}
              aria-level={2}
              aria-selected={isShown}
              draggable
              onDragStart={(event) =>
                startDrag(event, { kind: 'camera', camera: { deviceId: row.deviceId, channelId: row.camera.channelId } })
              }
              onClick={() => {
                setActive(row.key);
                onCamera(row.camera);
              }}
            >
              <VideoCameraOutlined aria-hidden />
              <span className={css.name} title={row.camera.name}>
                {row.camera.name}
              </span>
              {isShown && <span className={css.aside}>{t('video.shown')}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
};

type OpenCameras = ReadonlyMap<string, readonly NamedCamera[] | 'loading' | 'failed'>;

const useOpenCameras = (open: ReadonlySet<string>): OpenCameras => {
  const ids = useMemo(() => [...open], [open]);
  return useQueries({
    queries: ids.map((deviceId) => ({
      queryKey: ['device.info', { deviceId }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('device.info', { deviceId }, { signal }),
      staleTime: INFO_STALE_MS,
    })),
    combine: (queries) =>
      new Map(
        queries.map(({ data, isError }, i) => [ids[i]!, data === undefined ? (isError ? 'failed' : 'loading') : camerasOf(data)] as const),
      ),
  });
};

const rowsOf = (devices: readonly CameraDevice[], open: ReadonlySet<string>, cameras: OpenCameras): readonly Row[] =>
  devices.flatMap((device): Row[] => {
    const head: Row = { kind: 'device', key: device.id, device, open: open.has(device.id) };
    if (!head.open) return [head];
    const found = cameras.get(device.id) ?? 'loading';
    const note = (text: 'loading' | 'noCameras' | 'failed'): Row => ({ kind: 'note', key: `${device.id}.note`, deviceId: device.id, text });
    if (typeof found === 'string') return [head, note(found)];
    if (found.length === 0) return [head, note('noCameras')];
    return [
      head,
      ...found.map((camera): Row => ({ kind: 'camera', key: `${device.id}.${camera.channelId}`, deviceId: device.id, camera })),
    ];
  });
