import type { Track } from '@sightline/contract';

export interface ToReadWorker {
  readonly id: number;
  /** An answer of the server as it came. */
  readonly bytes: ArrayBuffer;
}

export type FromReadWorker =
  /** The answer without its columns, and what they hold; null when it has none. */
  | { readonly id: number; readonly body: unknown; readonly track: Track | null; readonly failure?: undefined }
  /** The bytes are no answer. */
  | { readonly id: number; readonly failure: string };
