import { TASK_STATUS } from '@sightline/contract';
import type { NoticeMessage } from '../live/worker-messages.ts';

/** Something other than an alarm that a person may want to look at. */
export interface Note {
  readonly type: 'note';
  readonly key: string;
  /** A text of `notice.note`. */
  readonly text: 'taskDone' | 'taskFailed' | 'taskEmpty' | 'clipDone' | 'clipFailed' | 'picture' | 'filesHere' | 'filesFailed';
  readonly name: string;
  /** Kind of the alarm that files belong to. */
  readonly alarmName?: string;
  readonly to: string;
  readonly count: number;
  /** Each one counts; else a later one takes the place of the one before. */
  readonly counts: boolean;
  readonly isRead: boolean;
  readonly atMs: number;
}

const DOWNLOADS = '/downLoad/downLoadExportFile';
const CLIPS = '/downLoad/downLoadHistoryFile';
const TASK_TEXTS: Readonly<Record<number, Note['text']>> = {
  [TASK_STATUS.success]: 'taskDone',
  [TASK_STATUS.failed]: 'taskFailed',
  [TASK_STATUS.empty]: 'taskEmpty',
};
const CLIP_TEXTS: Readonly<Record<number, Note['text']>> = { 0: 'clipFailed', 1: 'clipDone' };

const note = (key: string, text: Note['text'], name: string, to: string, atMs: number): Note => ({
  type: 'note',
  key,
  text,
  name,
  to,
  count: 1,
  counts: false,
  isRead: false,
  atMs,
});

/** What there is to say of an event; null while something only goes on. */
export function noteOf(message: NoticeMessage, nowMs: number): Note | null {
  switch (message.notice) {
    case 'push_notice_report_export': {
      const { id, fileName, status } = message.data;
      const text = TASK_TEXTS[status];
      return text === undefined ? null : note(`task ${id}`, text, fileName, DOWNLOADS, nowMs);
    }
    case 'push_history_video_progress_notice_event': {
      const { id, deviceId, status } = message.data;
      const text = CLIP_TEXTS[status];
      return text === undefined ? null : note(`clip ${id}`, text, deviceId, CLIPS, nowMs);
    }
    case 'push_capture_event': {
      const { deviceId, deviceName } = message.data;
      return { ...note(`picture ${deviceId}`, 'picture', deviceName, '/video/gallery', nowMs), counts: true };
    }
    case 'push_alarm_file_notice_event': {
      const { id, deviceId, deviceName, alarmName, uploadState } = message.data;
      if (uploadState !== 'complete' && uploadState !== 'failed') return null;
      const text = uploadState === 'complete' ? 'filesHere' : 'filesFailed';
      const to = `/video/aiAlerts?open=alarm:${id}`;
      // One line for a device and a kind: a storm of files is one, the newest opens.
      return { ...note(`${text} ${deviceId} ${alarmName}`, text, deviceName, to, nowMs), alarmName, counts: true };
    }
    default:
      return null;
  }
}
