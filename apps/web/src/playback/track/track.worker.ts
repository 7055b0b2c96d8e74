import { pictureOf, prepareTrack, type PreparedTrack, type TakenCells, type TrackView } from './geometry.ts';
import { meshOf } from './stroke-mesh.ts';
import { OVERVIEW, type FromTrackWorker, type PartPicture, type ToTrackWorker } from './track-messages.ts';

interface Part {
  readonly offset: number;
  readonly track: PreparedTrack;
}

const known = new Map<string, readonly Part[]>();
const overviews = new Map<string, PreparedTrack>();
/** The view that was asked for last, and where its arrows stand. */
let shown: { readonly view: TrackView; readonly taken: TakenCells } | null = null;

const shifted = (indices: Uint32Array, offset: number): Uint32Array => indices.map((index) => index + offset);

const drawn = (deviceId: string, { offset, track }: Part, view: TrackView, taken: TakenCells): PartPicture => {
  const { strokes, kinds, arrows, dots, rejected } = pictureOf(track, view, taken);
  return { deviceId, offset, mesh: meshOf(strokes, kinds), arrows, dots: shifted(dots, offset), rejected: shifted(rejected, offset) };
};

/** An overview is a line alone: its points are not those of the track, and the arrows of the parts need the room. */
const drawnOverview = (deviceId: string, track: PreparedTrack, view: TrackView): PartPicture => {
  const { strokes, kinds } = pictureOf(track, view);
  const none = { arrows: new Float32Array(0), dots: new Uint32Array(0), rejected: new Uint32Array(0) };
  return { deviceId, offset: OVERVIEW, mesh: meshOf(strokes, kinds), ...none };
};

const answer = (message: FromTrackWorker): void => {
  const transfer = message.parts.flatMap(({ mesh, arrows, dots, rejected }) => [mesh.buffer, arrows.buffer, dots.buffer, rejected.buffer]);
  postMessage(message, { transfer });
};

addEventListener('message', (event: MessageEvent<ToTrackWorker>) => {
  const message = event.data;
  if (message.type === 'part') {
    const before = message.offset === 0 ? [] : (known.get(message.deviceId) ?? []);
    const part = { offset: message.offset, track: prepareTrack(message.track) };
    known.set(message.deviceId, [...before, part]);
    // What is drawn already stays as it is.
    if (shown !== null) answer({ view: shown.view, whole: false, parts: [drawn(message.deviceId, part, shown.view, shown.taken)] });
  } else if (message.type === 'overview') {
    if (message.track === null) return void overviews.delete(message.deviceId);
    const track = prepareTrack(message.track, 'hole');
    overviews.set(message.deviceId, track);
    if (shown !== null) answer({ view: shown.view, whole: false, parts: [drawnOverview(message.deviceId, track, shown.view)] });
  } else if (message.type === 'forget') {
    known.delete(message.deviceId);
    overviews.delete(message.deviceId);
  } else {
    const { view } = message;
    const taken: TakenCells = new Set();
    shown = { view, taken };
    // Below the parts.
    const below = [...overviews].map(([deviceId, track]) => drawnOverview(deviceId, track, view));
    const parts = [...known].flatMap(([deviceId, list]) => list.map((part) => drawn(deviceId, part, view, taken)));
    answer({ view, whole: true, parts: [...below, ...parts] });
  }
});
