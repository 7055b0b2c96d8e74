import { BASEMAP_PALETTES } from '../basemap/palettes.ts';
import { toPixelX, toPixelY, worldCopies, type Camera } from './camera.ts';
import { clusterRadius } from './cluster-look.ts';
import type { ClusterSheets } from './cluster-sheets.ts';
import { KIND_COUNT, type ClusterResult } from './cluster-grid.ts';
import { hasBeak, MARKER_PX, turns, type MarkerPictures } from './draw-marker.ts';
import { ALARM_KIND, DRAW_ORDER } from './marker-kinds.ts';

/** Names stand beside single markers from this zoom of the library on. */
const LABEL_ZOOM = 10;
/** More names than this would be a carpet. */
const LABELS_MAX = 160;

/** A marker or cluster as drawn in the last frame, for the pointer. */
export interface Target {
  readonly feature: number;
  readonly slot: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export interface SceneStyle {
  readonly theme: 'light' | 'dark';
  /** Colour of rings around what is selected. */
  readonly accent: string;
}

export interface Scene {
  readonly camera: Camera;
  /** What lies this far beyond the edges is drawn too. */
  readonly marginPx: number;
  readonly result: ClusterResult;
  /** Where single markers are drawn now, in world units: between two positions while they glide. */
  readonly place: (feature: number) => { readonly x: number; readonly y: number; readonly course: number };
  readonly selected: ReadonlySet<number>;
  readonly followed: ReadonlySet<number>;
  readonly hovered: number;
  readonly nameOf: (slot: number) => string;
  /** What a device with an alarm does beside that. */
  readonly statusOf: (slot: number) => number;
}

const kindOf = (result: ClusterResult, feature: number): number => {
  for (let kind = 0; kind < KIND_COUNT; kind++) if (result.shares[feature * KIND_COUNT + kind]) return kind;
  return 0;
};

const drawLabel = (c: CanvasRenderingContext2D, text: string, x: number, y: number, theme: 'light' | 'dark'): void => {
  const palette = BASEMAP_PALETTES[theme];
  c.font = '500 11px system-ui, "Noto Sans CJK SC", sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'top';
  c.lineWidth = 3;
  c.lineJoin = 'round';
  c.strokeStyle = palette.halo;
  c.strokeText(text, x, y);
  c.fillStyle = palette.place;
  c.fillText(text, x, y);
};

interface Name {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  /** Selected, followed or under the pointer: written in any case. */
  readonly named: boolean;
}

/** Height of a name, and roughly its width per letter, px. */
const NAME_HEIGHT_PX = 13;
const NAME_LETTER_PX = 6.2;
const NAME_BELOW_PX = 17;

/** Writes names where there is room: a name neither covers another nor a marker. */
const drawNames = (
  c: CanvasRenderingContext2D,
  names: readonly Name[],
  targets: readonly Target[],
  nameOf: (slot: number) => string,
  theme: 'light' | 'dark',
): void => {
  const taken: { left: number; right: number; top: number; bottom: number }[] = targets.map(({ x, y }) => ({
    left: x - 11,
    right: x + 11,
    top: y - 11,
    bottom: y + 11,
  }));
  let written = 0;
  for (const { slot, x, y, named } of names.toSorted((a, b) => Number(b.named) - Number(a.named))) {
    if (written >= LABELS_MAX && !named) break;
    const text = nameOf(slot);
    const half = (text.length * NAME_LETTER_PX) / 2;
    const box = { left: x - half, right: x + half, top: y + NAME_BELOW_PX - 2, bottom: y + NAME_BELOW_PX + NAME_HEIGHT_PX };
    if (
      !named &&
      taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)
    )
      continue;
    taken.push(box);
    written++;
    drawLabel(c, text, x, y + NAME_BELOW_PX, theme);
  }
};

const ring = (c: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string, dashed: boolean): void => {
  c.beginPath();
  c.arc(x, y, radius, 0, Math.PI * 2);
  c.lineWidth = 2.5;
  c.strokeStyle = colour;
  if (dashed) c.setLineDash([5, 4]);
  c.stroke();
  c.setLineDash([]);
};

const stamp = (c: CanvasRenderingContext2D, picture: ImageBitmap, x: number, y: number, course: number): void => {
  const turn = (course * Math.PI) / 180;
  c.translate(x, y);
  c.rotate(turn);
  c.drawImage(picture, -MARKER_PX / 2, -MARKER_PX / 2, MARKER_PX, MARKER_PX);
  c.rotate(-turn);
  c.translate(-x, -y);
};

/** `course` NaN: not known. */
export const drawSingle = (
  c: CanvasRenderingContext2D,
  pictures: MarkerPictures,
  { status, alarm }: { readonly status: number; readonly alarm: boolean },
  x: number,
  y: number,
  course: number,
): void => {
  const known = !Number.isNaN(course);
  if (known && hasBeak(status)) stamp(c, pictures.beak(status), x, y, course);
  stamp(c, pictures.body(status), x, y, known && turns(status) ? course : 0);
  if (alarm) stamp(c, pictures.alarm(), x, y, 0);
};

/** Draws all markers of a frame, what needs attention last. Answers where they are, topmost last. */
export const drawScene = (
  c: CanvasRenderingContext2D,
  scene: Scene,
  pictures: MarkerPictures,
  clusters: ClusterSheets,
  style: SceneStyle,
): Target[] => {
  const { camera, result } = scene;
  const reach = scene.marginPx + MARKER_PX;
  const layers = new Map<number, number[]>(DRAW_ORDER.map((kind) => [kind, []]));
  for (let feature = 0; feature < result.length; feature++)
    layers.get(result.count[feature] === 1 ? kindOf(result, feature) : 0)?.push(feature);
  const targets: Target[] = [];
  const withLabels = camera.zoom >= LABEL_ZOOM;
  const names: Name[] = [];
  for (const kind of DRAW_ORDER) {
    for (const feature of layers.get(kind) ?? []) {
      const at = scene.place(feature);
      const y = toPixelY(camera, at.y);
      if (y < -reach || y > camera.height + reach) continue;
      const slot = result.slot[feature] as number;
      const count = result.count[feature] as number;
      for (const copy of worldCopies(camera, at.x, reach)) {
        const x = toPixelX(camera, at.x + copy);
        if (count > 1) {
          clusters.draw(c, feature, x, y);
          targets.push({ feature, slot, count, x, y, radius: clusterRadius(count) });
          continue;
        }
        if (scene.followed.has(slot)) ring(c, x, y, 21, style.accent, true);
        if (scene.selected.has(slot)) ring(c, x, y, 17.5, style.accent, false);
        else if (scene.hovered === slot) ring(c, x, y, 16, style.theme === 'dark' ? '#e7eaee' : '#1b2027', false);
        const alarm = kind === ALARM_KIND;
        drawSingle(c, pictures, { status: alarm ? scene.statusOf(slot) : kind, alarm }, x, y, at.course);
        targets.push({ feature, slot, count, x, y, radius: 14 });
        const named = scene.selected.has(slot) || scene.followed.has(slot) || scene.hovered === slot;
        if (named || withLabels) names.push({ slot, x, y, named });
      }
    }
  }
  drawNames(c, names, targets, scene.nameOf, style.theme);
  return targets;
};
