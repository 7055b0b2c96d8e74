import { msePace } from './mse-pace.ts';

const PACE_MS = 250;

const rangesOf = ({ buffered }: SourceBuffer): { startS: number; endS: number }[] =>
  Array.from({ length: buffered.length }, (_, i) => ({ startS: buffered.start(i), endS: buffered.end(i) }));

/** Feeds a `<video>` through MediaSource and keeps it close to the newest picture. */
export class MseFeed {
  private readonly source = new MediaSource();
  private readonly address: string;
  private buffer: SourceBuffer | null = null;
  private readonly waiting: { readonly mime: string | null; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  private dropBeforeS: number | null = null;
  private readonly timer: ReturnType<typeof setInterval>;

  /** @param onFailure the browser refuses the stream */
  constructor(
    private readonly video: HTMLVideoElement,
    private readonly onFailure: () => void,
  ) {
    this.address = URL.createObjectURL(this.source);
    video.src = this.address;
    this.source.addEventListener('sourceopen', () => this.flush(), { once: true });
    video.addEventListener('error', this.onFailure, { once: true });
    this.timer = setInterval(() => this.pace(), PACE_MS);
  }

  /** A head when it has a type, else a picture. */
  append(mime: string | null, bytes: Uint8Array<ArrayBuffer>): void {
    this.waiting.push({ mime, bytes });
    this.flush();
  }

  /** Seconds of pictures that came and are not on screen yet. */
  get aheadS(): number {
    const last = this.buffer === null ? undefined : rangesOf(this.buffer).at(-1);
    return last === undefined ? 0 : Math.max(0, last.endS - this.video.currentTime);
  }

  close(): void {
    clearInterval(this.timer);
    this.video.removeEventListener('error', this.onFailure);
    this.buffer = null;
    this.waiting.length = 0;
    this.video.removeAttribute('src');
    this.video.load();
    URL.revokeObjectURL(this.address);
  }

  private flush(): void {
    if (this.source.readyState !== 'open' || this.buffer?.updating === true) return;
    try {
      if (this.buffer !== null && this.dropBeforeS !== null && this.dropBeforeS > 0) {
        const untilS = this.dropBeforeS;
        this.dropBeforeS = null;
        this.buffer.remove(0, untilS);
        return;
      }
      const next = this.waiting.shift();
      if (next === undefined) return;
      if (this.buffer === null) {
        if (next.mime === null) return;
        this.buffer = this.source.addSourceBuffer(next.mime);
        this.buffer.addEventListener('updateend', () => this.flush());
      } else if (next.mime !== null) this.buffer.changeType(next.mime);
      this.buffer.appendBuffer(next.bytes);
    } catch {
      this.onFailure();
    }
  }

  private pace(): void {
    if (this.buffer === null || this.source.readyState !== 'open') return;
    const { video } = this;
    const step = msePace({ currentS: video.currentTime, rate: video.playbackRate, buffered: rangesOf(this.buffer) });
    if (step.seekS !== undefined) video.currentTime = step.seekS;
    if (video.playbackRate !== step.rate) video.playbackRate = step.rate;
    if (step.dropBeforeS !== undefined) this.dropBeforeS = step.dropBeforeS;
    if (video.paused) void video.play().catch(() => undefined);
    this.flush();
  }
}
