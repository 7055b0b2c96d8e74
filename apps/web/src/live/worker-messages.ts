import type { LiveSubscription, ServerEvent } from '@sightline/contract';

/** To the worker that holds the socket. */
export type ToWorker =
  | { readonly kind: 'connect'; readonly host: string; readonly token: string; readonly subscription: LiveSubscription | null }
  /** Null: no live positions are wanted any more. */
  | { readonly kind: 'subscribe'; readonly subscription: LiveSubscription | null }
  | { readonly kind: 'close' };

export type FeedState = 'connecting' | 'live' | 'retrying' | 'failed';

/** What the server tells of, other than positions: something that is on screen may not be true any more. */
export const NOTICES = [
  'push_command_event',
  'push_capture_event',
  'push_alarm_file_notice_event',
  'push_history_video_progress_notice_event',
  'push_notice_report_export',
] as const satisfies readonly ServerEvent[];
export type Notice = (typeof NOTICES)[number];

/** From the worker. A delta is transferred, never copied. */
export type FromWorker =
  | { readonly kind: 'state'; readonly state: FeedState }
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'delta'; readonly message: ArrayBuffer }
  | { readonly kind: 'deviceChanged' }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'sessionEnded' };
