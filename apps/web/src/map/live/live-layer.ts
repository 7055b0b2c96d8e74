import type { Map as LibraryMap } from 'maplibre-gl';
import type { LiveStore } from '../../live/live-store.ts';
import type { ClusterResult, View } from './cluster-grid.ts';
import { cameraOf, covers, viewOf, type Camera } from './camera.ts';
import { ClusterClient, type DrawnFilter } from './cluster-client.ts';
import { ClusterSheets } from './cluster-sheets.ts';
import { MarkerPictures } from './draw-marker.ts';
import { drawScene, type SceneStyle, type Target } from './draw-scene.ts';
import { Glide } from './glide.ts';
import { MARGIN_PX, MarkerCanvas } from './marker-canvas.ts';

/** Markers are asked for this far beyond the canvas: a drag reaches new ones before they are missing. */
const ASKED_PX = 2 * MARGIN_PX;

const EMPTY: ClusterResult = {
  length: 0,
  x: new Float64Array(0),
  y: new Float64Array(0),
  count: new Uint32Array(0),
  slot: new Int32Array(0),
  course: new Float32Array(0),
  shares: new Uint32Array(0),
};

export interface LiveLayerOptions {
  readonly filter: DrawnFilter;
  readonly style: SceneStyle;
}

/** Figures for the bench: what the newest frame and answer cost. */
export interface LiveLayerCost {
  drawMs: number;
  workMs: number;
  features: number;
  answers: number;
}

/**
 * Draws live devices on a canvas over the map: the worker groups, this layer paints at most once a frame. New positions
 * repaint this canvas alone, the map underneath is not touched; a drag moves the canvas and neither asks nor paints. Both
 * together keep 100,000 moving devices cheap.
 */
export class LiveLayer {
  readonly cost: LiveLayerCost = { drawMs: 0, workMs: 0, features: 0, answers: 0 };
  private readonly clusters: ClusterClient;
  private readonly reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  private readonly glide = new Glide(() => this.reducedMotion.matches);
  private readonly canvas: MarkerCanvas;
  private readonly stops: (() => void)[] = [];
  private result: ClusterResult = EMPTY;
  private selected: ReadonlySet<number> = new Set();
  private followed: ReadonlySet<number> = new Set();
  private hovered = -1;
  private targets: Target[] = [];
  private pictures: MarkerPictures;
  private readonly sheets = new ClusterSheets();
  private frame = 0;
  /** The canvas shows something that has changed. */
  private stale = true;
  private asked: View | null = null;
  /** The roster that the slots of `result` belong to. */
  private roster = -1;

  constructor(
    private readonly map: LibraryMap,
    element: HTMLCanvasElement,
    private readonly store: LiveStore,
    private options: LiveLayerOptions,
  ) {
    this.canvas = new MarkerCanvas(element);
    this.pictures = new MarkerPictures(options.style.theme, devicePixelRatio);
    this.clusters = new ClusterClient(store, options.filter, ({ result, pictures, rosterVersion, workMs }) => {
      // Later answers count on these pictures, also when nothing of this one is drawn.
      this.sheets.take(pictures);
      if (rosterVersion !== store.rosterVersion) {
        this.result = EMPTY;
        return;
      }
      this.glide.take(result, performance.now(), cameraOf(map).scale);
      this.result = result;
      this.roster = rosterVersion;
      this.cost.workMs = workMs;
      this.cost.features = result.length;
      this.cost.answers++;
      this.repaint();
    });
    this.stops.push(
      store.subscribe(({ slots }) => {
        this.clusters.note(slots);
        this.ask();
      }),
    );
    // Inside the library's own frame, so that markers and map stay on the same pixel while it is dragged.
    const onRender = (): void => {
      const camera = cameraOf(map);
      if (this.stale || !this.canvas.follow(camera)) this.paint(camera);
    };
    const onMove = (): void => {
      const seen = viewOf(cameraOf(map), MARGIN_PX);
      if (this.asked === null || !covers(this.asked, seen)) this.ask();
    };
    // At rest the picture stands where it belongs to the fraction of a pixel.
    const onMoveEnd = (): void => this.repaint();
    map.on('render', onRender);
    map.on('move', onMove);
    map.on('moveend', onMoveEnd);
    map.on('resize', onMove);
    this.stops.push(() => map.off('render', onRender).off('move', onMove).off('moveend', onMoveEnd).off('resize', onMove));
    this.ask();
  }

  setFilter(filter: DrawnFilter): void {
    this.clusters.setFilter(filter);
    this.ask();
  }

  setStyle(style: SceneStyle): void {
    this.options = { ...this.options, style };
    this.pictures = new MarkerPictures(style.theme, devicePixelRatio);
    this.ask();
    this.repaint();
  }

  setMarked(selected: ReadonlySet<number>, followed: ReadonlySet<number>): void {
    this.selected = selected;
    this.followed = followed;
    this.ask();
    this.repaint();
  }

  /** What lies under a point of the map, the topmost first; null when nothing does. */
  hit(x: number, y: number): Target | null {
    const { shiftX, shiftY } = this.canvas;
    for (let i = this.targets.length - 1; i >= 0; i--) {
      const target = this.targets[i] as Target;
      const [targetX, targetY] = [target.x + shiftX, target.y + shiftY];
      if (Math.hypot(targetX - x, targetY - y) <= target.radius + 2) return { ...target, x: targetX, y: targetY };
    }
    return null;
  }

  hover(slot: number): void {
    if (slot === this.hovered) return;
    this.hovered = slot;
    this.repaint();
  }

  /** The devices of a cluster that was hit. */
  members(feature: number, limit: number): Promise<Uint32Array> {
    return this.clusters.members(feature, limit);
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    for (const stop of this.stops) stop();
    this.clusters.close();
  }

  private ask(): void {
    this.asked = viewOf(cameraOf(this.map), ASKED_PX);
    const { theme } = this.options.style;
    this.clusters.ask(this.asked, Int32Array.from([...this.selected, ...this.followed]), { theme, pixelRatio: devicePixelRatio });
  }

  private repaint(): void {
    this.stale = true;
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      // The library's own frame may have come first.
      if (this.stale) this.paint(cameraOf(this.map));
    });
  }

  private paint(camera: Camera): void {
    const startedAt = performance.now();
    if (devicePixelRatio !== this.pictures.pixelRatio) {
      this.pictures = new MarkerPictures(this.options.style.theme, devicePixelRatio);
      this.ask();
    }
    const context = this.canvas.begin(camera);
    if (!context) return;
    this.stale = false;
    this.targets = drawScene(
      context,
      {
        camera,
        marginPx: MARGIN_PX,
        result: this.roster === this.store.rosterVersion ? this.result : EMPTY,
        place: (feature) => this.glide.at(feature, startedAt),
        selected: this.selected,
        followed: this.followed,
        hovered: this.hovered,
        nameOf: (slot) => this.store.deviceAt(slot).name,
        statusOf: (slot) => this.store.columns.status[slot] as number,
      },
      this.pictures,
      this.sheets,
      this.options.style,
    );
    this.cost.drawMs = performance.now() - startedAt;
    if (this.glide.moving(startedAt)) this.repaint();
  }
}
