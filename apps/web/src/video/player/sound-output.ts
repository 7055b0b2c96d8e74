import { SOUND, soundStart, type SoundLead } from './sound-schedule.ts';

/** How fast the volume changes, seconds: at once to the ear, without a click. */
const FADE_S = 0.03;

/** The loudspeaker: the sound of one stream at a time. */
export class SoundOutput {
  private context: AudioContext | null = null;
  private volume: GainNode | null = null;
  private wanted = 1;
  private endS = 0;

  constructor(private readonly lead: SoundLead = SOUND) {}

  /** To be called from a click or a key: browsers let no page sound by itself. */
  unlock(): void {
    if (this.context === null) {
      this.context = new AudioContext({ latencyHint: 'interactive' });
      this.volume = this.context.createGain();
      this.volume.connect(this.context.destination);
    }
    void this.context.resume();
  }

  /** 0 to 1, of what comes from now on. */
  setVolume(volume: number): void {
    if (this.volume === null || this.context === null || volume === this.wanted) return;
    this.wanted = volume;
    this.volume.gain.setTargetAtTime(volume, this.context.currentTime, FADE_S);
  }

  play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    const { context, volume } = this;
    if (context === null || volume === null || context.state !== 'running' || samples.length === 0) return;
    const startS = soundStart(this.endS, context.currentTime, this.lead);
    if (startS === null) return;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(volume);
    source.start(startS);
    this.endS = startS + buffer.duration;
  }

  /** Gives the loudspeaker back; it is opened anew by {@link unlock}. */
  close(): void {
    void this.context?.close();
    this.context = null;
    this.volume = null;
    this.wanted = 1;
    this.endS = 0;
  }
}

export const soundOutput = new SoundOutput();
