import { createReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { mp4OfH264 } from '@sightline/media';
import { RECORDING_HEAD_BYTES, recordingTypeOf, type RecordingType } from '../../files/recording-content.ts';

/** A file that a camera has brought. */
export interface BroughtFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** What is kept of them. */
export interface Film {
  readonly contentType: string;
  readonly extension: string;
  readonly source: () => Readable | Uint8Array;
}

/** Raw streams above this are kept as they are: making them playable takes them into memory. */
const MAX_PLAYABLE_BYTES = 128 * 1024 * 1024;
const MAX_BOXES = 100_000;
const MP4: RecordingType = { contentType: 'video/mp4', extension: 'mp4' };

/** One at a time is taken into memory. */
let converting: Promise<unknown> = Promise.resolve();

/**
 * What cameras have brought, as films: MP4 as it is, with its sound; raw H.264 as one MP4 of `lengthMs`; other recordings as they are. What is no recording, and
 * an MP4 that is not whole, is left out.
 */
export async function filmsOf(brought: readonly BroughtFile[], lengthMs: number): Promise<Film[]> {
  const films: Film[] = [];
  const raw: BroughtFile[] = [];
  for (const file of brought) {
    const type = await typeOf(file);
    if (type === null) continue;
    if (type.extension === 'h264') raw.push(file);
    else films.push({ ...type, source: () => createReadStream(file.path) });
  }
  return [...(await rawFilms(raw, lengthMs)), ...films];
}

async function rawFilms(raw: readonly BroughtFile[], lengthMs: number): Promise<Film[]> {
  if (raw.length === 0) return [];
  const bytes = raw.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (bytes <= MAX_PLAYABLE_BYTES) {
    const conversion = converting.then(async () =>
      mp4OfH264(Buffer.concat(await Promise.all(raw.map((file) => readFile(file.path)))), lengthMs),
    );
    converting = conversion.catch(() => undefined);
    const film = await conversion;
    if (film !== null) return [{ ...MP4, source: () => film }];
  }
  return raw.map((file) => ({ contentType: 'video/h264', extension: 'h264', source: () => createReadStream(file.path) }));
}

async function typeOf({ path, sizeBytes }: BroughtFile): Promise<RecordingType | null> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(RECORDING_HEAD_BYTES), 0, RECORDING_HEAD_BYTES, 0);
    const type = recordingTypeOf(buffer.subarray(0, bytesRead));
    return type?.extension === MP4.extension && !(await isWholeMp4(handle, sizeBytes)) ? null : type;
  } finally {
    await handle.close();
  }
}

/** Whether the boxes of a file lead to its end, and one of them says what is in it (ISO/IEC 14496-12 §4.2, §8.2.1). */
async function isWholeMp4(handle: FileHandle, sizeBytes: number): Promise<boolean> {
  const head = Buffer.alloc(16);
  let hasMovie = false;
  let at = 0;
  for (let count = 0; at < sizeBytes && count < MAX_BOXES; count++) {
    const { bytesRead } = await handle.read(head, 0, 16, at);
    if (bytesRead < 8) return false;
    const short = head.readUInt32BE(0);
    // 1: the size follows in 64 bits; 0: up to the end
    const size = short === 1 && bytesRead === 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? sizeBytes - at : short;
    if (size < 8) return false;
    hasMovie ||= head.toString('latin1', 4, 8) === 'moov';
    at += size;
  }
  return at === sizeBytes && hasMovie;
}
