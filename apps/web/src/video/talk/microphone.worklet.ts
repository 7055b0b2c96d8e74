import { BLOCK_SAMPLES, MICROPHONE_PROCESSOR, TALK_RATE } from './microphone-messages.ts';
import { Resampler } from '../player/resampler.ts';

/** What the world of audio worklets has beside the usual; its types belong to no library of the compiler. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

/** Gives the page what the microphone hears, in blocks of 20 ms at 8000 samples a second. Its output is silence. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  private readonly resampler = new Resampler(Math.round(sampleRate), TALK_RATE);
  private block = new Float32Array(BLOCK_SAMPLES);
  private filled = 0;

  process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0];
    if (samples !== undefined) for (const sample of this.resampler.push(samples)) this.add(sample);
    return true;
  }

  private add(sample: number): void {
    this.block[this.filled++] = sample;
    if (this.filled < BLOCK_SAMPLES) return;
    const { block } = this;
    this.block = new Float32Array(BLOCK_SAMPLES);
    this.filled = 0;
    this.port.postMessage(block, [block.buffer]);
  }
}

registerProcessor(MICROPHONE_PROCESSOR, MicrophoneProcessor);
