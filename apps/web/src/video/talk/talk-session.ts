import { ApiError } from '@sightline/contract';
import { encodeWireFrame, WIRE_TYPE } from '@sightline/media';
import { describeError } from '../../api/describe-error.ts';
import { SoundDecoding } from '../player/sound-decoding.ts';
import { SoundOutput } from '../player/sound-output.ts';
import { StreamSocket } from '../player/stream-socket.ts';
import { levelOf, SPEAKING_LEVEL } from './level.ts';
import { Microphone, MicrophoneError } from './microphone.ts';
import { BLOCK_SAMPLES, TALK_RATE } from './microphone-messages.ts';
import { NEW_TALK, talkAfter, type TalkEvent, type TalkState } from './talk-state.ts';

const BLOCK_MS = (BLOCK_SAMPLES * 1000) / TALK_RATE;
/** Half a second of the microphone: what cannot leave in time is left out. */
const MAX_UNSENT_BYTES = 8_000;
const LEVEL_MS = 100;
/** Seconds; shorter than those of a tile: an answer that comes late is talked over. */
const TALK_LEAD = { leadS: 0.06, maxLeadS: 0.3 } as const;
/** The device is heard so much softer while the person speaks, and for a moment after: its loudspeaker must not come back through its microphone. */
const DUCKED = 0.25;
const DUCK_MS = 400;

export interface TalkView {
  readonly state: TalkState;
  readonly muted: boolean;
  /** The microphone is open only while a key or button is held. */
  readonly pushToTalk: boolean;
  readonly held: boolean;
  /** Of the microphone, 0 to 1. */
  readonly level: number;
}

export interface TalkPorts {
  /** Asks the server for the address of the talk. */
  readonly ask: (signal: AbortSignal) => Promise<string>;
  readonly microphoneId: string | null;
  readonly pushToTalk: boolean;
}

const pcmOf = (samples: Float32Array): Uint8Array => {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, i) => view.setInt16(i * 2, Math.round(Math.min(1, Math.max(-1, sample)) * 32_767), true));
  return new Uint8Array(view.buffer);
};
const SILENCE = new Float32Array(BLOCK_SAMPLES);

/** A talk with a device, from the microphone of this machine to its loudspeaker and back. Lives outside React; begins when it is made. */
export class TalkSession {
  private view: TalkView;
  private readonly asking = new AbortController();
  private microphone: Microphone | null = null;
  private socket: StreamSocket | null = null;
  private readonly output = new SoundOutput(TALK_LEAD);
  private readonly sound = new SoundDecoding((samples, sampleRate) => this.play(samples, sampleRate));
  private number = 0;
  private spokenMs = 0;
  private levelMs = 0;
  private loudest = 0;
  private closed = false;
  private readonly listeners = new Set<() => void>();

  /** To be called from a click or a key. */
  constructor(private readonly ports: TalkPorts) {
    this.view = { state: NEW_TALK, muted: false, pushToTalk: ports.pushToTalk, held: false, level: 0 };
    this.output.unlock();
    void this.begin();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): TalkView => this.view;

  setMuted(muted: boolean): void {
    this.change({ muted });
  }

  setPushToTalk(pushToTalk: boolean): void {
    this.change({ pushToTalk, held: false });
  }

  /** The key or button of push-to-talk. */
  hold(held: boolean): void {
    if (this.view.held !== held) this.change({ held });
  }

  /** Hangs up. */
  close(): void {
    this.closed = true;
    this.listeners.clear();
    this.leave();
  }

  private async begin(): Promise<void> {
    try {
      const microphone = await Microphone.open(this.ports.microphoneId, {
        onBlock: (samples) => this.say(samples),
        onLost: () => this.handle({ kind: 'microphoneFailed', reason: 'unplugged' }),
      });
      if (this.closed) return microphone.close();
      this.microphone = microphone;
    } catch (error) {
      return this.handle({ kind: 'microphoneFailed', reason: error instanceof MicrophoneError ? error.reason : 'unsupported' });
    }
    this.handle({ kind: 'microphone' });
    let url: string;
    try {
      url = await this.ports.ask(this.asking.signal);
    } catch (error) {
      if (this.closed) return;
      return this.handle(error instanceof ApiError ? { kind: 'refused', detail: describeError(error).text } : { kind: 'unreachable' });
    }
    if (this.closed) return;
    this.handle({ kind: 'asked' });
    this.socket = new StreamSocket(url, {
      onEvent: (event) => {
        if (event.kind === 'open' || event.kind === 'state' || event.kind === 'end' || event.kind === 'closed') this.handle(event);
      },
      onFrame: (frame) => this.sound.push(frame),
      onRoundTrip: () => undefined,
    });
  }

  private handle(event: TalkEvent): void {
    if (this.closed) return;
    const state = talkAfter(this.view.state, event, Date.now());
    if (state === this.view.state) return;
    this.change({ state });
    if (state.phase === 'ended') this.leave();
  }

  /** A block of the microphone: sent as it is, or as silence, so that the server knows that somebody is there. */
  private say(samples: Float32Array): void {
    if (this.closed || this.view.state.phase === 'ended') return;
    const { muted, pushToTalk, held } = this.view;
    const isOpen = !muted && (!pushToTalk || held);
    this.measure(samples, isOpen);
    const { socket } = this;
    if (socket === null || socket.unsentBytes > MAX_UNSENT_BYTES) return;
    const number = this.number++;
    const data = pcmOf(isOpen ? samples : SILENCE);
    socket.send(encodeWireFrame({ type: WIRE_TYPE.pcm, key: true, afterGap: false, number, timestampMs: number * BLOCK_MS, data }));
  }

  private measure(samples: Float32Array, isOpen: boolean): void {
    const nowMs = performance.now();
    const level = levelOf(samples);
    if (isOpen && level >= SPEAKING_LEVEL) this.spokenMs = nowMs;
    this.loudest = Math.max(this.loudest, level);
    if (nowMs - this.levelMs < LEVEL_MS) return;
    this.levelMs = nowMs;
    this.change({ level: this.loudest });
    this.loudest = 0;
  }

  private play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    this.output.setVolume(performance.now() - this.spokenMs < DUCK_MS ? DUCKED : 1);
    this.output.play(samples, sampleRate);
  }

  private leave(): void {
    this.asking.abort();
    this.microphone?.close();
    this.microphone = null;
    this.socket?.close();
    this.socket = null;
    this.sound.close();
    this.output.close();
  }

  private change(part: Partial<TalkView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }
}
