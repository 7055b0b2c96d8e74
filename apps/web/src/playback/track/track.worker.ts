import { pictureOf, prepareTrack, type PreparedTrack } from './geometry.ts';
import type { FromTrackWorker, ToTrackWorker } from './track-messages.ts';

interface Part {
  readonly offset: number;
  readonly track: PreparedTrack;
}

const parts = new Map<string, readonly Part[]>();
const shifted = (indices: Uint32Array, offset: number): Uint32Array => indices.map((index) => index + offset);

addEventListener('message', (event: MessageEvent<ToTrackWorker>) => {
  const message = event.data;
  if (message.type === 'part') {
    const before = message.offset === 0 ? [] : (parts.get(message.deviceId) ?? []);
    parts.set(message.deviceId, [...before, { offset: message.offset, track: prepareTrack(message.track) }]);
  } else if (message.type === 'forget') parts.delete(message.deviceId);
  else {
    const startedAt = performance.now();
    const pictures = [...parts].flatMap(([deviceId, list]) =>
      list.map(({ offset, track }) => {
        const picture = pictureOf(track, message.view);
        return { deviceId, picture: { ...picture, dots: shifted(picture.dots, offset), rejected: shifted(picture.rejected, offset) } };
      }),
    );
    const transfer = pictures.flatMap(({ picture }) => [
      ...picture.lines.flatMap((group) => [group.coordinates.buffer, group.ends.buffer]),
      picture.dots.buffer,
      picture.rejected.buffer,
    ]);
    const answer: FromTrackWorker = { id: message.id, pictures, workMs: performance.now() - startedAt };
    postMessage(answer, { transfer });
  }
});
