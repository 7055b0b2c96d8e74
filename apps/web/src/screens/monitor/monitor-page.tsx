import { CloseOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, useLiveFeed, useLiveView, type LiveView } from '../../live/live.ts';
import { useFeedView } from '../../live/live-feed.ts';
import { ConsoleMap } from './console-map.tsx';
import type { MapViewHandle } from '../../map/map-view.tsx';
import { useSession } from '../../session/session.ts';
import { SideDock, useDockDrawer } from '../../ui/dock/side-dock.tsx';
import { ResizablePanel } from '../../ui/panel/resizable-panel.tsx';
import { useUnits } from '../../units/user-units.ts';
import { DeviceCard } from './card/device-card.tsx';
import { MonitorDock } from './dock/monitor-dock.tsx';
import { useListedDevices } from './dock/use-listed-devices.ts';
import { CARD_LIMITS, DOCK_LIMITS, useMonitorLayout } from './monitor-layout.ts';
import css from './monitor.module.css';
import { useMonitorState } from './monitor-url.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useSearchText } from '../../ui/use-search-text.ts';

const toggle = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/** The monitoring console: customers and devices, the map, and the device that was picked. */
export const Page = () => {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const units = useUnits();
  const [state, change] = useMonitorState();
  const layout = useMonitorLayout();
  const narrow = useNarrow();
  const drawer = useDockDrawer(t('monitor.devices'), css.openDock);
  const { setOpen: setDrawerOpen } = drawer;
  const map = useRef<MapViewHandle>(null);
  const customerId = state.customer ?? user.customerId;
  useLiveFeed(customerId);
  const view = useLiveView();
  const writeText = useCallback((written: string) => change({ text: written }), [change]);
  const [text, setText] = useSearchText(state.text, writeText);
  const listed = useListedDevices(view, state.statusMask, text, i18n.language);
  const loaded = useFeedView((view) => view.loaded);

  // Once per customer the map shows the whole fleet, or the device that the address names.
  const shownFor = useRef<string | null>(null);
  useEffect(() => {
    if (!loaded || map.current === null || shownFor.current === customerId) return;
    shownFor.current = customerId;
    const [first] = state.selection;
    if (first !== undefined && liveStore.slotOf(first) >= 0) map.current.centre(first);
    else map.current.fit();
  }, [loaded, customerId, state.selection, view]);

  const select = useCallback(
    (deviceId: string | null, additive: boolean) => {
      if (deviceId === null) return change({ selection: [] });
      change({ selection: additive ? toggle(state.selection, deviceId) : [deviceId] });
      if (!additive) map.current?.centre(deviceId);
    },
    [change, state.selection],
  );
  const selectOnMap = useCallback(
    (deviceId: string | null, additive: boolean) =>
      change({ selection: deviceId === null ? [] : additive ? toggle(state.selection, deviceId) : [deviceId] }),
    [change, state.selection],
  );
  const follow = useCallback(
    (deviceId: string, on: boolean) =>
      change({ follow: on ? [...new Set([...state.follow, deviceId])] : state.follow.filter((id) => id !== deviceId) }),
    [change, state.follow],
  );
  const activate = useCallback(
    (deviceId: string) => {
      change({ selection: [deviceId], follow: [deviceId] });
      map.current?.centre(deviceId);
      setDrawerOpen(false);
    },
    [change, setDrawerOpen],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element | null;
      // Escape closes what lies on top first; a dialog may have lost the focus to the page.
      if (document.querySelector('[role=dialog][aria-modal=true]')) return;
      if (event.key !== 'Escape' || event.defaultPrevented || target?.closest('[role=dialog], [role=menu], input, textarea')) return;
      if (state.selection.length > 0 || state.follow.length > 0) change({ selection: [], follow: [] });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [change, state.selection, state.follow]);

  const picked = state.selection.at(-1) ?? null;
  const card = picked !== null && (
    <DeviceCard
      key={picked}
      deviceId={picked}
      view={view}
      followed={state.follow.includes(picked)}
      onFollow={(on) => follow(picked, on)}
      onCentre={() => map.current?.centre(picked)}
      onClose={() => change({ selection: [] })}
    />
  );
  const { dockOpen } = layout;

  return (
    <div className={css.console} data-narrow={narrow || undefined}>
      {(narrow || dockOpen) && (
        <SideDock
          label={t('monitor.dock')}
          title={t('monitor.devices')}
          drawer={drawer}
          width={layout.dockWidth}
          {...DOCK_LIMITS}
          onWidth={(dockWidth) => useMonitorLayout.setState({ dockWidth })}
        >
          <MonitorDock
            state={state}
            change={change}
            text={text}
            onText={setText}
            listed={listed}
            view={view}
            formatSpeed={units.speed}
            onSelect={select}
            onActivate={activate}
          />
        </SideDock>
      )}
      <div className={css.centre}>
        <ConsoleMap ref={map} state={state} matches={listed.matches} onSelect={selectOnMap} onFollowBroken={() => change({ follow: [] })} />
        {drawer.button ?? (
          <button
            type="button"
            className={css.collapse}
            aria-label={t(dockOpen ? 'monitor.hideDock' : 'monitor.showDock')}
            title={t(dockOpen ? 'monitor.hideDock' : 'monitor.showDock')}
            aria-expanded={dockOpen}
            onClick={() => useMonitorLayout.setState({ dockOpen: !dockOpen })}
          >
            {dockOpen ? <LeftOutlined className="directional" aria-hidden /> : <RightOutlined className="directional" aria-hidden />}
          </button>
        )}
        <Followed ids={state.follow} view={view} onPick={(id) => select(id, false)} onStop={(id) => follow(id, false)} />
      </div>
      {narrow && card && <div className={css.sheet}>{card}</div>}
      {!narrow && card && (
        <ResizablePanel
          edge="end"
          label={t('monitor.card')}
          width={layout.cardWidth}
          {...CARD_LIMITS}
          onWidth={(cardWidth) => useMonitorLayout.setState({ cardWidth })}
        >
          {card}
        </ResizablePanel>
      )}
    </div>
  );
};

interface FollowedProps {
  readonly ids: readonly string[];
  readonly view: LiveView;
  readonly onPick: (id: string) => void;
  readonly onStop: (id: string) => void;
}

const Followed = ({ ids, view, onPick, onStop }: FollowedProps) => {
  const { t } = useTranslation();
  const names = ids.map((id) => ({ id, name: view.roster[liveStore.slotOf(id)]?.name ?? id }));
  if (names.length === 0) return null;
  return (
    <ul className={css.followed} aria-label={t('monitor.followed')}>
      {names.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className={css.chipName} title={name} onClick={() => onPick(id)}>
            {name}
          </button>
          <button type="button" className={css.chipClose} aria-label={t('monitor.stopFollowing', { name })} onClick={() => onStop(id)}>
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
};
