import { ApiError, ERROR_CODE } from '@sightline/contract';
import { describeError } from '../../api/describe-error.ts';
import type { StreamFigures } from '../player/figures.ts';
import { canMediaSource, probePaths, type PicturePath } from '../player/paths.ts';
import { playerClient } from '../player/player-client.ts';
import type { FromPlayer, PictureFormat, StreamEvent } from '../player/player-messages.ts';
import { openScreen, pictureOf, type Screen } from '../player/screen.ts';
import type { Held, Pace } from '../player/replay-queue.ts';
import { soundOutput } from '../player/sound-output.ts';
import { goesOnBeyond, isOpen, openTile, tileAfter, type Bitstream, type TileEvent, type TileState } from './tile-state.ts';

/** What a tile draws from; a new object with every change. */
export interface TileView {
  readonly state: TileState;
  readonly format: PictureFormat | null;
  readonly path: PicturePath | null;
  readonly figuresOn: boolean;
  readonly figures: StreamFigures | null;
  readonly recordingSinceMs: number | null;
}

export interface LiveTilePorts {
  /** Asks the server for the address of a stream; `h264Only`: converted, if need be. */
  readonly ask: (stream: Bitstream, signal: AbortSignal, h264Only: boolean) => Promise<string>;
  /** Whether that can be asked for at all. */
  readonly mayConvert?: boolean;
  /** A recording has ended; `null`: nothing came to be recorded. */
  readonly onRecorded: (file: Blob | null) => void;
  /** Whether a look that has reached its time limit goes on by itself. */
  readonly goesOnAfterLimit: () => boolean;
  /** Told what is held of a recording; given where it is one. */
  readonly onHeld?: (held: Held) => void;
}

/** The paths that failed in this session are not tried again. */
const failedPaths = new Set<PicturePath>();

/** One camera on screen: asks for its stream, opens it, follows what becomes of it. Lives outside React. */
export class LiveTile {
  private view: TileView;
  private screen: Screen | null = null;
  /** The screen before, still showing its last picture. */
  private former: Screen | null = null;
  /** A picture was on it. */
  private screenUsed = false;
  private host: HTMLElement | null = null;
  private streamId: number | null = null;
  private asking: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private soundOn = false;
  /** What MediaSource had shown when the figures were last asked for. */
  private counted: { readonly atMs: number; readonly shown: number } | null = null;
  private closed = false;
  private readonly listeners = new Set<() => void>();

  constructor(
    stream: Bitstream,
    private readonly ports: LiveTilePorts,
  ) {
    this.view = { state: openTile(stream), format: null, path: null, figuresOn: false, figures: null, recordingSinceMs: null };
    void this.ask();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): TileView => this.view;

  /** Where the pictures are put; `null` when the tile leaves the page. */
  attach(host: HTMLElement | null): void {
    this.host = host;
    for (const screen of [this.screen, this.former]) if (host !== null && screen !== null) host.append(screen.element);
  }

  retry(): void {
    this.handle({ kind: 'retry' });
  }

  /** Nobody is looking any more. */
  rest(): void {
    this.handle({ kind: 'idle' });
  }

  choose(stream: Bitstream): void {
    this.handle({ kind: 'stream', stream });
  }

  setSound(on: boolean): void {
    this.soundOn = on;
    this.tell('sound', on);
  }

  setFigures(on: boolean): void {
    this.tell('figures', on);
    this.change({ figuresOn: on, figures: null });
  }

  /** Of a recording: which instant is shown when. */
  pace(pace: Pace): void {
    if (this.streamId !== null) playerClient.pace(this.streamId, pace);
  }

  /** Of a recording: it goes on at this instant. */
  flush(targetMs: number): void {
    if (this.streamId !== null) playerClient.flush(this.streamId, targetMs);
  }

  record(on: boolean): void {
    if (this.streamId === null || on === (this.view.recordingSinceMs !== null)) return;
    this.change({ recordingSinceMs: on ? Date.now() : null });
    this.tell('record', on);
  }

  /** What is on screen as a PNG. */
  async picture(): Promise<Blob | null> {
    const shown = this.view.state.phase === 'playing' ? this.screen : (this.former ?? this.screen);
    return shown === null ? null : await pictureOf(shown.element);
  }

  close(): void {
    this.closed = true;
    this.listeners.clear();
    this.leave();
    this.former?.close();
    this.former = null;
  }

  private handle(event: TileEvent): void {
    if (this.closed) return;
    const before = this.view.state;
    const nowMs = Date.now();
    let state = tileAfter(before, event, nowMs);
    if (goesOnBeyond(before, state, nowMs) && this.ports.goesOnAfterLimit()) state = tileAfter(state, { kind: 'retry' }, nowMs);
    if (state === before) return;
    this.change({ state });
    clearTimeout(this.timer);
    if (!isOpen(state) && state.phase !== before.phase) this.leave();
    if (state.phase === 'asking') void this.ask();
    else if (state.retryAtMs !== null) this.timer = setTimeout(() => this.retry(), state.retryAtMs - nowMs);
    if (state.phase === 'playing' && before.phase !== 'playing') {
      this.screenUsed = true;
      this.dropFormer();
    }
  }

  private async ask(): Promise<void> {
    this.leave();
    const asking = new AbortController();
    this.asking = asking;
    const paths = (await probePaths()).filter((path) => !failedPaths.has(path));
    const [path] = paths;
    if (asking.signal.aborted) return;
    if (path === undefined) return this.handle({ kind: 'noPlayer' });
    try {
      const url = await this.ports.ask(this.view.state.stream, asking.signal, this.view.state.converted);
      if (asking.signal.aborted) return;
      this.asking = null;
      this.handle({ kind: 'asked' });
      this.open(url, path);
    } catch (error) {
      if (asking.signal.aborted) return;
      const final = error instanceof ApiError;
      this.handle({
        kind: 'askFailed',
        final,
        detail: final ? describeError(error).text : null,
        unavailable: final && error.code === ERROR_CODE.notImplemented,
      });
    }
  }

  private open(url: string, path: PicturePath): void {
    const screen = openScreen(path, () => this.pathFailed(path));
    this.screen = screen;
    this.screenUsed = false;
    this.counted = null;
    // Below the former one, which goes with the first picture.
    this.host?.prepend(screen.element);
    const id = playerClient.open(url, screen.target, (message) => this.hear(id, screen, message), this.ports.onHeld !== undefined);
    this.streamId = id;
    this.change({ path });
    if (this.soundOn) this.tell('sound', true);
    if (this.view.figuresOn) this.tell('figures', true);
  }

  private hear(id: number, screen: Screen, message: FromPlayer): void {
    // A recording is handed over after its stream was left.
    if (message.kind === 'recorded') {
      if (id === this.streamId) this.change({ recordingSinceMs: null });
      this.ports.onRecorded(message.file);
    }
    if (id !== this.streamId) return;
    if (message.kind === 'event') this.onStreamEvent(screen.path, message.event);
    else if (message.kind === 'format') this.change({ format: message.format });
    else if (message.kind === 'segment') this.feed(screen, message.mime, message.bytes);
    else if (message.kind === 'sound') soundOutput.play(message.samples, message.sampleRate);
    else if (message.kind === 'held') this.ports.onHeld?.(message.held);
    else if (message.kind === 'figures') this.change({ figures: this.withScreen(screen, message.figures) });
  }

  private feed({ feed }: Screen, mime: string | null, bytes: Uint8Array<ArrayBuffer>): void {
    if (mime !== null && !canMediaSource(mime)) this.handle({ kind: 'codecRefused', mayConvert: this.ports.mayConvert === true });
    else feed?.append(mime, bytes);
  }

  private onStreamEvent(path: PicturePath, event: StreamEvent): void {
    if (event.kind === 'undecodable' && path !== 'mse') this.pathFailed(path);
    else if (event.kind === 'unsupported') this.handle({ kind: 'codecRefused', mayConvert: this.ports.mayConvert === true });
    else this.handle(event);
  }

  /** On to the next way to the screen, for all streams from now on; when there is none, it stays with this one and tries again. */
  private pathFailed(path: PicturePath): void {
    void probePaths().then((paths) => {
      if (paths.some((other) => other !== path && !failedPaths.has(other))) {
        failedPaths.add(path);
        this.handle({ kind: 'nextPath' });
      } else this.handle({ kind: 'undecodable' });
    });
  }

  /** Of what MediaSource shows, the worker knows nothing. */
  private withScreen({ feed, element }: Screen, figures: StreamFigures): StreamFigures {
    if (feed === null || !(element instanceof HTMLVideoElement)) return figures;
    const { totalVideoFrames, droppedVideoFrames } = element.getVideoPlaybackQuality();
    const shown = totalVideoFrames - droppedVideoFrames;
    const atMs = performance.now();
    const { counted } = this;
    this.counted = { atMs, shown };
    const perSecond = counted === null ? 0 : ((shown - counted.shown) * 1000) / Math.max(1, atMs - counted.atMs);
    return {
      ...figures,
      latencyMs: Math.round(feed.aheadS * 1000),
      framesPerSecond: Math.max(0, Math.round(perSecond * 10) / 10),
      dropped: figures.dropped + droppedVideoFrames,
      shown,
    };
  }

  /** Ends the connection; the picture stays until another one comes. */
  private leave(): void {
    this.asking?.abort();
    this.asking = null;
    if (this.streamId !== null) playerClient.close(this.streamId);
    this.streamId = null;
    if (this.view.recordingSinceMs !== null) this.change({ recordingSinceMs: null });
    if (this.screen === null) return;
    if (this.screenUsed && !this.closed) {
      this.dropFormer();
      this.former = this.screen;
    } else this.screen.close();
    this.screen = null;
  }

  private dropFormer(): void {
    this.former?.close();
    this.former = null;
  }

  private tell(kind: 'sound' | 'record' | 'figures', on: boolean): void {
    if (this.streamId !== null) playerClient.set(this.streamId, kind, on);
  }

  private change(part: Partial<TileView>): void {
    this.view = { ...this.view, ...part };
    if (!this.closed) for (const listener of this.listeners) listener();
  }
}
