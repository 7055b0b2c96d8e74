import { WIRE_TYPE, type WireFrame } from '@sightline/media';

/** Of the socket's PCM. */
export const PCM_RATE = 8_000;

/** 16-bit samples, little-endian, as numbers from -1 to 1. */
export const pcmSamples = (data: Uint8Array): Float32Array<ArrayBuffer> => {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Float32Array.from({ length: data.length >> 1 }, (_, i) => view.getInt16(i * 2, true) / 32_768);
};

export interface AacHead {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/** AudioSpecificConfig of two octets (ISO/IEC 14496-3 §1.6.2.1); `null` for what no decoder would take. */
export const aacHead = (config: Uint8Array): AacHead | null => {
  const [first = 0, second = 0] = config;
  const sampleRate = RATES[((first & 7) << 1) | (second >> 7)];
  const channels = (second >> 3) & 15;
  return sampleRate === undefined || channels === 0 ? null : { codec: `mp4a.40.${first >> 3}`, sampleRate, channels };
};

/** Sound of one stream as samples: PCM as it is, AAC through WebCodecs where the page has it. */
export class SoundDecoding {
  private decoder: AudioDecoder | null = null;
  private head = '';
  private count = 0;

  constructor(private readonly onSamples: (samples: Float32Array<ArrayBuffer>, sampleRate: number) => void) {}

  push(frame: WireFrame): void {
    if (frame.type === WIRE_TYPE.pcm) this.onSamples(pcmSamples(frame.data), PCM_RATE);
    else if (frame.type === WIRE_TYPE.aac && 'AudioDecoder' in globalThis) this.aac(frame.data.subarray(0, 2), frame.data.subarray(2));
  }

  close(): void {
    if (this.decoder !== null && this.decoder.state !== 'closed') this.decoder.close();
    this.decoder = null;
    this.head = '';
  }

  private aac(config: Uint8Array, data: Uint8Array): void {
    const head = config.join();
    if (this.decoder === null || this.head !== head) {
      this.close();
      const described = aacHead(config);
      if (described === null) return;
      this.head = head;
      this.decoder = new AudioDecoder({
        output: (block) => {
          // One loudspeaker is enough for a camera's microphone.
          const samples = new Float32Array(block.numberOfFrames);
          block.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
          this.onSamples(samples, block.sampleRate);
          block.close();
        },
        error: () => this.close(),
      });
      this.decoder.configure({
        codec: described.codec,
        sampleRate: described.sampleRate,
        numberOfChannels: described.channels,
        description: config.slice(),
      });
    }
    this.decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: this.count++, data: data as Uint8Array<ArrayBuffer> }));
  }
}
