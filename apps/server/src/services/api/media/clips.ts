import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ERROR_CODE } from '@sightline/contract';
import { adoptClips, stepClipTask, touchClips, type ClipTaskStep } from '@sightline/db';
import type { TalkEnd } from '@sightline/domain';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../../context.ts';
import type { Files } from '../../../features/files/file.service.ts';
import { MediaRefusedError } from '../../../features/media-files/media-file.service.ts';
import { ClipRecorder } from './clip-recorder.ts';
import type { ClipUploads } from './clip-upload.ts';
import { clipProgress, clipTicket, CLIP_STATUS, keepClip, type ClipWork } from '../../../features/video/clip.service.ts';
import { endOf, type Admission, type VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Watches } from './watches.ts';

export interface ClipLimits {
  /** Between two words about how far a clip is, and two tries while the channel is somebody else's. */
  readonly stepMs: number;
  readonly againMs: number;
  /** A clip whose channel stays busy for longer is given up. */
  readonly patienceMs: number;
  /** So long a device is waited for whose clip was begun by a process that has gone. */
  readonly returnMs: number;
  /** Clips that are taken at the same time by this process. */
  readonly atOnce: number;
}

const DEFAULTS: ClipLimits = { stepMs: 1_000, againMs: 5_000, patienceMs: 600_000, returnMs: 120_000, atOnce: 8 };
/** A recorder's last picture may lie so far before the end. */
const END_MS = 200;
/** Clips that wait for others are not forgotten ones. */
const TOUCH_MS = 30_000;

type Failure = TalkEnd | 'tooLarge' | 'quota';

/** Takes clips from the recordings of cameras, one for each channel at a time: each is a look like any other, with all that it is asked for. */
export class Clips implements Service {
  readonly name = 'clips';
  private readonly limits: ClipLimits;
  private readonly running = new Map<string, AbortController>();
  /** The last clip of each channel: the next one waits for it. */
  private readonly lines = new Map<string, Promise<void>>();
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private readonly unsubscribe: () => void;
  private readonly touching: NodeJS.Timeout;

  constructor(
    private readonly context: AppContext,
    private readonly gate: VideoGate,
    private readonly watches: () => Watches,
    private readonly files: Files,
    private readonly uploads: ClipUploads,
    limits: Partial<ClipLimits> = {},
  ) {
    this.limits = { ...DEFAULTS, ...limits };
    this.free = this.limits.atOnce;
    this.touching = setInterval(() => this.touch(), TOUCH_MS);
    this.unsubscribe = context.bus.subscribe('clip.stop', ({ clipId }) => this.running.get(clipId)?.abort());
  }

  /** Takes a clip that has its row, when those before it are done. */
  add(work: ClipWork): void {
    const abort = new AbortController();
    this.running.set(work.id, abort);
    const channel = `${work.deviceId}/${work.channel}`;
    const line = (this.lines.get(channel) ?? Promise.resolve())
      .then(() => this.inPlace(() => this.take(work, abort.signal)))
      .catch((error: unknown) => this.context.logger.error({ err: error, clip: work.id }, 'a clip could not be taken'))
      .finally(() => {
        this.running.delete(work.id);
        if (this.lines.get(channel) === line) this.lines.delete(channel);
      });
    this.lines.set(channel, line);
  }

  /** Takes anew what was begun by a process that has not been heard of for so long. Of a clip that only waited it is not known which way was wanted. */
  async adopt(silentS: number): Promise<void> {
    for (const row of await adoptClips(this.context.database.system, silentS)) {
      const work = { deviceId: row.device_id, channel: row.channel, fromMs: row.from_at.getTime(), toMs: row.to_at.getTime() };
      const way = row.way !== 'stream' ? 'ftp' : row.state === 'waiting' ? 'auto' : 'stream';
      if (row.user_id !== null) this.add({ ...work, id: row.id, way, resumed: true, ticket: clipTicket(row.user_id, work) });
    }
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    clearInterval(this.touching);
    for (const abort of this.running.values()) abort.abort();
    await Promise.all(this.lines.values());
  }

  private touch(): void {
    if (this.running.size === 0) return;
    touchClips(this.context.database.system, [...this.running.keys()]).catch((error: unknown) =>
      this.context.logger.warn({ err: error }, 'clips could not be touched; trying again'),
    );
  }

  private async inPlace(work: () => Promise<void>): Promise<void> {
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free--;
    try {
      await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }

  private async take(work: ClipWork, signal: AbortSignal): Promise<void> {
    if (work.way !== 'stream' && (await this.uploads.take(work, signal, (step) => this.step(work, step))) === 'ended') return;
    const returnMs = Date.now() + (work.resumed ? this.limits.returnMs : 0);
    let { ticket } = work;
    while ((await this.played({ ...work, ticket }, signal, returnMs)) === 'notBack') {
      await this.pause(signal);
      // One opens a single look.
      ticket = clipTicket(ticket.userId, work);
    }
  }

  /** Plays the recording and keeps the film. `notBack`: the device is not there, and has until `returnMs` to come. */
  private async played(work: ClipWork, signal: AbortSignal, returnMs: number): Promise<'ended' | 'notBack'> {
    const admission = await this.admitted(work, signal, returnMs);
    const recorder = new ClipRecorder();
    try {
      await recorder.open();
      const end = typeof admission === 'string' ? admission : await this.watched(work, admission, recorder, signal);
      if (end === 'deviceOffline' && !signal.aborted && Date.now() < returnMs) return 'notBack';
      if (end === 'finished' && typeof admission !== 'string') await this.keep(work, admission, recorder);
      else await this.end(work, { state: signal.aborted ? 'stopped' : 'failed', failure: end }, recorder);
      return 'ended';
    } finally {
      await recorder.close();
    }
  }

  /** Ends early when the clip is stopped. */
  private async pause(signal: AbortSignal): Promise<void> {
    await sleep(this.limits.againMs, undefined, { signal }).catch(() => undefined);
  }

  /** Waits until nobody else has the channel, and until `returnMs` for the device. */
  private async admitted(work: ClipWork, signal: AbortSignal, returnMs: number): Promise<Admission | Failure> {
    const untilMs = Date.now() + this.limits.patienceMs;
    for (;;) {
      if (signal.aborted || !(await this.step(work, { state: 'waiting', takenMs: 0, takenBytes: 0 }))) return 'stopped';
      try {
        return await this.gate.admitClip(work.ticket);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const waitsMs = error.code === ERROR_CODE.channelBusy ? untilMs : error.code === ERROR_CODE.deviceOffline ? returnMs : 0;
        if (Date.now() >= waitsMs) return endOf(error);
      }
      await this.pause(signal);
    }
  }

  /** Plays the recording into the file. `finished`: what was wanted is there. */
  private async watched(work: ClipWork, admission: Admission, recorder: ClipRecorder, signal: AbortSignal): Promise<Failure> {
    let leave: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Failure>((resolve) => {
        const seat = this.watches().begin(admission, {
          unsentBytes: 0,
          send: (message) => {
            recorder.push(message);
            if (recorder.full) resolve('tooLarge');
            else if ((recorder.positionMs ?? 0) >= work.toMs - END_MS) resolve('finished');
          },
          state: () => undefined,
          end: resolve,
        });
        leave = () => seat.leave();
        signal.addEventListener('abort', () => resolve('stopped'), { once: true });
        timer = setInterval(() => {
          const takenMs = Math.max(0, (recorder.positionMs ?? work.fromMs) - work.fromMs);
          this.step(work, { state: 'running', takenMs, takenBytes: recorder.bytes }).then(
            (wanted) => wanted || resolve('stopped'),
            (error: unknown) => this.context.logger.warn({ err: error }, 'the progress of a clip could not be written; trying again'),
          );
        }, this.limits.stepMs);
      });
    } finally {
      clearInterval(timer);
      leave();
    }
  }

  private async keep(work: ClipWork, { device }: Admission, recorder: ClipRecorder): Promise<void> {
    const clip = await recorder.finish();
    if (clip === null) return await this.end(work, { state: 'failed', failure: 'noKeyFrame' });
    try {
      const file = await keepClip({ context: this.context, files: this.files }, work, device, {
        ...clip,
        contentType: 'video/mp4',
        extension: 'mp4',
      });
      const kept = await this.step(work, {
        state: 'done',
        takenMs: work.toMs - work.fromMs,
        takenBytes: Number(file.size_bytes),
        mediaFileId: file.id,
      });
      // Deleted or stopped at the last moment: nobody would find the file.
      if (!kept) await this.context.database.system.deleteFrom('media_file').where('id', '=', file.id).execute();
    } catch (error) {
      if (!(error instanceof MediaRefusedError)) throw error;
      await this.end(work, { state: 'failed', failure: error.reason === 'quota' ? 'quota' : 'permission' });
    }
  }

  private async end(
    work: ClipWork,
    step: Pick<ClipTaskStep, 'state'> & { readonly failure: Failure },
    recorder?: ClipRecorder,
  ): Promise<void> {
    const takenMs = Math.max(0, (recorder?.positionMs ?? work.fromMs) - work.fromMs);
    await this.step(work, { ...step, takenMs, takenBytes: recorder?.bytes ?? 0 });
  }

  private async step(work: ClipWork, step: ClipTaskStep): Promise<boolean> {
    const wanted = await stepClipTask(this.context.database.system, work.id, step);
    const { userId } = work.ticket;
    this.context.bus.publish('clip.progress', {
      userId,
      id: work.id,
      deviceId: work.deviceId,
      channelId: work.channel,
      status: wanted ? CLIP_STATUS[step.state] : CLIP_STATUS.stopped,
      progress: clipProgress(step.state, step.takenMs, work),
    });
    return wanted;
  }
}
