import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FILE_ROUTES } from '@sightline/contract';
import {
  deleteMediaFiles,
  insertMediaFile,
  makeMediaRoom,
  type MediaFileRecord,
  type MediaLook,
  type MediaViewer,
  type ScopedTransaction,
} from '@sightline/db';
import type { MediaKind, MediaSource } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';

/** A file of a device. What is left out is unknown, or does not apply. */
export interface MediaDraft {
  readonly deviceKey: number | string;
  /** 0 none. */
  readonly channel: number;
  readonly kind: MediaKind;
  readonly source: MediaSource;
  /** As the device says it. */
  readonly eventCode?: number | null;
  readonly takenAt: Date;
  readonly untilAt?: Date | null;
  readonly lat?: number | null;
  readonly lon?: number | null;
  readonly speedKph?: number | null;
  /** Checked by whoever adds it; it is what browsers are told. */
  readonly contentType: string;
  readonly fileName: string;
  readonly alarmId?: string | null;
  /** How long it is kept; by default as the platform is set, 0 for ever. */
  readonly keepDays?: number;
  /** Larger ones are refused with `FileTooLargeError`; by default 2 GB. */
  readonly maxBytes?: number;
}

/** Why a file cannot be kept, also later: its device is not there any more, or it is larger than all that the customer may store. */
export class MediaRefusedError extends Error {
  override readonly name = 'MediaRefusedError';
  constructor(readonly reason: 'deviceGone' | 'quota') {
    super(reason);
  }
}

const DAY_MS = 86_400_000;
const MAX_BYTES = 2 ** 31;
const MEGABYTE = 1_048_576;
/** Links begun within the same span are the same, so that a browser shows again what it has. */
const LINK_SPAN_MS = 15 * 60_000;

export interface MediaParts {
  readonly context: Pick<AppContext, 'config' | 'database' | 'logger' | 'bus'>;
  readonly files: Files;
}

/** A file as it is kept. `repeated`: it was here before, for the device has sent it again. */
export interface AddedMedia {
  readonly file: MediaFileRecord;
  readonly repeated: boolean;
}

/**
 * Keeps a file: bytes first (on the disk when this resolves), then the row. Where the customer's allowance is full its oldest files make room, those
 * of alarms last. What was begun is removed when it fails. @throws MediaRefusedError, FileTooLargeError, whatever the source throws.
 */
export async function addMediaFile({ context, files }: MediaParts, draft: MediaDraft, source: Readable | Uint8Array): Promise<AddedMedia> {
  const { mediaDays, mediaQuotaMb } = context.config;
  const quota = mediaQuotaMb === 0 ? Number.POSITIVE_INFINITY : mediaQuotaMb * MEGABYTE;
  const hash = createHash('sha256');
  const stream = source instanceof Uint8Array ? [source] : source;
  const written = await files.store.write(Readable.from(hashed(stream, hash), { objectMode: false }), draft.maxBytes ?? MAX_BYTES);
  const keepDays = draft.keepDays ?? mediaDays;
  try {
    if (written.sizeBytes > quota) throw new MediaRefusedError('quota');
    const { added, gone } = await context.database.system.transaction().execute(async (trx) => {
      const inserted = await insertMediaFile(trx, {
        ...draft,
        eventCode: draft.eventCode ?? null,
        untilAt: draft.untilAt ?? null,
        lat: draft.lat ?? null,
        lon: draft.lon ?? null,
        speedKph: draft.speedKph ?? null,
        storageName: written.storageName,
        sizeBytes: written.sizeBytes,
        sha256: hash.digest(),
        alarmId: draft.alarmId ?? null,
        expiresAt: keepDays === 0 ? null : new Date(Date.now() + keepDays * DAY_MS),
      });
      if (!inserted) throw new MediaRefusedError('deviceGone');
      const room =
        Number.isFinite(quota) && !inserted.repeated ? await makeMediaRoom(trx, inserted.file.customer_id, quota, inserted.file.id) : [];
      return { added: inserted, gone: room };
    });
    await removeBytes(context, files, added.repeated ? [...gone, written.storageName] : gone);
    if (!added.repeated) context.bus.publish('media.added', { fileId: added.file.id });
    return added;
  } catch (error) {
    await files.store.remove(written.storageName);
    throw error;
  }
}

async function* hashed(
  source: AsyncIterable<Buffer> | Iterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Forgets files of the scope. Their bytes go when `afterCommit` runs; what is left then goes with the hourly cleaning. */
export async function removeMediaFiles(
  { context, files }: MediaParts,
  trx: ScopedTransaction,
  ids: readonly string[],
  afterCommit: (work: () => Promise<void>) => void,
): Promise<number> {
  const names = await deleteMediaFiles(trx, ids);
  afterCommit(() => removeBytes(context, files, names));
  return names.length;
}

/** The rows have gone already: bytes that cannot be removed now are found by the cleaning. */
async function removeBytes(context: Pick<AppContext, 'logger'>, files: Files, names: readonly string[]): Promise<void> {
  for (const name of names)
    await files.store
      .remove(name)
      .catch((error: unknown) => context.logger.warn({ err: error }, 'the bytes of a deleted file are still there'));
}

/** That a principal has looked at a file, for the log. */
export const mediaLook = (principal: Principal, file: MediaFileRecord, remote: string | null): MediaLook => ({
  file,
  userId: principal.userId,
  account: principal.account,
  fromAbove: file.customer_id !== principal.customerId,
  remote,
});

/** Whose files a principal may see, within what row-level security shows. */
export const mediaViewer = (principal: Principal): MediaViewer => ({ customerId: principal.customerId, seesLocked: principal.platform });

/**
 * Address of a file for a browser of this user: shows it, or with `&download=1` saves it. Good for a quarter of an hour at least; the user's rights
 * are asked again when it is opened.
 */
export async function mediaFileUrl(files: Files, principal: Principal, file: { readonly id: string }): Promise<string> {
  const expiresAtMs = (Math.floor(Date.now() / LINK_SPAN_MS) + 2) * LINK_SPAN_MS;
  return `${FILE_ROUTES.media}?ticket=${await files.mediaLinks.sign({ fileId: file.id, userId: principal.userId, expiresAtMs })}`;
}
