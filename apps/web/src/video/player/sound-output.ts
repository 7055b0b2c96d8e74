import { soundStart } from './sound-schedule.ts';

/** The loudspeaker: the sound of one tile at a time. */
export class SoundOutput {
  private context: AudioContext | null = null;
  private endS = 0;

  /** To be called from a click or a key: browsers let no page sound by itself. */
  unlock(): void {
    this.context ??= new AudioContext();
    void this.context.resume();
  }

  play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    const { context } = this;
    if (context === null || context.state !== 'running' || samples.length === 0) return;
    const startS = soundStart(this.endS, context.currentTime);
    if (startS === null) return;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(startS);
    this.endS = startS + buffer.duration;
  }
}

export const soundOutput = new SoundOutput();
