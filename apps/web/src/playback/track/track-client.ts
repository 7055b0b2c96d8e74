import type { Track } from '@sightline/contract';
import type { TrackView } from './geometry.ts';
import { buffersOf, copyTrack, lastGood, sliceTrack } from './lookup.ts';
import type { FromTrackWorker, ToTrackWorker } from './track-messages.ts';

/** Keeps the track worker supplied: one view at a time, and the newest one when it is free. Parts are answered for the view before. */
export class TrackClient {
  private readonly worker = new Worker(new URL('./track.worker.ts', import.meta.url), { type: 'module' });
  private busy = false;
  private wanted: TrackView | null = null;
  /** Points that the worker has of each device. */
  private readonly sent = new Map<string, number>();

  constructor(onAnswer: (answer: FromTrackWorker) => void) {
    this.worker.addEventListener('message', (event: MessageEvent<FromTrackWorker>) => {
      onAnswer(event.data);
      if (!event.data.whole) return;
      this.busy = false;
      this.send();
    });
  }

  /**
   * Hands a track to the worker, of a track that has grown only what is new. The caller keeps its own; a track that is
   * not the continuation of the one before has to be forgotten first.
   */
  setTrack(deviceId: string, track: Track): void {
    const known = this.sent.get(deviceId) ?? 0;
    const offset = known === 0 ? 0 : lastGood(track, known - 1);
    this.sent.set(deviceId, track.count);
    const part = copyTrack(sliceTrack(track, offset, track.count));
    this.post({ type: 'part', deviceId, offset, track: part }, buffersOf(part));
  }

  /** The line of the whole range in few points; null takes it away. The caller keeps its own. */
  setOverview(deviceId: string, track: Track | null): void {
    const copy = track === null ? null : copyTrack(track);
    this.post({ type: 'overview', deviceId, track: copy }, copy === null ? [] : buffersOf(copy));
  }

  forget(deviceId: string): void {
    this.sent.delete(deviceId);
    this.post({ type: 'forget', deviceId });
  }

  ask(view: TrackView): void {
    this.wanted = view;
    this.send();
  }

  close(): void {
    this.worker.terminate();
  }

  private send(): void {
    if (this.busy || this.wanted === null) return;
    this.busy = true;
    this.post({ type: 'view', view: this.wanted });
    this.wanted = null;
  }

  private post(message: ToTrackWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer);
  }
}
