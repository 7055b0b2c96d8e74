import type { TrackColumns } from '@sightline/contract';
import { decodeTrackColumns } from '@sightline/contract/track-columns';
import { buffersOf } from './lookup.ts';
import type { FromReadWorker, ToReadWorker } from './read-messages.ts';

interface Answer {
  readonly data?: { readonly columns?: TrackColumns | null } | null;
}

addEventListener('message', ({ data: { id, bytes } }: MessageEvent<ToReadWorker>) => {
  const send = (message: FromReadWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });
  try {
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as Answer | null;
    const columns = answer?.data?.columns;
    if (!columns) return send({ id, body: answer, track: null });
    const track = decodeTrackColumns(columns);
    // The numbers have been read: the rest of the answer is small.
    send({ id, body: { ...answer, data: { ...answer.data, columns: null } }, track }, buffersOf(track));
  } catch (error) {
    send({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});
