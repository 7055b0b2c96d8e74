import type { VideoCodec } from '@sightline/media';
import type { StreamFigures } from './figures.ts';
import type { Held, Pace } from './replay-queue.ts';

/** Where a stream's pictures go; moves to the worker with the order to open. */
export type PictureTarget =
  | { readonly path: 'track'; readonly writable: WritableStream<VideoFrame> }
  | { readonly path: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly path: 'mse' };

/** To the worker. `id` names a stream, chosen by the page. */
export type ToPlayer =
  | { readonly kind: 'open'; readonly id: number; readonly url: string; readonly target: PictureTarget; readonly replay: boolean }
  /** Of a recording: which instant is shown when. */
  | { readonly kind: 'pace'; readonly id: number; readonly pace: Pace }
  /** Of a recording: it goes on at this instant; what is held is of no use. */
  | { readonly kind: 'flush'; readonly id: number; readonly targetMs: number }
  | { readonly kind: 'sound' | 'record' | 'figures'; readonly id: number; readonly on: boolean }
  | { readonly kind: 'close'; readonly id: number };

/** What happens to a stream. */
export type StreamEvent =
  | { readonly kind: 'open' }
  /** The server's word on it. */
  | { readonly kind: 'state'; readonly state: 'starting' | 'streaming' }
  /** A picture is on screen, the first one or the first after silence. */
  | { readonly kind: 'picture' }
  /** No picture for some seconds. */
  | { readonly kind: 'silent' }
  /** The server says why it ends. */
  | { readonly kind: 'end'; readonly failure: string }
  | { readonly kind: 'closed'; readonly code: number }
  /** No decoder of this path takes the stream. */
  | { readonly kind: 'unsupported'; readonly codec: VideoCodec; readonly codecString: string }
  /** The decoder gave up again and again. */
  | { readonly kind: 'undecodable' };

export interface PictureFormat {
  readonly codec: VideoCodec;
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
}

/** From the worker. Octets and samples are transferred. */
export type FromPlayer = { readonly id: number } & (
  | { readonly kind: 'event'; readonly event: StreamEvent }
  | { readonly kind: 'format'; readonly format: PictureFormat }
  | { readonly kind: 'segment'; readonly mime: string | null; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'sound'; readonly samples: Float32Array<ArrayBuffer>; readonly sampleRate: number }
  | { readonly kind: 'figures'; readonly figures: StreamFigures }
  | { readonly kind: 'held'; readonly held: Held }
  /** `null`: there was nothing to record. */
  | { readonly kind: 'recorded'; readonly file: Blob | null }
  /** Closed on the page's order; nothing comes after it. */
  | { readonly kind: 'gone' }
);
