import { pictureOf, prepareTrack, type PreparedTrack, type TakenCells, type TrackView } from './geometry.ts';
import { meshOf } from './stroke-mesh.ts';
import type { FromTrackWorker, PartPicture, ToTrackWorker } from './track-messages.ts';

interface Part {
  readonly offset: number;
  readonly track: PreparedTrack;
}

const known = new Map<string, readonly Part[]>();
/** The view that was asked for last, and where its arrows stand. */
let shown: { readonly view: TrackView; readonly taken: TakenCells } | null = null;

const shifted = (indices: Uint32Array, offset: number): Uint32Array => indices.map((index) => index + offset);

const drawn = (deviceId: string, { offset, track }: Part, view: TrackView, taken: TakenCells): PartPicture => {
  const { strokes, kinds, arrows, dots, rejected } = pictureOf(track, view, taken);
  return { deviceId, offset, mesh: meshOf(strokes, kinds), arrows, dots: shifted(dots, offset), rejected: shifted(rejected, offset) };
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
  } else if (message.type === 'forget') known.delete(message.deviceId);
  else {
    const { view } = message;
    const taken: TakenCells = new Set();
    shown = { view, taken };
    const parts = [...known].flatMap(([deviceId, list]) => list.map((part) => drawn(deviceId, part, view, taken)));
    answer({ view, whole: true, parts });
  }
});
