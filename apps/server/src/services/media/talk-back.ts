import { DATA_TYPE, MARK, writePacket } from '@sightline/media';
import type { MediaSource } from './ports.ts';
import type { SoundHabit } from './sound.ts';
import { PLAIN_HABIT, SoundEncoder, TALK_RATE } from './sound-encoder.ts';

export const TALK_BACK = {
  /** What is collected before the first word goes out, and after a pause: what the network makes uneven is even again. */
  leadMs: 60,
  /** More than this has piled up: the oldest is dropped down to the lead, so that nobody is heard late. */
  maxQueueMs: 300,
  /** Octets that the device has not taken; over this nothing more is sent until it has. */
  maxUnsentBytes: 4_096,
  /** How often it is looked whether the device is there. */
  waitMs: 20,
  /** Later than this and the time that was missed is left out. */
  giveUpMs: 200,
} as const;

export interface TalkBackPorts {
  readonly channel: number;
  /** The device's media connection; null: not there (any more). */
  source(): MediaSource | null;
  /** How the device sends its own sound; null before any came. */
  habit(): SoundHabit | null;
  /** Asks the device how it wants sound. Null: it does not say. */
  ask(): Promise<SoundHabit | null>;
  onSent(bytes: number): void;
}

const samplesOf = (ms: number): number => (ms * TALK_RATE) / 1000;

/**
 * What a talker says, on its way to the loudspeaker of a device: in the form in which the device sends its own sound, over the connection that it
 * sends it over, at the pace of the clock (JT/T 1078-2016 §5.5.3, packets as the device's own).
 */
export class TalkBack {
  private readonly queue: Int16Array[] = [];
  private queued = 0;
  private filling = true;
  private encoder: SoundEncoder | null = null;
  private asking = false;
  private sequence = 0;
  private timer: NodeJS.Timeout;
  private readonly startMs = performance.now();
  private dueMs = this.startMs;
  /** Samples that were dropped because they came faster than the device is sent them. */
  dropped = 0;

  constructor(private readonly ports: TalkBackPorts) {
    this.timer = setTimeout(() => this.step(), 0);
  }

  /** Takes samples of the microphone, {@link TALK_RATE} a second. */
  hear(samples: Int16Array): void {
    this.queue.push(samples);
    this.queued += samples.length;
    if (this.queued <= samplesOf(TALK_BACK.maxQueueMs)) return;
    while (this.queued > samplesOf(TALK_BACK.leadMs) && this.queue.length > 1) {
      const oldest = this.queue.shift()!;
      this.queued -= oldest.length;
      this.dropped += oldest.length;
    }
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private step(): void {
    const source = this.ports.source();
    const encoder = source === null ? null : this.ready();
    if (source !== null && encoder !== null) this.send(source, encoder);
    const nowMs = performance.now();
    this.dueMs += encoder?.blockMs ?? TALK_BACK.waitMs;
    if (nowMs - this.dueMs > TALK_BACK.giveUpMs) this.dueMs = nowMs;
    this.timer = setTimeout(() => this.step(), Math.max(0, this.dueMs - nowMs));
  }

  /** Null while it is not known how the device wants to be spoken to. */
  private ready(): SoundEncoder | null {
    const habit = this.ports.habit();
    // A device may change its form: then it is answered in the new one.
    if (habit !== null && (this.encoder === null || habit !== this.lastHabit)) {
      const matching = SoundEncoder.of(habit);
      this.lastHabit = habit;
      if (matching !== null && !sameForm(this.encoder?.habit, habit)) this.encoder = matching;
    }
    if (this.encoder === null && !this.asking && habit !== null) {
      this.asking = true;
      void this.ports.ask().then((wanted) => {
        this.encoder ??= (wanted && SoundEncoder.of(wanted)) ?? SoundEncoder.of(PLAIN_HABIT);
      });
    }
    return this.encoder;
  }
  private lastHabit: SoundHabit | null = null;

  private send(source: MediaSource, encoder: SoundEncoder): void {
    if (this.filling && this.queued < Math.max(samplesOf(TALK_BACK.leadMs), encoder.blockSamples)) return;
    const samples = this.take(encoder.blockSamples);
    this.filling = samples === null;
    if (samples === null || source.unsentBytes > TALK_BACK.maxUnsentBytes || source.sim === null) return;
    const packet = writePacket({
      payloadType: encoder.habit.payloadType,
      marker: true,
      sequence: this.sequence++ & 0xffff,
      sim: source.sim,
      channel: this.ports.channel,
      dataType: DATA_TYPE.audio,
      mark: MARK.atomic,
      timestampMs: this.dueMs - this.startMs,
      body: encoder.encode(samples),
    });
    source.write(packet);
    this.ports.onSent(packet.length);
  }

  private take(count: number): Int16Array | null {
    if (this.queued < count) return null;
    const block = new Int16Array(count);
    for (let at = 0; at < count;) {
      const first = this.queue.shift()!;
      const part = first.subarray(0, count - at);
      block.set(part, at);
      at += part.length;
      if (part.length < first.length) this.queue.unshift(first.subarray(part.length));
    }
    this.queued -= count;
    return block;
  }
}

const sameForm = (a: SoundHabit | undefined, b: SoundHabit): boolean =>
  a !== undefined && a.payloadType === b.payloadType && a.hisilicon === b.hisilicon && a.blockBytes === b.blockBytes;
