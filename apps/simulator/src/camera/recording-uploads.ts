import { FtpClient, FtpError } from '@sightline/runtime/ftp-client';
import type { CameraFaults } from './options.ts';
import { recordingFile, type FileFormat } from './recording-file.ts';
import type { Recording } from './recordings.ts';

export interface UploadRequest {
  /** Of the question, which the end will name. */
  readonly serial: number;
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly password: string;
    readonly folder: string;
  };
  readonly channel: number;
  readonly recordings: readonly Recording[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** How an upload ended, to be told by 0x1206. */
export interface UploadEnd {
  readonly serial: number;
  readonly ok: boolean;
}

const TIMEOUT_MS = 20_000;
const TRIES = 3;
const CHUNK_BYTES = 65_536;
/** A mobile network of the better kind. */
const BYTES_PER_SECOND = 4_000_000;

interface Running {
  readonly abort: AbortController;
  readonly request: UploadRequest;
  paused: boolean;
}

/** A recorder's FTP client: brings files of its disk to a server, one after the other, and goes on where a connection broke. */
export class RecordingUploads {
  /** Can be changed at any time. */
  format: FileFormat = 'mp4';
  /** Called when there is something to tell. */
  onEnd: () => void = () => undefined;
  private readonly queue: Running[] = [];
  private readonly ends: UploadEnd[] = [];
  private working = false;

  constructor(
    private readonly deviceId: string,
    private readonly faults: CameraFaults,
  ) {}

  /** Numbers of those that run or wait. */
  get open(): readonly number[] {
    return this.queue.map(({ request }) => request.serial);
  }

  add(request: UploadRequest): void {
    this.queue.push({ abort: new AbortController(), request, paused: false });
    void this.work();
  }

  /** 0x9207. False when there is no such upload. */
  control(serial: number, what: 'pause' | 'resume' | 'cancel'): boolean {
    const running = this.queue.find(({ request }) => request.serial === serial);
    if (!running) return false;
    if (what === 'cancel') running.abort.abort();
    else running.paused = what === 'pause';
    return true;
  }

  takeEnds(): UploadEnd[] {
    return this.ends.splice(0);
  }

  close(): void {
    for (const { abort } of this.queue) abort.abort();
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let running = this.queue[0]; running; running = this.queue[0]) {
      const ok = await this.bring(running);
      this.queue.shift();
      // Whoever cancels hears nothing more.
      if (running.abort.signal.aborted || this.faults.neverTellsEnd) continue;
      this.ends.push({ serial: running.request.serial, ok });
      this.onEnd();
    }
    this.working = false;
  }

  private async bring(running: Running): Promise<boolean> {
    const { request, abort } = running;
    const file = await recordingFile(this.deviceId, request.channel, request.recordings, request, this.format, () => !abort.signal.aborted);
    const name = `CH${request.channel}-${new Date(request.fromMs).toISOString().replace(/[-:]|\.\d+/g, '')}.${this.format}`;
    for (let tries = 0; tries < TRIES && file.length > 0 && !abort.signal.aborted; tries++) {
      try {
        await this.send(running, name, file);
        return true;
      } catch (error) {
        if (!(error instanceof FtpError)) throw error;
        // It was refused, and would be again.
        if (error.code !== null && error.code >= 500) return false;
      }
    }
    return false;
  }

  private async send(running: Running, name: string, file: Uint8Array): Promise<void> {
    const { server } = running.request;
    const client = await FtpClient.open({ ...server, timeoutMs: TIMEOUT_MS });
    try {
      await client.enter(server.folder);
      const there = (await client.size(name)) ?? 0;
      if (there < file.length) await client.store(name, this.paced(running, client, file, there), there, running.abort.signal);
      await client.quit();
    } finally {
      client.destroy();
    }
  }

  /** Octets as fast as the network is. */
  private async *paced(running: Running, client: FtpClient, file: Uint8Array, from: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < file.length;) {
      while (running.paused && !running.abort.signal.aborted) await pause(20);
      if (running.abort.signal.aborted) return;
      const rate = this.faults.uploadBytesPerS ?? BYTES_PER_SECOND;
      const end = Math.min(file.length, at + Math.min(CHUNK_BYTES, Math.ceil(rate / 10)));
      const breaksAt = this.faults.uploadBreaksAt;
      if (breaksAt !== null && at >= breaksAt) {
        this.faults.uploadBreaksAt = null;
        client.destroy();
        throw new FtpError(null, 'the network is gone');
      }
      yield file.subarray(at, end);
      await pause(((end - at) * 1000) / rate);
      at = end;
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
