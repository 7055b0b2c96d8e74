/** Channels further apart than this are brought together, s. */
const DRIFT_S = 0.25;

/** Several videos of one moment: what is done to one is done to all, and the longest one says how late it is. */
export class InStep {
  private readonly videos = new Set<HTMLVideoElement>();
  private readonly listeners = new Set<() => void>();
  timeS = 0;
  durationS = 0;
  isPlaying = false;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Changes when anything above does. */
  snapshot = (): string => `${this.timeS.toFixed(2)} ${this.durationS} ${this.isPlaying}`;

  /** Takes a video in; the returned function lets it go. */
  add(video: HTMLVideoElement): () => void {
    this.videos.add(video);
    const moved = (): void => this.moved(video);
    const known = (): void => {
      this.durationS = Math.max(0, ...[...this.videos].map((v) => (Number.isFinite(v.duration) ? v.duration : 0)));
      this.tell();
    };
    video.addEventListener('timeupdate', moved);
    video.addEventListener('ended', moved);
    video.addEventListener('loadedmetadata', known);
    known();
    return () => {
      this.videos.delete(video);
      video.removeEventListener('timeupdate', moved);
      video.removeEventListener('ended', moved);
      video.removeEventListener('loadedmetadata', known);
      known();
    };
  }

  toggle(): void {
    if (this.isPlaying) {
      this.isPlaying = false;
      for (const video of this.videos) video.pause();
    } else if (this.videos.size > 0) {
      this.isPlaying = true;
      if (this.timeS >= this.durationS - 0.05) this.seek(0);
      // One that cannot play leaves the others alone.
      for (const video of this.videos) video.play().catch(() => undefined);
    }
    this.tell();
  }

  seek(timeS: number): void {
    this.timeS = Math.max(0, Math.min(timeS, this.durationS));
    for (const video of this.videos) video.currentTime = Math.min(this.timeS, Number.isFinite(video.duration) ? video.duration : 0);
    this.tell();
  }

  private leader(): HTMLVideoElement | undefined {
    return [...this.videos].toSorted((a, b) => (b.duration || 0) - (a.duration || 0))[0];
  }

  private moved(video: HTMLVideoElement): void {
    if (video !== this.leader()) return;
    this.timeS = video.currentTime;
    if (video.ended) this.isPlaying = false;
    for (const other of this.videos)
      if (other !== video && !other.ended && Math.abs(other.currentTime - this.timeS) > DRIFT_S && this.timeS < other.duration)
        other.currentTime = this.timeS;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
