import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CameraClip, InputOf } from '@sightline/contract';
import type { ClipState, ClipTaskRow, MediaFileRecord } from '@sightline/db';
import type { Files } from '../files/file.service.ts';
import { addMediaFile, mediaFileUrl, type MediaParts } from '../media-files/media-file.service.ts';
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
  readonly way: InputOf<'video.history.upload'>['way'] & string;
  /** It was begun by a process that has gone: a device that is not there yet is waited for. */
  readonly resumed?: boolean;
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
const clipName = (deviceId: string, { channel, fromMs }: Pick<ClipWork, 'channel' | 'fromMs'>, extension: string): string =>
  `${deviceId}-CH${channel}-${compact(fromMs)}Z.${extension}`;

const KEEP_DAYS = 7;
/** A ticket of a clip is never sent anywhere; it lasts longer than the clip can. */
const TICKET_MS = 86_400_000;

/** Somebody's leave to take a clip. It goes on when its user signs out, and ends with the user's rights. */
export function clipTicket(userId: string, { deviceId, channel, fromMs, toMs }: Omit<ClipWork, 'id' | 'way' | 'ticket'>): VideoTicket {
  const nowMs = Date.now();
  return {
    use: 'clip',
    userId,
    session: null,
    deviceId,
    channel,
    stream: 0,
    // It is never sent: whichever process takes the clip lets itself in.
    node: '',
    recording: { fromMs, toMs, mode: 'normal', speed: 1 },
    issuedAtMs: nowMs,
    expiresAtMs: nowMs + TICKET_MS,
    nonce: randomBytes(12).toString('base64url'),
  };
}

/** A film that is to be kept. */
export interface ClipFilm {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly contentType: string;
  readonly extension: string;
  readonly source: Readable | Uint8Array;
}

/** Keeps the film of a clip. @throws as {@link addMediaFile} does */
export async function keepClip(
  parts: MediaParts,
  work: ClipWork,
  device: { readonly id: string; readonly key: string },
  { firstMs, lastMs, contentType, extension, source }: ClipFilm,
): Promise<MediaFileRecord> {
  const draft = {
    deviceKey: device.key,
    channel: work.channel,
    kind: 'video',
    source: 'clip',
    takenAt: new Date(firstMs),
    untilAt: new Date(lastMs),
    contentType,
    fileName: clipName(device.id, work, extension),
    keepDays: KEEP_DAYS,
  } as const;
  return (await addMediaFile(parts, draft, source)).file;
}

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
    way: row.way,
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
