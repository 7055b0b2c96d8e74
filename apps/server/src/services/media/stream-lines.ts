import type { PlaybackMode } from '@sightline/domain';
import { Timeline, type MediaFrame } from '@sightline/media';
import type { PlaybackChange } from '@sightline/runtime';
import type { RecordingRequest } from './ports.ts';

/** Gives frames the time stamps that viewers get, ms. */
export interface StreamLines {
  picture(frame: MediaFrame, arrivedMs: number): number;
  sound(frame: MediaFrame, arrivedMs: number): number;
}

/** Of what is live: each track from 0 on a line of its own. */
export const liveLines = (): StreamLines => {
  const [pictures, sound] = [new Timeline(), new Timeline()];
  return {
    picture: (frame, arrivedMs) => pictures.next(frame.timestampMs, frame.sinceFrameMs, arrivedMs),
    sound: (frame, arrivedMs) => sound.next(frame.timestampMs, null, arrivedMs),
  };
};

/** Clocks of recorders that stamp with the time of day: UTC, or what the clock at GMT+8 shows, as if it were UTC. */
const STAMP_OFFSETS_MS = [0, 8 * 3_600_000];
/** A recording may begin with the key picture before what was asked for. */
const AROUND_MS = 120_000;
const MAX_STEP_MS = 5_000;
const DEFAULT_STEP_MS = 40;

/**
 * Of a recording: the instant that a picture shows. Recorders stamp with the time of the recording, or with a counter that says nothing of it;
 * then the instant is counted on from where playing was told to begin, by the stamps at the usual speed and by the clock of arrival at others.
 */
export class RecordingLines implements StreamLines {
  /** Of stamps that are instants; null: they are not, undefined: not known before the first one. */
  private offsetMs: number | null | undefined = undefined;
  private mode: PlaybackMode;
  private speed: number;
  private atMs: number;
  private lastStampMs: number | null = null;
  private lastArrivedMs = 0;

  constructor(private readonly request: RecordingRequest) {
    this.mode = request.mode;
    this.speed = request.speed;
    this.atMs = request.mode === 'keyRewind' ? request.toMs : request.fromMs;
  }

  /** The instant of the newest picture. */
  get positionMs(): number {
    return this.atMs;
  }

  controlled({ control, speed, positionMs }: PlaybackChange): void {
    if (control === 'play') [this.mode, this.speed] = ['normal', 1];
    else if (control === 'fast' || control === 'keyRewind' || control === 'keyPlay') [this.mode, this.speed] = [control, speed];
    else if (control === 'seek' && positionMs !== null) [this.atMs, this.lastStampMs] = [positionMs, null];
  }

  picture({ timestampMs, sinceFrameMs }: MediaFrame, arrivedMs: number): number {
    this.offsetMs ??= this.offsetOf(timestampMs);
    if (this.offsetMs !== null) this.atMs = timestampMs - this.offsetMs;
    else if (this.lastStampMs !== null)
      this.atMs += this.step(timestampMs - this.lastStampMs, sinceFrameMs, arrivedMs - this.lastArrivedMs);
    this.lastStampMs = timestampMs;
    this.lastArrivedMs = arrivedMs;
    return this.atMs;
  }

  /** Sound comes with the pictures: by its own stamps only where they are instants. */
  sound({ timestampMs }: MediaFrame): number {
    return this.offsetMs === null || this.offsetMs === undefined ? this.atMs : timestampMs - this.offsetMs;
  }

  private offsetOf(stampMs: number): number | null {
    const { fromMs, toMs } = this.request;
    return STAMP_OFFSETS_MS.find((offset) => stampMs - offset >= fromMs - AROUND_MS && stampMs - offset <= toMs + AROUND_MS) ?? null;
  }

  private step(stampsMs: number, sinceFrameMs: number | null, arrivalMs: number): number {
    if (this.mode === 'keyRewind') return -arrivalMs * this.speed;
    if (this.mode === 'fast') return arrivalMs * this.speed;
    if (stampsMs > 0 && stampsMs <= MAX_STEP_MS) return stampsMs;
    return sinceFrameMs !== null && sinceFrameMs > 0 && sinceFrameMs <= MAX_STEP_MS ? sinceFrameMs : DEFAULT_STEP_MS;
  }
}
