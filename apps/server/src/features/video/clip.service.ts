import type { CameraClip } from '@sightline/contract';
import type { ClipState, ClipTaskRow } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import { mediaFileUrl } from '../media-files/media-file.service.ts';
import type { Principal } from '../principal.ts';
import { isoOrNull, isoTime } from '../times.ts';
import type { VideoTicket } from './video-tickets.ts';

/** A clip that is to be taken; instants in ms. */
export interface ClipWork {
  /** Of its row. */
  readonly id: string;
  readonly deviceId: string;
  readonly channel: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Who wants it, of which camera. */
  readonly ticket: VideoTicket;
}

/** Takes clips; the process that was asked does it. */
export interface ClipTaker {
  add(work: ClipWork): void;
}

/** As the product numbers them. */
export const CLIP_STATUS: Readonly<Record<ClipState, number>> = { failed: 0, stopped: 0, done: 1, running: 2, waiting: 3 };
const STATES = Object.keys(CLIP_STATUS) as ClipState[];
export const clipStatesOf = (status: number | undefined): ClipState[] | undefined =>
  status === undefined ? undefined : STATES.filter((state) => CLIP_STATUS[state] === status);

/** Whole per cent. */
export const clipProgress = (state: ClipState, takenMs: number, span: { readonly fromMs: number; readonly toMs: number }): number =>
  state === 'done' ? 100 : Math.max(0, Math.min(99, Math.floor((takenMs * 100) / (span.toMs - span.fromMs))));

const compact = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');

/** By device, channel and the instant in UTC, so that a folder of them is in order. */
export const clipName = (deviceId: string, { channel, fromMs }: Pick<ClipWork, 'channel' | 'fromMs'>): string =>
  `${deviceId}-CH${channel}-${compact(fromMs)}Z.mp4`;

const BYTES_PER_MB = 1_000_000;

export async function clipView(files: Files, principal: Principal, row: ClipTaskRow): Promise<CameraClip> {
  const span = { fromMs: row.from_at.getTime(), toMs: row.to_at.getTime() };
  return {
    id: row.id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    channelId: row.channel,
    status: CLIP_STATUS[row.state],
    state: row.state,
    failure: row.failure as CameraClip['failure'],
    progress: clipProgress(row.state, row.taken_ms, span),
    fileUrl: row.media_file_id === null ? null : await mediaFileUrl(files, principal, { id: row.media_file_id }),
    fileStartTime: isoTime(span.fromMs),
    fileEndTime: isoTime(span.toMs),
    fileUploadSize: Math.round((row.taken_bytes / BYTES_PER_MB) * 100) / 100,
    account: row.account,
    createTime: isoTime(row.created_at),
    uploadTime: isoOrNull(row.state === 'done' ? row.finished_at : null),
  };
}
