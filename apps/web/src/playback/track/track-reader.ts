import type { Track } from '@sightline/contract';
import type { FromReadWorker, ToReadWorker } from './read-messages.ts';

export interface ReadAnswer {
  /** The answer without the columns. */
  readonly body: unknown;
  readonly track: Track | null;
}

interface Waiting {
  readonly resolve: (answer: ReadAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Reads answers that carry columns beside the main thread: the text of a few days is a megabyte. */
class TrackReader {
  private readonly worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromReadWorker>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failure === undefined) asked?.resolve({ body: data.body, track: data.track });
      else asked?.reject(new SyntaxError(data.failure));
    });
    this.worker.addEventListener('error', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the reader of tracks does not run'));
      this.waiting.clear();
    });
  }

  /** The bytes change hands. Rejects when they are no JSON. */
  read(bytes: ArrayBuffer): Promise<ReadAnswer> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      const message: ToReadWorker = { id, bytes };
      this.worker.postMessage(message, [bytes]);
    });
  }
}

let reader: TrackReader | null = null;

/** One for the page: it starts with the first question, beside it. */
export const trackReader = (): TrackReader => (reader ??= new TrackReader());
