import type { LiveSubscription } from '@sightline/contract';

/** To the worker that holds the socket. */
export type ToWorker =
  | { readonly kind: 'connect'; readonly host: string; readonly token: string; readonly subscription: LiveSubscription }
  | { readonly kind: 'subscribe'; readonly subscription: LiveSubscription }
  | { readonly kind: 'close' };

export type FeedState = 'connecting' | 'live' | 'retrying' | 'failed';

/** From the worker. A delta is transferred, never copied. */
export type FromWorker =
  | { readonly kind: 'state'; readonly state: FeedState }
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'delta'; readonly message: ArrayBuffer }
  | { readonly kind: 'deviceChanged' }
  | { readonly kind: 'commandChanged' }
  | { readonly kind: 'sessionEnded' };
