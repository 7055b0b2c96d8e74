import { sameFormat, sampleOf, videoCodecOf, videoFormatOf, type VideoCodec, type VideoFormat, type WireFrame } from '@sightline/media';

export interface DecodingEvents {
  /** The receiver closes the picture. `timestampMs` is that of its message. */
  readonly onPicture: (picture: VideoFrame, timestampMs: number) => void;
  readonly onFormat: (format: VideoFormat) => void;
  readonly onUnsupported: (format: VideoFormat) => void;
  /** The decoder failed and begins anew with the next key picture. */
  readonly onRestart: () => void;
  readonly onUndecodable: () => void;
}

/** So many failures without a picture between them, and the decoder is given up. */
const MAX_FAILURES = 3;

/** By what was asked for. The browser asks its graphics process, and every stream of a kind would wait for that anew. */
const answers = new Map<string, Promise<boolean>>();

/** Whether the browser decodes this; asked once. */
export const isDecodable = (config: VideoDecoderConfig): Promise<boolean> => {
  const name = `${config.codec} ${config.codedWidth}x${config.codedHeight}`;
  let answer = answers.get(name);
  if (answer === undefined) {
    answer = VideoDecoder.isConfigSupported(config).then(
      ({ supported }) => supported === true,
      () => false,
    );
    answers.set(name, answer);
  }
  return answer;
};

/** A decoder of WebCodecs that follows the stream's format and begins anew after an error. */
export class Decoding {
  private decoder: VideoDecoder | null = null;
  private format: VideoFormat | null = null;
  private failures = 0;
  private closed = false;
  /** Frames that came while a format was being asked about. */
  private held: WireFrame[] | null = null;

  constructor(private readonly events: DecodingEvents) {}

  /** Pictures in work. */
  get pending(): number {
    return (this.decoder?.decodeQueueSize ?? 0) + (this.held?.length ?? 0);
  }

  decode(frame: WireFrame): void {
    if (this.closed) return;
    if (this.held !== null) {
      this.held.push(frame);
      return;
    }
    const codec = videoCodecOf(frame.type);
    if (codec === null) return;
    if (frame.key) {
      const format = videoFormatOf(codec, frame.data);
      if (format !== null && (this.decoder === null || !sameFormat(this.format, format))) {
        void this.setUp(format, frame);
        return;
      }
    }
    this.give(codec, frame);
  }

  close(): void {
    this.closed = true;
    this.drop();
  }

  private give(codec: VideoCodec, frame: WireFrame): void {
    // After a failure the queue goes on with a key picture; what is on its way until then is of no use.
    if (this.decoder === null) return;
    try {
      this.decoder.decode(
        new EncodedVideoChunk({
          type: frame.key ? 'key' : 'delta',
          timestamp: frame.timestampMs * 1000,
          data: sampleOf(codec, frame.data) as Uint8Array<ArrayBuffer>,
        }),
      );
    } catch {
      this.fail();
    }
  }

  private async setUp(format: VideoFormat, first: WireFrame): Promise<void> {
    this.held = [first];
    const config: VideoDecoderConfig = {
      codec: format.codecString,
      codedWidth: format.width,
      codedHeight: format.height,
      description: format.configuration,
      optimizeForLatency: true,
    };
    const supported = await isDecodable(config);
    if (this.closed) return;
    const held = this.held;
    this.held = null;
    if (!supported) {
      this.events.onUnsupported(format);
      return;
    }
    this.drop();
    this.format = format;
    this.decoder = new VideoDecoder({
      output: (picture) => {
        this.failures = 0;
        if (this.closed) picture.close();
        else this.events.onPicture(picture, picture.timestamp / 1000);
      },
      error: () => this.fail(),
    });
    this.decoder.configure(config);
    this.events.onFormat(format);
    for (const frame of held) this.give(format.codec, frame);
  }

  private fail(): void {
    if (this.closed || this.decoder === null) return;
    this.drop();
    this.failures++;
    if (this.failures >= MAX_FAILURES) this.events.onUndecodable();
    else this.events.onRestart();
  }

  private drop(): void {
    if (this.decoder !== null && this.decoder.state !== 'closed') this.decoder.close();
    this.decoder = null;
  }
}
