import { WIRE_TYPE, type VideoFormat, type WireFrame } from '@sightline/media';
import { Decoding } from './decoding.ts';
import { FigureCounter } from './figures.ts';
import { Film } from './film.ts';
import { canvasSink, trackSink, type PictureSink } from './picture-sinks.ts';
import type { FromPlayer, PictureTarget, StreamEvent } from './player-messages.ts';
import { PlayoutQueue } from './playout-queue.ts';
import { ReplayQueue, type Pace } from './replay-queue.ts';
import { Segmenter } from './segmenter.ts';
import { SoundDecoding } from './sound-decoding.ts';
import { StreamSocket } from './stream-socket.ts';

/** No picture for so long is worth telling. */
const SILENT_MS = 6_000;
/** Pictures come for so long and none can be shown. */
const UNSEEN_MS = 10_000;
const CHECK_MS = 1_000;
/** How often is told what of a recording is held. */
const HELD_MS = 100;

type Told = FromPlayer extends infer T ? (T extends { readonly id: number } ? Omit<T, 'id'> : never) : never;
export type Tell = (message: Told, transfer?: Transferable[]) => void;

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** One stream from its socket to its pictures; lives in a worker. */
export class LiveStream {
  private readonly socket: StreamSocket;
  private readonly live = new PlayoutQueue();
  private readonly replay: ReplayQueue | null;
  private readonly telling: ReturnType<typeof setInterval> | undefined;
  /** The newest picture that was shown without being held. */
  private followedMs: number | null = null;
  private givenMs = 0;
  private readonly counter = new FigureCounter();
  private readonly segmenter = new Segmenter();
  private readonly sound = new SoundDecoding((samples, sampleRate) => this.tell({ kind: 'sound', samples, sampleRate }, [samples.buffer]));
  private readonly sink: PictureSink | null;
  private readonly decoding: Decoding | null;
  private recording: Film | null = null;
  private wake: ReturnType<typeof setTimeout> | undefined;
  private readonly check: ReturnType<typeof setInterval>;
  private lastPictureMs: number | null = null;
  private firstFrameMs: number | null = null;
  private silent = true;
  private soundOn = false;
  private figuresOn = false;
  /** Pictures that the screen left out. */
  private leftOut = 0;

  constructor(
    url: string,
    target: PictureTarget,
    private readonly tell: Tell,
    replay = false,
  ) {
    this.replay = replay ? new ReplayQueue(performance.timeOrigin) : null;
    if (replay) this.telling = setInterval(() => this.tellHeld(), HELD_MS);
    this.sink = target.path === 'track' ? trackSink(target.writable) : target.path === 'canvas' ? canvasSink(target.canvas) : null;
    this.decoding =
      this.sink === null
        ? null
        : new Decoding({
            onPicture: (picture, timestampMs) => this.present(picture, timestampMs),
            onFormat: (format) => this.tellFormat(format),
            onUnsupported: ({ codec, codecString }) => this.event({ kind: 'unsupported', codec, codecString }),
            onRestart: () => this.queue.waitForKey(),
            onUndecodable: () => this.event({ kind: 'undecodable' }),
          });
    this.socket = new StreamSocket(url, {
      onEvent: (event) => this.event(event),
      onFrame: (frame, bytes) => this.receive(frame, bytes),
      onRoundTrip: (ms) => this.counter.answered(ms),
    });
    this.check = setInterval(() => this.look(), CHECK_MS);
  }

  setSound(on: boolean): void {
    this.soundOn = on;
    if (!on) this.sound.close();
  }

  /** Of a recording: which instant is shown when. */
  setPace(pace: Pace): void {
    this.replay?.setPace(pace);
    this.play();
  }

  /** Of a recording: it goes on elsewhere. */
  flush(targetMs: number): void {
    this.replay?.flush(targetMs);
    this.followedMs = null;
  }

  setFigures(on: boolean): void {
    this.figuresOn = on;
    if (on) this.tellFigures();
  }

  setRecording(on: boolean): void {
    if (on) this.recording ??= new Film();
    else void this.finishRecording();
  }

  /** Resolves when what was recorded has been handed over. */
  async close(): Promise<void> {
    clearTimeout(this.wake);
    clearInterval(this.check);
    clearInterval(this.telling);
    this.socket.close();
    this.decoding?.close();
    this.sink?.close();
    this.sound.close();
    // What was recorded is not lost with the stream.
    await this.finishRecording();
  }

  private get queue(): PlayoutQueue | ReplayQueue {
    return this.replay ?? this.live;
  }

  /** Time stamps for what wants them to rise, whichever way a recording runs. */
  private rising(nowMs: number): number {
    this.givenMs = Math.max(this.givenMs + 1, nowMs);
    return this.givenMs;
  }

  private tellHeld(): void {
    const followed = { nextMs: this.followedMs, newestMs: this.followedMs, follows: true };
    this.tell({ kind: 'held', held: this.decoding === null ? followed : this.replay!.held });
  }

  private event(event: StreamEvent): void {
    this.tell({ kind: 'event', event });
  }

  private receive(frame: WireFrame, bytes: number): void {
    const nowMs = performance.now();
    this.counter.received(bytes, nowMs);
    if (frame.type === WIRE_TYPE.pcm || frame.type === WIRE_TYPE.aac) {
      // A recording that is looked at has a pace of its own, which its sound does not follow in a film.
      if (!this.replay) this.recording?.pushSound(frame, nowMs);
      if (!this.soundOn) return;
      if (this.replay) this.replay.pushSound(frame);
      else this.sound.push(frame);
      return;
    }
    this.firstFrameMs ??= nowMs;
    if (this.recording?.push(frame, nowMs) === 'full') void this.finishRecording();
    if (this.decoding === null) {
      // MediaSource plays on one line that rises; a recording may jump and run backwards.
      this.segment(this.replay ? { ...frame, timestampMs: this.rising(nowMs) } : frame, nowMs);
      this.followedMs = frame.timestampMs;
      return;
    }
    if (this.replay) this.replay.push(frame);
    else this.live.push(frame, nowMs);
    this.play();
  }

  /** Gives the decoder what is due and sleeps until the next picture is. */
  private play(): void {
    const { decoding } = this;
    if (decoding === null) return;
    clearTimeout(this.wake);
    const nowMs = performance.now();
    for (const frame of this.queue.take(nowMs, decoding.pending))
      decoding.decode(this.replay ? { ...frame, timestampMs: this.rising(nowMs) } : frame);
    if (this.replay) for (const frame of this.replay.takeSound(nowMs)) this.sound.push(frame);
    const dueMs = this.queue.nextDueMs();
    // What is overdue waits for the decoder, which says when it has given a picture.
    if (dueMs !== null && dueMs > nowMs) this.wake = setTimeout(() => this.play(), dueMs - nowMs);
    else if (dueMs !== null) this.wake = setTimeout(() => this.play(), CHECK_MS / 20);
  }

  private present(picture: VideoFrame, timestampMs: number): void {
    const nowMs = performance.now();
    if (this.sink?.show(picture) === true) this.counter.presented(this.queue.behindMs(timestampMs, nowMs), nowMs);
    else this.leftOut++;
    this.pictureShown(nowMs);
    if (this.queue.length > 0) this.play();
  }

  private pictureShown(nowMs: number): void {
    this.lastPictureMs = nowMs;
    if (this.silent) this.event({ kind: 'picture' });
    this.silent = false;
  }

  private segment(frame: WireFrame, nowMs: number): void {
    for (const segment of this.segmenter.push(frame)) {
      const bytes = owned(segment.bytes);
      if (segment.kind === 'head') this.tellFormat(segment.format);
      else this.pictureShown(nowMs);
      this.tell({ kind: 'segment', mime: segment.kind === 'head' ? segment.mime : null, bytes }, [bytes.buffer]);
    }
  }

  private tellFormat({ codec, codecString, width, height }: VideoFormat): void {
    this.tell({ kind: 'format', format: { codec, codecString, width, height } });
  }

  private tellFigures(): void {
    this.tell({ kind: 'figures', figures: this.counter.figures(performance.now(), this.queue.dropped + this.leftOut) });
  }

  private look(): void {
    if (this.figuresOn) this.tellFigures();
    const nowMs = performance.now();
    if (this.lastPictureMs === null) {
      if (this.replay === null && this.firstFrameMs !== null && nowMs - this.firstFrameMs > UNSEEN_MS) this.event({ kind: 'undecodable' });
    } else if (this.replay === null && !this.silent && nowMs - this.lastPictureMs > SILENT_MS) {
      this.silent = true;
      this.event({ kind: 'silent' });
    }
  }

  private async finishRecording(): Promise<void> {
    const { recording } = this;
    if (recording === null) return;
    this.recording = null;
    const parts = await recording.finish();
    this.tell({ kind: 'recorded', file: parts === null ? null : new Blob(parts.map(owned), { type: 'video/mp4' }) });
  }
}
