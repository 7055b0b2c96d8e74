import { plainAddress } from '@sightline/runtime';
import { AccessUnits, DATA_TYPE, encodeWireFrame, WIRE_TYPE, type MediaFrame, type VideoCodec } from '@sightline/media';
import type { PlaybackChange } from '@sightline/runtime';
import { Audience } from './audience.ts';
import type { MediaLimits } from './limits.ts';
import {
  StreamError,
  type MediaSource,
  type StreamControl,
  type StreamFailure,
  type StreamGrant,
  type StreamKey,
  type Viewer,
} from './ports.ts';
import { SoundDecoder } from './sound.ts';
import { liveLines, RecordingLines, type StreamLines } from './stream-lines.ts';
import { TalkBack } from './talk-back.ts';

export interface PublisherStatus {
  readonly state: 'starting' | 'streaming' | 'ended';
  readonly failure: StreamFailure | null;
  readonly codec: VideoCodec | null;
  readonly viewers: number;
  readonly receivedBytes: number;
  readonly pictures: number;
  readonly skippedPictures: number;
  readonly droppedMessages: number;
}

export interface PublisherOptions {
  readonly limits: MediaLimits;
  readonly now: () => number;
  /** When somebody connected from an address last, ms. */
  readonly knockedAtMs: (remote: string) => number | null;
  /** Octets that went the other way. */
  readonly onSent: (bytes: number) => void;
  /** Called once, when it has ended and the device was told. */
  readonly onEnd: (failure: StreamFailure) => void;
}

/** A recording that has come so near to its end has been played. */
const END_MS = 10_000;

/**
 * One camera stream: asked for when the first viewer comes, shared by all, ended some seconds after the last one left. Pictures are handed on
 * as they came, never decoded; sound becomes samples once for all viewers.
 */
export class Publisher {
  private readonly audience: Audience;
  private units = new AccessUnits();
  private readonly sound = new SoundDecoder();
  private readonly recording: RecordingLines | null;
  private readonly lines: StreamLines;
  /** A recording that was told to wait. */
  private paused = false;
  private state: PublisherStatus['state'] = 'starting';
  private failure: StreamFailure | null = null;
  private codec: VideoCodec | null = null;
  private number = 0;
  private pictures = 0;
  private receivedBytes = 0;
  private source: MediaSource | null = null;
  private heardMs = 0;
  /** Known when the device has agreed. */
  private grant: StreamGrant | null = null;
  private timer: NodeJS.Timeout | null = null;
  private linger: NodeJS.Timeout | null = null;
  private readonly talkBack: TalkBack | null;

  constructor(
    public key: StreamKey,
    private readonly control: StreamControl,
    private readonly options: PublisherOptions,
  ) {
    this.audience = new Audience(options.limits);
    this.recording = key.recording ? new RecordingLines(key.recording) : null;
    this.lines = this.recording ?? liveLines();
    this.talkBack =
      key.kind !== 'talk'
        ? null
        : new TalkBack({
            channel: key.channel,
            source: () => this.source,
            habit: () => this.sound.habit,
            ask: () => control.soundOf(key),
            onSent: options.onSent,
          });
    void this.start();
  }

  get ended(): boolean {
    return this.state === 'ended';
  }

  get status(): PublisherStatus {
    return {
      state: this.state,
      failure: this.failure,
      codec: this.codec,
      viewers: this.audience.size,
      receivedBytes: this.receivedBytes,
      pictures: this.pictures,
      skippedPictures: this.units.skipped,
      droppedMessages: this.audience.dropped,
    };
  }

  join(viewer: Viewer): void {
    if (this.linger) clearTimeout(this.linger);
    this.linger = null;
    viewer.state(this.state === 'streaming' ? 'streaming' : 'starting', this.codec);
    this.audience.add(viewer);
  }

  leave(viewer: Viewer): void {
    if (!this.audience.remove(viewer) || this.audience.size > 0 || this.ended) return;
    // A recording and a talk belong to one viewer; their channel is free for the next one at once.
    if (this.recording || this.key.kind === 'talk') void this.end('stopped');
    else this.linger = setTimeout(() => void this.end('stopped'), this.options.limits.lingerMs);
  }

  /** The camera plays its recording otherwise from now on. */
  controlled(change: PlaybackChange): void {
    if (!this.recording || this.ended) return;
    this.recording.controlled(change);
    this.paused = change.control === 'pause';
    if (this.paused) this.wait(this.options.limits.pauseMs, () => 'stopped');
    else if (this.state === 'streaming') this.heard();
  }

  /** What the talker of a talk says: samples, 8000 a second. */
  say(samples: Int16Array): void {
    this.talkBack?.hear(samples);
  }

  /** The device has agreed and its ordinary connection comes from there, as far as that is known. */
  isExpectedFrom(remote: string): boolean {
    return this.grant !== null && (this.grant.remote === null || plainAddress(this.grant.remote) === plainAddress(remote));
  }

  /**
   * Whether a connection may carry this stream: there is none, or it comes from where that one does (a device that has lost it connects
   * anew before this side notices), or that one has fallen silent. Nobody else takes over pictures that are being watched.
   */
  accepts(remote: string): boolean {
    if (!this.source || plainAddress(this.source.remote) === plainAddress(remote)) return true;
    return this.options.now() - this.heardMs > this.options.limits.takeoverMs;
  }

  isFrom(source: MediaSource): boolean {
    return this.source === source && !this.ended;
  }

  /** A connection of the device for this stream is there; it takes the place of the one before. */
  arrived(source: MediaSource): void {
    if (this.ended || this.source === source) return;
    const first = this.source === null;
    this.source = source;
    this.heardMs = this.options.now();
    // What comes now begins anew.
    this.units = new AccessUnits();
    if (first) this.wait(this.options.limits.keyFrameTimeoutMs, () => (this.receivedBytes > 0 ? 'noKeyFrame' : 'noPackets'));
  }

  /** A connection turns out to be that of another stream. */
  giveBack(source: MediaSource): void {
    if (this.ended || this.source !== source) return;
    this.source = null;
    this.state = 'starting';
    this.silenceTimer = null;
    this.wait(this.options.limits.connectTimeoutMs, () => 'noConnection');
  }

  take(frame: MediaFrame, source: MediaSource): void {
    if (this.ended || this.source !== source) return;
    this.receivedBytes += frame.data.length;
    const nowMs = this.options.now();
    this.heardMs = nowMs;
    // After a loss pictures may be left out until the next key picture: that is no silence.
    if (this.state === 'streaming') this.heard();
    if (frame.dataType === DATA_TYPE.audio) this.takeSound(frame, nowMs);
    else if (frame.dataType <= DATA_TYPE.b && this.key.kind !== 'talk') this.takePicture(frame, nowMs);
  }

  /** A connection of the device ended. */
  gone(source: MediaSource): void {
    if (this.ended || this.source !== source) return;
    // A camera that has played a recording to its end says so by closing.
    if (this.state === 'streaming') void this.end(this.recording ? 'finished' : 'lost');
    else void this.end(this.receivedBytes > 0 ? 'noKeyFrame' : 'noPackets');
  }

  /** Resolves when the device has been told, as far as it can be. */
  async end(failure: StreamFailure): Promise<void> {
    if (this.ended) return;
    this.state = 'ended';
    this.failure = failure;
    if (this.timer) clearTimeout(this.timer);
    if (this.linger) clearTimeout(this.linger);
    this.talkBack?.stop();
    this.audience.end(failure);
    // A device that never agreed has nothing to stop.
    if (failure !== 'deviceOffline' && failure !== 'refused') await this.control.stop(this.key);
    this.options.onEnd(failure);
  }

  /** It said yes and no packet of it came: did it connect? */
  private unconnected(sinceMs: number): StreamFailure {
    const remote = this.grant?.remote ?? null;
    const knockedMs = remote === null ? null : this.options.knockedAtMs(plainAddress(remote));
    return knockedMs !== null && knockedMs >= sinceMs ? 'noPackets' : 'noConnection';
  }

  private async start(): Promise<void> {
    const startedMs = this.options.now();
    try {
      this.grant = await this.control.start(this.key);
    } catch (error) {
      void this.end(error instanceof StreamError ? error.failure : 'noAnswer');
      return;
    }
    // The device may have connected before its answer came.
    if (!this.source) this.wait(this.options.limits.connectTimeoutMs, () => this.unconnected(startedMs));
  }

  private wait(ms: number, failure: () => StreamFailure): void {
    if (this.ended) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(failure()), ms);
  }

  private heard(): void {
    this.state = 'streaming';
    if (this.paused) return;
    // Moving one timer is cheaper than making one for each picture.
    if (this.timer && this.silenceTimer === this.timer) this.timer.refresh();
    else {
      this.wait(this.options.limits.silenceMs, () => this.silent());
      this.silenceTimer = this.timer;
    }
  }
  private silenceTimer: NodeJS.Timeout | null = null;

  /** Some cameras keep the connection when a recording has ended. */
  private silent(): StreamFailure {
    const { recording, key } = this;
    const ended = recording !== null && key.recording !== undefined && recording.positionMs >= key.recording.toMs - END_MS;
    return ended ? 'finished' : 'lost';
  }

  private takePicture(frame: MediaFrame, nowMs: number): void {
    const timeMs = this.lines.picture(frame, nowMs);
    const unit = this.units.add(frame);
    if (!unit) return;
    const began = this.state !== 'streaming' || this.codec !== unit.codec;
    this.heard();
    this.codec = unit.codec;
    if (began) this.audience.state('streaming', unit.codec);
    this.pictures++;
    this.send(unit.codec === 'h264' ? WIRE_TYPE.h264 : WIRE_TYPE.h265, unit.key, timeMs, unit.data, true);
  }

  private takeSound(frame: MediaFrame, nowMs: number): void {
    const timeMs = this.lines.sound(frame, nowMs);
    const blocks = this.sound.decode(frame);
    // A talk has no pictures that would tell that it runs; that its sound cannot be decoded here does not keep the device from listening.
    if (this.key.kind === 'talk' || (blocks.length > 0 && this.state === 'streaming')) {
      const began = this.state !== 'streaming';
      this.heard();
      if (began) this.audience.state('streaming', null);
    }
    for (const { type, data } of blocks) this.send(type, this.key.kind === 'talk', timeMs, data, false);
  }

  private send(
    type: (typeof WIRE_TYPE)[keyof typeof WIRE_TYPE],
    key: boolean,
    timestampMs: number,
    data: Uint8Array,
    video: boolean,
  ): void {
    const bytes = encodeWireFrame({ type, key, afterGap: false, number: this.number++, timestampMs, data });
    this.audience.send({ bytes, video, key });
  }
}
