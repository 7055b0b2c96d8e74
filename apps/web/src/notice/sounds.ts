/** The sounds of alarms as a person's settings number them. */
export type SoundType = 1 | 2 | 3;
export const SOUND_TYPES: readonly SoundType[] = [1, 2, 3];

/** One tone: pitch, when it begins after the sound's own beginning, how long it lasts. */
export interface Tone {
  readonly hz: number;
  readonly atS: number;
  readonly lengthS: number;
  /** Its pitch at the end; left out: as at the beginning. */
  readonly toHz?: number;
}

interface Sound {
  readonly shape: OscillatorType;
  /** Loudness at the peak of a tone, 0 to 1. */
  readonly gain: number;
  readonly tones: readonly Tone[];
}

/** 1 a siren that rises and falls, 2 three short beeps, 3 two soft notes of a chime. */
export const SOUNDS: Readonly<Record<SoundType, Sound>> = {
  1: {
    shape: 'triangle',
    gain: 0.35,
    tones: [0, 0.5, 1].flatMap((atS) => [
      { hz: 620, toHz: 1080, atS, lengthS: 0.25 },
      { hz: 1080, toHz: 620, atS: atS + 0.25, lengthS: 0.25 },
    ]),
  },
  2: { shape: 'square', gain: 0.12, tones: [0, 0.18, 0.36].map((atS) => ({ hz: 1318.5, atS, lengthS: 0.1 })) },
  3: {
    shape: 'sine',
    gain: 0.4,
    tones: [
      { hz: 880, atS: 0, lengthS: 0.45 },
      { hz: 659.3, atS: 0.22, lengthS: 0.7 },
    ],
  },
};

/** How long a sound lasts, in seconds. */
export const soundLengthS = (type: SoundType): number => Math.max(...SOUNDS[type].tones.map(({ atS, lengthS }) => atS + lengthS));

/** A tone comes and goes so fast: no click is heard. */
const FADE_S = 0.012;
const SILENCE = 0.0001;

const playTone = (context: AudioContext, { shape, gain }: Sound, tone: Tone, startS: number): void => {
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  const endS = startS + tone.lengthS;
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(tone.hz, startS);
  if (tone.toHz !== undefined) oscillator.frequency.linearRampToValueAtTime(tone.toHz, endS);
  envelope.gain.setValueAtTime(SILENCE, startS);
  envelope.gain.exponentialRampToValueAtTime(gain, startS + FADE_S);
  // A chime dies away; what rises into the next tone keeps its loudness.
  if (shape === 'sine') envelope.gain.exponentialRampToValueAtTime(SILENCE, endS);
  else {
    envelope.gain.setValueAtTime(gain, endS - FADE_S);
    envelope.gain.exponentialRampToValueAtTime(SILENCE, endS);
  }
  oscillator.connect(envelope).connect(context.destination);
  oscillator.start(startS);
  oscillator.stop(endS);
};

/** Plays the sounds. A browser lets no page sound before a person has touched it: until then {@link SoundPlayer.play} says false. */
export class SoundPlayer {
  private context: AudioContext | null = null;

  constructor(private readonly open: () => AudioContext = () => new AudioContext({ latencyHint: 'interactive' })) {}

  /** To be called from a click or a key. Whether sounds can be heard from now on; false as well where the browser has none. */
  async unlock(): Promise<boolean> {
    try {
      this.context ??= this.open();
      if (this.context.state !== 'running') await this.context.resume();
    } catch {
      return false;
    }
    return this.isUnlocked;
  }

  get isUnlocked(): boolean {
    return this.context?.state === 'running';
  }

  /** Plays at once, over what sounds already. False: the browser does not let the page sound. */
  play(type: SoundType): boolean {
    const { context } = this;
    if (context === null || context.state !== 'running') return false;
    const startS = context.currentTime + FADE_S;
    for (const tone of SOUNDS[type].tones) playTone(context, SOUNDS[type], tone, startS + tone.atS);
    return true;
  }

  /** From a click: plays a sound so that a person hears which one it is. */
  async listen(type: SoundType): Promise<boolean> {
    return (await this.unlock()) && this.play(type);
  }
}

/** The page's one player. */
export const soundPlayer = new SoundPlayer();
