import type { Mp4Sample, SoundFormat } from '@sightline/media';
import { Resampler } from './resampler.ts';
import { PCM_RATE } from './sound-decoding.ts';

/** What every encoder takes. */
const RATE = 48_000;
const BITS_PER_SECOND = 24_000;
/** A hole of so long is silence in the file; less than that is how the device counts. */
const HOLE_MS = 250;
const MAX_AHEAD_MS = 500;
const MS = 1_000;

/** AAC plays everywhere; where the browser does not make it, Opus plays in browsers and in most players. */
const CODECS = [
  { codec: 'mp4a.40.2', kind: 'aac' },
  { codec: 'opus', kind: 'opus' },
] as const;
type SoundCodec = (typeof CODECS)[number];

const encoderOf = ({ codec }: SoundCodec): AudioEncoderConfig => ({
  codec,
  sampleRate: RATE,
  numberOfChannels: 1,
  bitrate: BITS_PER_SECOND,
});

const findCodec = async (): Promise<SoundCodec | null> => {
  if (!('AudioEncoder' in globalThis)) return null;
  for (const codec of CODECS) {
    const isSupported = await AudioEncoder.isConfigSupported(encoderOf(codec)).then(
      (answer) => answer.supported === true,
      () => false,
    );
    if (isSupported) return codec;
  }
  return null;
};
let found: Promise<SoundCodec | null> | null = null;

/** The sound of a film that is being recorded: encoded here, one line without a hole from the film's first picture on. */
export class RecordingSound {
  private encoder: AudioEncoder | null = null;
  private readonly resampler = new Resampler(PCM_RATE, RATE);
  private waiting: Mp4Sample[] = [];
  /** What came before the browser had said what it can; `null` from then on. */
  private held: { readonly samples: Float32Array; readonly atMs: number }[] | null = [];
  /** Samples at {@link RATE} that the encoder was given. */
  private given = 0;
  format: SoundFormat | null = null;

  constructor() {
    void (found ??= findCodec()).then((codec) => {
      if (codec !== null) this.open(codec);
      const held = this.held ?? [];
      this.held = null;
      for (const { samples, atMs } of held) this.push(samples, atMs);
    });
  }

  /** Samples at {@link PCM_RATE} that belong `atMs` after the first picture; nothing before it. */
  push(samples: Float32Array, atMs: number): void {
    if (this.held !== null) return void this.held.push({ samples, atMs });
    if (this.encoder?.state !== 'configured' || atMs < 0) return;
    const endMs = (this.given * MS) / RATE;
    const holeMs = atMs - endMs;
    // More came than time has passed.
    if (holeMs < -MAX_AHEAD_MS) return;
    if (holeMs > HOLE_MS || this.given === 0) this.give(new Float32Array(Math.round((holeMs * RATE) / MS)));
    this.give(this.resampler.push(samples));
  }

  /** What has been encoded since the last call. */
  take(): readonly Mp4Sample[] {
    return this.waiting.splice(0);
  }

  /** Resolves when everything that was pushed can be taken. */
  async end(): Promise<void> {
    await found;
    const { encoder } = this;
    this.encoder = null;
    if (encoder?.state !== 'configured') return;
    // It may have failed meanwhile, and is closed then.
    await encoder.flush().then(
      () => encoder.close(),
      () => undefined,
    );
  }

  private open(codec: SoundCodec): void {
    this.encoder = new AudioEncoder({
      output: (chunk, more) => this.keep(codec, chunk, more),
      // The film goes on without sound.
      error: () => (this.encoder = null),
    });
    this.encoder.configure(encoderOf(codec));
  }

  private keep({ kind }: SoundCodec, chunk: EncodedAudioChunk, more?: EncodedAudioChunkMetadata): void {
    const description = more?.decoderConfig?.description;
    if (this.format === null && description !== undefined) {
      const configuration = ArrayBuffer.isView(description)
        ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
        : new Uint8Array(description).slice();
      this.format = { codec: kind, configuration, sampleRate: RATE, channels: 1 };
    }
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const timeMs = Math.max(0, Math.round(chunk.timestamp / MS));
    const durationMs = Math.max(1, Math.round((chunk.timestamp + (chunk.duration ?? 20_000)) / MS) - timeMs);
    this.waiting.push({ timeMs, durationMs, key: true, data });
  }

  private give(samples: Float32Array<ArrayBuffer>): void {
    if (samples.length === 0) return;
    const timestamp = Math.round((this.given * MS * MS) / RATE);
    const data = new AudioData({
      format: 'f32-planar',
      sampleRate: RATE,
      numberOfChannels: 1,
      numberOfFrames: samples.length,
      timestamp,
      data: samples,
    });
    this.given += samples.length;
    this.encoder?.encode(data);
    data.close();
  }
}
