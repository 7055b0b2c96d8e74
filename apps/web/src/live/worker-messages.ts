import type { LiveSubscription, ServerEvent, SERVER_EVENTS } from '@sightline/contract';
import type { z } from 'zod';

/** To the worker that holds the socket. */
export type ToWorker =
  | { readonly kind: 'connect'; readonly host: string; readonly token: string; readonly subscription: LiveSubscription | null }
  /** Null: no live positions are wanted any more. */
  | { readonly kind: 'subscribe'; readonly subscription: LiveSubscription | null }
  | { readonly kind: 'close' };

export type FeedState = 'connecting' | 'live' | 'retrying' | 'failed';

/** What the server tells of, other than positions. */
export const NOTICES = [
  'push_notice_event',
  'push_notice_missed',
  'push_command_event',
  'push_capture_event',
  'push_alarm_file_notice_event',
  'push_history_video_progress_notice_event',
  'push_notice_report_export',
] as const satisfies readonly ServerEvent[];
export type Notice = (typeof NOTICES)[number];

/** Each with what the server says. */
export type NoticeMessage = {
  readonly [N in Notice]: { readonly kind: 'notice'; readonly notice: N; readonly data: z.output<(typeof SERVER_EVENTS)[N]> };
}[Notice];

/** From the worker. A delta is transferred, never copied. */
export type FromWorker =
  | { readonly kind: 'state'; readonly state: FeedState }
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'delta'; readonly message: ArrayBuffer }
  | { readonly kind: 'deviceChanged' }
  | NoticeMessage
  | { readonly kind: 'sessionEnded' };
