import type { Map as LibraryMap } from 'maplibre-gl';
import type { LiveStore } from '../../live/live-store.ts';
import type { ClusterResult } from './cluster-grid.ts';
import { cameraOf, viewOf, type Camera } from './camera.ts';
import { ClusterClient, type DrawnFilter } from './cluster-client.ts';
import { MarkerPictures } from './draw-marker.ts';
import { drawScene, type SceneStyle, type Target } from './draw-scene.ts';
import { Glide } from './glide.ts';

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
 * repaint this canvas alone; the map underneath is not touched, which is what keeps 100,000 moving devices cheap.
 */
export class LiveLayer {
  readonly cost: LiveLayerCost = { drawMs: 0, workMs: 0, features: 0, answers: 0 };
  private readonly clusters: ClusterClient;
  private readonly glide = new Glide(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  private readonly stops: (() => void)[] = [];
  private result: ClusterResult = EMPTY;
  private selected: ReadonlySet<number> = new Set();
  private followed: ReadonlySet<number> = new Set();
  private hovered = -1;
  private targets: Target[] = [];
  private pictures: MarkerPictures;
  private frame = 0;
  /** The roster that the slots of `result` belong to. */
  private roster = -1;

  constructor(
    private readonly map: LibraryMap,
    private readonly canvas: HTMLCanvasElement,
    private readonly store: LiveStore,
    private options: LiveLayerOptions,
  ) {
    this.pictures = new MarkerPictures(options.style.theme, devicePixelRatio);
    this.clusters = new ClusterClient(store, options.filter, ({ result, rosterVersion, workMs }) => {
      if (rosterVersion !== store.rosterVersion) return;
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
    // Painting inside the library's own frame keeps markers and map on the same pixel while it is dragged.
    const onRender = (): void => this.paint();
    const onMove = (): void => this.ask();
    map.on('render', onRender);
    map.on('move', onMove);
    map.on('resize', onMove);
    this.stops.push(() => map.off('render', onRender).off('move', onMove).off('resize', onMove));
    this.ask();
  }

  setFilter(filter: DrawnFilter): void {
    this.clusters.setFilter(filter);
    this.ask();
  }

  setStyle(style: SceneStyle): void {
    this.options = { ...this.options, style };
    this.pictures = new MarkerPictures(style.theme, devicePixelRatio);
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
    for (let i = this.targets.length - 1; i >= 0; i--) {
      const target = this.targets[i] as Target;
      if (Math.hypot(target.x - x, target.y - y) <= target.radius + 2) return target;
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

  /** Single markers and clusters now on screen. */
  visible(): readonly Target[] {
    return this.targets;
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    for (const stop of this.stops) stop();
    this.clusters.close();
  }

  private ask(): void {
    this.clusters.ask(viewOf(cameraOf(this.map)), Int32Array.from([...this.selected, ...this.followed]));
  }

  private repaint(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
    });
  }

  private paint(): void {
    const startedAt = performance.now();
    const camera = cameraOf(this.map);
    const context = this.prepare(camera);
    if (!context) return;
    this.targets = drawScene(
      context,
      {
        camera,
        result: this.roster === this.store.rosterVersion ? this.result : EMPTY,
        place: (feature) => this.glide.at(feature, startedAt),
        selected: this.selected,
        followed: this.followed,
        hovered: this.hovered,
        nameOf: (slot) => this.store.deviceAt(slot).name,
      },
      this.pictures,
      this.options.style,
    );
    this.cost.drawMs = performance.now() - startedAt;
    if (this.glide.moving(startedAt)) this.repaint();
  }

  private prepare(camera: Camera): CanvasRenderingContext2D | null {
    const ratio = devicePixelRatio;
    if (ratio !== this.pictures.pixelRatio) this.pictures = new MarkerPictures(this.options.style.theme, ratio);
    const width = Math.round(camera.width * ratio);
    const height = Math.round(camera.height * ratio);
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const context = this.canvas.getContext('2d');
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    context?.clearRect(0, 0, camera.width, camera.height);
    return context;
  }
}
