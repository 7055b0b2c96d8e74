import { default as workerUrl } from './player.worker.ts?worker&url';
import type { Pace } from './replay-queue.ts';
import type { FromPlayer, PictureTarget, ToPlayer } from './player-messages.ts';

export type OnPlayerMessage = (message: FromPlayer) => void;

/** Streams are shared out over at most so many workers. */
const MAX_WORKERS = 4;

/**
 * A worker may connect to what its own answer of the server allowed. The file of this one is kept for a year, and media nodes come and go: from an
 * address of the page itself it begins with what the page is allowed.
 */
let address: string | undefined;
const ownAddress = (): string =>
  (address ??= URL.createObjectURL(
    new Blob([`import ${JSON.stringify(new URL(workerUrl, window.location.href).href)};`], { type: 'text/javascript' }),
  ));

interface Desk {
  readonly worker: Worker;
  readonly ids: Set<number>;
}

/** The workers that receive and decode, and which stream is where. */
class PlayerClient {
  private readonly desks: Desk[] = [];
  private readonly listeners = new Map<number, OnPlayerMessage>();
  private lastId = 0;

  /** Loads what a first stream needs, before somebody asks for one. */
  prepare(): void {
    if (this.desks.length === 0) this.desks.push(this.hire());
  }

  /** Opens a stream; the target moves to the worker. */
  open(url: string, target: PictureTarget, listener: OnPlayerMessage, replay = false): number {
    const id = ++this.lastId;
    const desk = this.leastBusy();
    desk.ids.add(id);
    this.listeners.set(id, listener);
    const moved: Transferable[] = target.path === 'track' ? [target.writable] : target.path === 'canvas' ? [target.canvas] : [];
    desk.worker.postMessage({ kind: 'open', id, url, target, replay } satisfies ToPlayer, moved);
    return id;
  }

  set(id: number, kind: 'sound' | 'record' | 'figures', on: boolean): void {
    this.post({ kind, id, on });
  }

  pace(id: number, pace: Pace): void {
    this.post({ kind: 'pace', id, pace });
  }

  flush(id: number, targetMs: number): void {
    this.post({ kind: 'flush', id, targetMs });
  }

  /** Ends a stream. A recording that runs is still handed over. */
  close(id: number): void {
    this.post({ kind: 'close', id });
    for (const { ids } of this.desks) ids.delete(id);
  }

  private post(message: ToPlayer): void {
    this.desks.find(({ ids }) => ids.has(message.id))?.worker.postMessage(message);
  }

  private leastBusy(): Desk {
    const most = Math.min(MAX_WORKERS, Math.max(1, navigator.hardwareConcurrency >> 1));
    const idle = this.desks.find(({ ids }) => ids.size === 0);
    if (idle === undefined && this.desks.length < most) this.desks.push(this.hire());
    return this.desks.reduce((best, desk) => (desk.ids.size < best.ids.size ? desk : best));
  }

  private hire(): Desk {
    const worker = new Worker(ownAddress(), { type: 'module' });
    const desk: Desk = { worker, ids: new Set() };
    worker.addEventListener('message', ({ data }: MessageEvent<FromPlayer>) => {
      this.listeners.get(data.id)?.(data);
      if (data.kind === 'gone') this.listeners.delete(data.id);
    });
    // The program of the worker failed: its streams begin anew in another one.
    worker.addEventListener('error', () => {
      worker.terminate();
      this.desks.splice(this.desks.indexOf(desk), 1);
      for (const id of desk.ids) this.listeners.get(id)?.({ id, kind: 'event', event: { kind: 'closed', code: 1006 } });
    });
    return desk;
  }
}

export const playerClient = new PlayerClient();
