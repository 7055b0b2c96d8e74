import { DisconnectOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useImperativeHandle, useMemo, useRef, type ReactElement, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL_STATUSES } from '../live/live-status.ts';
import { passes } from '../live/live-store.ts';
import type { LiveStore } from '../live/live-store.ts';
import type { MapHandle, MapPort } from '../live/map-port.ts';
import { loadPlaceIndex } from './basemap/place-index.ts';
import { BASEMAP_CREDIT } from './basemap/style.ts';
import type { Camera } from './live/camera.ts';
import { drawGraticule } from './live/graticule.ts';
import { MapContext } from './map-context.ts';
import { DEFAULT_CENTRE, DEFAULT_MAP_TYPE, INITIAL_ZOOM, type MapType, type MapTypeId } from './map-types.ts';
import { useMapTypeDrawn } from '../session/map-choice.ts';
import { toLibraryZoom } from './mercator.ts';
import { AddressSearch } from './parts/address-search.tsx';
import { ClusterList } from './parts/cluster-list.tsx';
import { HoverCard } from './parts/hover-card.tsx';
import { MapTypeChooser } from './parts/map-type-chooser.tsx';
import { OverlayCanvas } from './parts/overlay-canvas.tsx';
import { ScaleBar } from './parts/scale-bar.tsx';
import type { PlaceSearch } from './parts/use-places.ts';
import { ZoomButtons } from './parts/zoom-buttons.tsx';
import { useUnits } from '../units/user-units.ts';
import type { Reachability } from './tiles/reachability.ts';
import { useFollow } from './use-follow.ts';
import { useLibraryMap } from './use-library-map.ts';
import { boundsOfSlots, useLiveLayer } from './use-live-layer.ts';
import { useMapType } from './use-map-type.ts';
import './map.css';

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** West, south, east, north in degrees; east may pass 180. */
export type GeoBox = readonly [west: number, south: number, east: number, north: number];

export interface MapViewHandle extends MapHandle {
  /** `zoom` in the product's count (2-22). */
  flyTo(point: GeoPoint, zoom?: number): void;
  /** `animate` false: at once, for a place that has nothing to do with the one before. */
  fitBox(box: GeoBox, animate?: boolean): void;
}

export interface MapViewProps extends Partial<Omit<MapPort, 'store' | 'theme'>> {
  readonly ref?: Ref<MapViewHandle>;
  /** Live devices; left out on maps that show something else. */
  readonly store?: LiveStore | null;
  readonly theme: 'light' | 'dark';
  /** As in the product: en_US, zh_CN ... Country names follow it. */
  readonly language: string;
  readonly mapType?: MapTypeId;
  /** The user chose another type: to be saved to the user's settings. The chooser is hidden without it. */
  readonly onMapTypeChange?: (type: MapTypeId) => void;
  /** Where the map opens when nothing else is asked: the customer's default point. */
  readonly customerPoint?: GeoPoint | null;
  readonly initialZoom?: number;
  /** More about a device in its hover card. */
  readonly renderHover?: (deviceId: string) => ReactNode;
  /** Place search; `false` leaves the box out, nothing takes the bundled place index. */
  readonly searchPlaces?: PlaceSearch | false;
  /** Colour of selection rings. */
  readonly accent?: string;
  readonly basemapUrl?: string;
  /** So much of the start side lies below something of the screen, px: boxes are fitted beside it. */
  readonly coveredPx?: number;
  /** Layers and panels on the map; they get it by `useMap`. */
  readonly children?: ReactNode;
}

/** What is fitted stays this far from the edges, px. */
const FIT_PX = 60;
const NONE: readonly string[] = [];
const nothing = (): void => undefined;
const archive = (): string => new URL(`${import.meta.env.BASE_URL}basemap.pmtiles`, location.href).href;

const credits = (type: MapType, reachability: Reachability): string =>
  [reachability === 'online' ? '' : BASEMAP_CREDIT, reachability === 'offline' ? '' : type.attribution].filter(Boolean).join(' | ');

/** The map of the product: ground, live devices, controls. It fills its parent. */
export const MapView = ({
  ref,
  store = null,
  theme,
  language,
  mapType = DEFAULT_MAP_TYPE,
  onMapTypeChange,
  customerPoint = null,
  initialZoom = INITIAL_ZOOM,
  selection = NONE,
  follow = NONE,
  statusMask = ALL_STATUSES,
  slotFilter = null,
  renderHover,
  searchPlaces,
  accent = '#ff720d',
  basemapUrl,
  coveredPx = 0,
  onSelect = nothing,
  onFollowBroken = nothing,
  children,
}: MapViewProps): ReactElement => {
  const { t } = useTranslation();
  const units = useUnits();
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const url = useMemo(() => basemapUrl ?? archive(), [basemapUrl]);
  const state = useLibraryMap(container, {
    theme,
    language,
    basemapUrl: url,
    centre: customerPoint ?? DEFAULT_CENTRE,
    zoom: initialZoom,
    label: t('map.label'),
  });
  const map = state.kind === 'ready' ? state.map : null;
  const drawn = useMapTypeDrawn(mapType);
  const { reachability, retry } = useMapType(map, drawn, theme);
  const filter = useMemo(() => ({ statusMask, slotFilter }), [statusMask, slotFilter]);
  const style = useMemo(() => ({ theme, accent }), [theme, accent]);
  const { hovered, cluster, closeCluster } = useLiveLayer({
    map,
    canvas,
    store,
    filter,
    style,
    selected: selection,
    followed: follow,
    onSelect,
  });
  useFollow(map, store, follow, onFollowBroken);

  const pointLat = customerPoint?.lat;
  const pointLon = customerPoint?.lon;
  useEffect(() => {
    if (map === null || pointLat === undefined || pointLon === undefined) return;
    // The customer's point may arrive after the map: it counts as long as nobody has moved away from the default.
    const { lat, lng } = map.getCenter();
    if (Math.hypot(lat - DEFAULT_CENTRE.lat, lng - DEFAULT_CENTRE.lon) < 1e-6) map.jumpTo({ center: [pointLon, pointLat] });
  }, [map, pointLat, pointLon]);

  useImperativeHandle(
    ref,
    () => ({
      flyTo: (point, zoom = 16) => map?.flyTo({ center: [point.lon, point.lat], zoom: toLibraryZoom(zoom), duration: 700 }),
      fitBox: (box, animate = true) =>
        map?.fitBounds([box[0], box[1], box[2], box[3]], {
          padding: { top: FIT_PX, right: FIT_PX, bottom: FIT_PX, left: FIT_PX + coveredPx },
          maxZoom: 16,
          duration: animate ? 450 : 0,
        }),
      fit: (deviceIds) => {
        if (map === null || store === null) return;
        const all = Array.from({ length: store.columns.count }, (_, slot) => slot).filter(
          (slot) => passes(store.columns, slot, statusMask) && (slotFilter === null || slotFilter[slot] === 1),
        );
        const bounds = boundsOfSlots(
          store,
          deviceIds === undefined ? all : deviceIds.map((id) => store.slotOf(id)).filter((slot) => slot >= 0),
        );
        if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 80, maxZoom: 16, duration: 450 });
      },
      centre: (deviceId) => {
        const slot = store?.slotOf(deviceId) ?? -1;
        const lat = store?.columns.lat[slot] ?? NaN;
        const lon = store?.columns.lon[slot] ?? NaN;
        if (map !== null && !Number.isNaN(lat))
          map.easeTo({ center: [lon, lat], zoom: Math.max(map.getZoom(), toLibraryZoom(16)), duration: 500 });
      },
    }),
    [map, store, statusMask, slotFilter, coveredPx],
  );

  const index = useRef<{ readonly language: string; readonly search: Promise<Awaited<ReturnType<typeof loadPlaceIndex>>> }>(null);
  const searchBundled = useCallback<PlaceSearch>(
    async (query) => {
      if (index.current?.language !== language) index.current = { language, search: loadPlaceIndex(url, language) };
      return (await index.current.search).search(query);
    },
    [url, language],
  );
  const context = useMemo(() => (map === null ? null : { map, theme }), [map, theme]);
  const paintGrid = useCallback((c: CanvasRenderingContext2D, camera: Camera) => drawGraticule(c, camera, theme), [theme]);

  if (state.kind === 'unsupported') {
    return (
      <div className="sl-map sl-map-missing" role="alert">
        <strong>{t('map.noWebgl')}</strong>
        <p>{t('map.noWebglHelp')}</p>
      </div>
    );
  }
  const outline = reachability !== 'online';
  return (
    <div className="sl-map" data-theme={theme} data-reachability={reachability}>
      <div ref={container} className="sl-map-ground" />
      {context === null ? null : (
        <MapContext value={context}>
          {outline ? <OverlayCanvas paint={paintGrid} /> : null}
          {children}
          <div className="sl-map-corner sl-map-top-start">
            {searchPlaces === false ? null : <AddressSearch search={searchPlaces ?? searchBundled} />}
          </div>
          <div className="sl-map-corner sl-map-top-end">
            {onMapTypeChange ? <MapTypeChooser value={mapType} onChange={onMapTypeChange} /> : null}
          </div>
          <div className="sl-map-corner sl-map-bottom-start">
            <ScaleBar unit={units.scale} />
          </div>
          <div className="sl-map-corner sl-map-bottom-end">
            <ZoomButtons />
            <div className="sl-map-credit">{credits(drawn, reachability)}</div>
          </div>
          {reachability === 'offline' && mapType !== 'offline' ? (
            <div className="sl-map-notice" role="status">
              <DisconnectOutlined aria-hidden />
              <span>{t('map.offlineNotice')}</span>
              <button type="button" onClick={retry}>
                {t('map.retry')}
              </button>
            </div>
          ) : null}
        </MapContext>
      )}
      <canvas ref={canvas} className="sl-map-overlay sl-map-devices" aria-hidden="true" />
      {store !== null && hovered !== null && cluster === null && hovered.slot < store.columns.count ? (
        <HoverCard store={store} slot={hovered.slot} x={hovered.x} y={hovered.y} formatSpeed={units.speed}>
          {renderHover?.(store.deviceAt(hovered.slot).deviceId)}
        </HoverCard>
      ) : null}
      {store !== null && cluster !== null ? (
        <ClusterList store={store} cluster={cluster} onSelect={(id) => onSelect(id, false)} onClose={closeCluster} />
      ) : null}
    </div>
  );
};
