import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { decodeWireFrame, Recording, videoCodecOf } from '@sightline/media';

export const CLIP_LIMITS = { maxBytes: 512 * 1024 * 1024, maxMs: 900_000 } as const;
/** Nothing between two files of a recorder: the film goes on after this much. */
const MAX_PAUSE_MS = 1_000;

/** A film that has been taken. */
export interface TakenClip {
  readonly source: Readable;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * Writes the pictures of a recording into a file of MP4, without its sound: what comes goes to the disk at once, its head in front when it is complete,
 * for it says how long the film is.
 */
export class ClipRecorder {
  private readonly recording = new Recording(CLIP_LIMITS);
  private folder: string | null = null;
  private out: WriteStream | null = null;
  private startMs: number | null = null;
  private lastMs = 0;
  /** What of the time of the recording was left out so far. */
  private leftOutMs = 0;
  /** Octets of pictures that have come. */
  bytes = 0;
  full = false;

  /** The instant of the newest picture; null before the first one. */
  get positionMs(): number | null {
    return this.startMs === null ? null : this.lastMs;
  }

  async open(): Promise<void> {
    this.folder = await mkdtemp(path.join(tmpdir(), 'sightline-clip-'));
    this.out = createWriteStream(path.join(this.folder, 'film'), { flags: 'wx', mode: 0o600 });
    // Told by `finished`.
    this.out.on('error', () => undefined);
  }

  /** A message of the media socket; sound is left out. */
  push(message: Uint8Array): void {
    const frame = decodeWireFrame(message);
    if (videoCodecOf(frame.type) === null || this.full || this.out === null) return;
    if (this.startMs === null) {
      if (!frame.key) return;
      this.startMs = frame.timestampMs;
      this.lastMs = frame.timestampMs;
    }
    const stepMs = frame.timestampMs - this.lastMs;
    if (stepMs < 0) return;
    if (stepMs > MAX_PAUSE_MS) this.leftOutMs += stepMs - MAX_PAUSE_MS;
    this.lastMs = frame.timestampMs;
    this.bytes += frame.data.length;
    this.full = this.recording.push({ ...frame, timestampMs: frame.timestampMs - this.leftOutMs }) === 'full';
    for (const part of this.recording.parts.splice(0)) this.out.write(part);
  }

  /** The whole file; null when no picture came. The source is read before {@link close}. */
  async finish(): Promise<TakenClip | null> {
    const rest = this.recording.finish();
    if (rest === null || this.out === null || this.folder === null || this.startMs === null) return null;
    const [head, ...parts] = rest;
    for (const part of parts) this.out.write(part);
    this.out.end();
    await finished(this.out);
    const film = createReadStream(path.join(this.folder, 'film'));
    return { source: Readable.from(headed(head!, film), { objectMode: false }), firstMs: this.startMs, lastMs: this.lastMs };
  }

  /** Leaves nothing on the disk. */
  async close(): Promise<void> {
    this.out?.destroy();
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
  }
}

async function* headed(head: Uint8Array, film: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* film;
}
