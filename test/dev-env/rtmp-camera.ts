import { connect, type Socket } from 'node:net';
import {
  avcConfiguration,
  flvAudio,
  flvAudioConfiguration,
  flvVideo,
  flvVideoConfiguration,
  lengthPrefixed,
  nalUnits,
  RtmpPublisher,
} from '@sightline/media';

const SPS = Buffer.from('6764001eacb2016824dff802000168800001f480005dc0078b1724', 'hex');
const PPS = Buffer.from('68ebc3cb22c0', 'hex');
/** LC, 44.1 kHz, two channels. */
const AAC = Uint8Array.of(0x12, 0x10);

/** A camera that publishes over RTMP, on a real connection. */
export class RtmpCamera {
  readonly socket: Socket;
  readonly publisher: RtmpPublisher;
  /** What it was told when it was not let in. */
  refusal: string | null = null;
  closed = false;

  /** @param url as it was set up: `rtmp://host:port/live/<device>/<channel>?key=...` */
  constructor(url: string) {
    const [, host, port, app, name] = /^rtmp:\/\/([^:/]+):(\d+)\/([^/]+)\/(.+)$/.exec(url)!;
    this.socket = connect(Number(port), host!);
    this.publisher = new RtmpPublisher({ app: app!, name: name!, url: `rtmp://${host}:${port}/${app}` }, (bytes) =>
      this.socket.write(bytes),
    );
    this.socket.on('connect', () => this.publisher.start());
    this.socket.on('data', (bytes) => {
      try {
        this.publisher.push(bytes);
      } catch (error) {
        this.refusal = (error as Error).message;
      }
    });
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => void (this.closed = true));
  }

  get ready(): boolean {
    return this.publisher.ready;
  }

  configure(): void {
    this.publisher.tag(flvVideoConfiguration('avc', 0, avcConfiguration(SPS, PPS)));
    this.publisher.tag(flvAudioConfiguration(0, AAC));
  }

  /** One coded picture in Annex B without its parameter sets. */
  picture(timeMs: number, key: boolean, data: Uint8Array): void {
    this.publisher.tag(flvVideo('avc', timeMs, key, lengthPrefixed(data, nalUnits(data))));
  }

  /** Likewise of H.265, with its parameter sets. */
  picture265(timeMs: number, key: boolean, data: Uint8Array): void {
    this.publisher.tag(flvVideo('hevc', timeMs, key, lengthPrefixed(data, nalUnits(data))));
  }

  sound(timeMs: number, data: Uint8Array): void {
    this.publisher.tag(flvAudio(timeMs, data));
  }

  /** What viewers get in front of a key picture. */
  static readonly sets = [SPS, PPS];

  close(): void {
    this.socket.destroy();
  }
}
