import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  AccessUnits,
  decodeWireFrame,
  encodeWireFrame,
  H265_NAL,
  PAYLOAD,
  WIRE_TYPE,
  type VideoCodec,
  type WireFrame,
} from '@sightline/media';
import type { Logger } from '@sightline/runtime';
import { Audience } from './audience.ts';
import type { StartConverter } from './ffmpeg.ts';
import type { MediaLimits } from './limits.ts';
import { PictureSplitter } from './picture-splitter.ts';
import type { StreamFailure, Viewer } from './ports.ts';

export interface ConversionOptions {
  readonly limits: MediaLimits;
  readonly logger: Logger;
  readonly start: StartConverter;
  /** Whether one more program may run; it is counted when it may. */
  readonly take: () => boolean;
  readonly free: () => void;
  /** Nobody looks any more, or the stream has ended. */
  readonly onEnd: () => void;
}

/** A program that ends by itself is started again so often in a minute. */
const MAX_RESTARTS = 3;
const RESTART_WINDOW_MS = 60_000;
/** Octets that the program has not read yet, over which pictures are left out until the next key picture. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Time stamps of pictures that have not come out again. */
const MAX_PENDING = 256;
const MAX_COMPLAINT_CHARS = 2_000;
/** An access unit delimiter (ITU-T H.265 §7.3.2.5) behind each picture: the program need not wait for the next one to know that this one is whole. */
const DELIMITER = Uint8Array.of(0, 0, 0, 1, H265_NAL.aud << 1, 1, 0x50);

/**
 * A camera's stream for those who cannot play H.265: a viewer of the stream, and the audience of its own viewers. What is H.265 goes through a
 * program, one for all of them, what is not goes on as it is. The program runs from the first key picture of H.265 until nobody looks.
 */
export class Conversion implements Viewer {
  readonly unsentBytes = 0;
  private readonly audience: Audience;
  private child: ChildProcessWithoutNullStreams | null = null;
  private splitter = new PictureSplitter();
  private units = new AccessUnits();
  private pending: number[] = [];
  private waitsForKey = true;
  private readonly starts: number[] = [];
  private number = 0;
  private codec: VideoCodec | null = null;
  private complaint = '';
  private over = false;
  private failed = false;

  constructor(private readonly options: ConversionOptions) {
    this.audience = new Audience(options.limits);
  }

  get size(): number {
    return this.audience.size;
  }

  join(viewer: Viewer): void {
    viewer.state(this.codec === null ? 'starting' : 'streaming', this.codec);
    this.audience.add(viewer);
  }

  /** Resolves nothing: who was the last ends it. */
  leave(viewer: Viewer): void {
    if (this.audience.remove(viewer) && this.audience.size === 0) this.finish('stopped');
  }

  send(message: Uint8Array): void {
    if (this.over || this.failed) return;
    const frame = decodeWireFrame(message);
    if (frame.type === WIRE_TYPE.h265) this.convert(frame);
    else {
      if (frame.type === WIRE_TYPE.h264) {
        this.stopChild();
        this.streaming();
      }
      this.pass(frame);
    }
  }

  /** What runs is told when a picture comes out. */
  state(): void {}

  end(failure: StreamFailure): void {
    this.finish(failure);
  }

  private convert(frame: WireFrame): void {
    if (frame.afterGap) this.waitsForKey = true;
    if (frame.key) this.waitsForKey = false;
    if (this.waitsForKey) return;
    if (!this.child && !(frame.key && this.startChild())) {
      this.waitsForKey = true;
      return;
    }
    const { stdin } = this.child!;
    if (stdin.writableLength > MAX_WAITING_BYTES || this.pending.length >= MAX_PENDING) {
      this.waitsForKey = true;
      // A program that stands still does not come to itself again.
      if (this.pending.length >= MAX_PENDING) this.stopChild();
      return;
    }
    this.pending.push(frame.timestampMs);
    stdin.write(frame.data);
    stdin.write(DELIMITER);
  }

  private startChild(): boolean {
    const nowMs = Date.now();
    while (this.starts.length > 0 && nowMs - this.starts[0]! > RESTART_WINDOW_MS) this.starts.shift();
    if (this.starts.length > MAX_RESTARTS || !this.options.take()) {
      this.failed = true;
      // Whoever joins now has not got its seat yet.
      queueMicrotask(() => this.finish('notConverted'));
      return false;
    }
    this.starts.push(nowMs);
    const child = this.options.start();
    this.child = child;
    this.splitter = new PictureSplitter();
    this.units = new AccessUnits();
    this.pending = [];
    this.complaint = '';
    let freed = false;
    const gone = (reason: string): void => {
      if (!freed) this.options.free();
      freed = true;
      if (this.child !== child) return;
      this.child = null;
      this.waitsForKey = true;
      this.options.logger.warn({ reason, complaint: this.complaint }, 'the program that converts H.265 has ended');
    };
    child.on('error', (error) => gone(error.message));
    child.on('close', (code, signal) => gone(`${signal ?? code}`));
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (text: Buffer) => {
      if (this.complaint.length < MAX_COMPLAINT_CHARS) this.complaint += text.toString();
    });
    child.stdout.on('data', (bytes: Buffer) => {
      if (this.child === child) this.hear(bytes);
    });
    return true;
  }

  private hear(bytes: Buffer): void {
    let pictures: Buffer[];
    try {
      pictures = this.splitter.push(bytes);
    } catch {
      this.stopChild();
      return;
    }
    for (const data of pictures) {
      const timestampMs = this.pending.shift() ?? 0;
      const unit = this.units.add({
        channel: 0,
        dataType: 0,
        payloadType: PAYLOAD.h264,
        timestampMs,
        sinceFrameMs: null,
        packets: 1,
        data,
        afterLoss: false,
      });
      if (!unit) continue;
      this.streaming();
      this.pass({ type: WIRE_TYPE.h264, key: unit.key, afterGap: false, number: 0, timestampMs, data: unit.data });
    }
  }

  private streaming(): void {
    if (this.codec !== null) return;
    this.codec = 'h264';
    this.audience.state('streaming', 'h264');
  }

  private pass(frame: WireFrame): void {
    const video = frame.type === WIRE_TYPE.h264;
    this.audience.send({ bytes: encodeWireFrame({ ...frame, afterGap: false, number: this.number++ }), video, key: video && frame.key });
  }

  private stopChild(): void {
    const { child } = this;
    this.child = null;
    this.pending = [];
    child?.kill('SIGKILL');
  }

  private finish(failure: StreamFailure): void {
    if (this.over) return;
    this.over = true;
    this.stopChild();
    this.options.onEnd();
    this.audience.end(failure);
  }
}
