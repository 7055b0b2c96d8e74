import type { OperationId } from '@sightline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { NOTICES, type FromWorker, type Notice } from './worker-messages.ts';

/** What on screen is asked for again when the server tells of it. */
const QUERIES: Readonly<Partial<Record<Notice, readonly OperationId[]>>> = {
  push_command_event: [
    'device.command.page',
    'device.command.abilities',
    'device.command.batch.info',
    // A command that ends is what changes them.
    'alarmSetting.page',
    'alarmSetting.find',
  ],
  push_capture_event: ['device.capture.page'],
  push_alarm_file_notice_event: ['alarm.page', 'alarm.supplement'],
  push_history_video_progress_notice_event: ['video.history.page'],
  push_notice_report_export: ['task.page'],
};

/** Several things often change together: asked for once, soon after the first, and then not more often than this. */
const FIRST_AFTER_MS = 200;
const NOT_WITHIN_MS = 1_000;

/** Keeps the answers on screen true: hears the messages of the connection. */
export class NoticeQueries {
  private readonly timers = new Map<Notice, ReturnType<typeof setTimeout>>();
  private readonly askedMs = new Map<Notice, number>();
  private wasAway = false;

  constructor(private readonly client: Pick<QueryClient, 'invalidateQueries'>) {}

  readonly hear = (message: FromWorker): void => {
    if (message.kind === 'notice') this.ask(message.notice);
    if (message.kind !== 'state') return;
    // What was told meanwhile was not heard.
    if (message.state === 'live' && this.wasAway) for (const notice of NOTICES) this.ask(notice);
    this.wasAway = message.state === 'retrying' || message.state === 'failed' || (this.wasAway && message.state !== 'live');
  };

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.askedMs.clear();
    this.wasAway = false;
  }

  private ask(notice: Notice): void {
    const operations = QUERIES[notice];
    if (operations === undefined || this.timers.has(notice)) return;
    const wait = Math.max(FIRST_AFTER_MS, (this.askedMs.get(notice) ?? 0) + NOT_WITHIN_MS - Date.now());
    const timer = setTimeout(() => {
      this.timers.delete(notice);
      this.askedMs.set(notice, Date.now());
      for (const operation of operations) void this.client.invalidateQueries({ queryKey: [operation] });
    }, wait);
    this.timers.set(notice, timer);
  }
}
