import { useEffect, useRef, useState } from 'react';
import { SoundOutput } from '../player/sound-output.ts';
import { levelOf } from './level.ts';
import { Microphone, MicrophoneError, microphonesHere, type MicrophoneChoice } from './microphone.ts';
import type { MicrophoneFailure } from './microphone-failure.ts';
import { BLOCK_SAMPLES, TALK_RATE } from './microphone-messages.ts';

export const TEST_SECONDS = 4;
const TEST_BLOCKS = (TEST_SECONDS * TALK_RATE) / BLOCK_SAMPLES;
const LEVEL_MS = 100;

/** `listening` to how loud it is, `recording` some seconds, `playing` them back. */
export type TestPhase = 'opening' | 'listening' | 'recording' | 'playing';

export interface MicrophoneTest {
  readonly phase: TestPhase;
  readonly failure: MicrophoneFailure | null;
  readonly level: number;
  readonly choices: readonly MicrophoneChoice[];
  /** Records and plays back. */
  readonly record: () => void;
}

/** A microphone that is open while the component is on screen, to be looked at and listened to; nothing of it leaves this machine. */
export const useMicrophoneTest = (deviceId: string | null): MicrophoneTest => {
  const [phase, setPhase] = useState<TestPhase>('opening');
  const [failure, setFailure] = useState<MicrophoneFailure | null>(null);
  const [level, setLevel] = useState(0);
  const [choices, setChoices] = useState<readonly MicrophoneChoice[]>([]);
  const recorded = useRef<Float32Array[] | null>(null);
  const output = useRef<SoundOutput | null>(null);

  useEffect(() => {
    let closed = false;
    let microphone: Microphone | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let levelMs = 0;
    const loudspeaker = new SoundOutput({ leadS: 0.05, maxLeadS: TEST_SECONDS * 2 });
    output.current = loudspeaker;
    const playBack = (blocks: readonly Float32Array[]): void => {
      const all = new Float32Array(blocks.length * BLOCK_SAMPLES);
      blocks.forEach((block, i) => all.set(block, i * BLOCK_SAMPLES));
      loudspeaker.play(all, TALK_RATE);
      setPhase('playing');
      timer = setTimeout(() => setPhase('listening'), TEST_SECONDS * 1000);
    };
    const take = (samples: Float32Array): void => {
      if (closed) return;
      const nowMs = performance.now();
      if (nowMs - levelMs >= LEVEL_MS) {
        levelMs = nowMs;
        setLevel(levelOf(samples));
      }
      const blocks = recorded.current;
      if (blocks === null) return;
      blocks.push(samples);
      if (blocks.length < TEST_BLOCKS) return;
      recorded.current = null;
      playBack(blocks);
    };
    const fail = (reason: MicrophoneFailure): void => {
      if (!closed) setFailure(reason);
    };
    setPhase('opening');
    setFailure(null);
    Microphone.open(deviceId, { onBlock: take, onLost: () => fail('unplugged') }).then(
      async (opened) => {
        if (closed) return opened.close();
        microphone = opened;
        setPhase('listening');
        const found = await microphonesHere();
        if (!closed) setChoices(found);
      },
      (error: unknown) => fail(error instanceof MicrophoneError ? error.reason : 'unsupported'),
    );
    return () => {
      closed = true;
      clearTimeout(timer);
      recorded.current = null;
      microphone?.close();
      loudspeaker.close();
    };
  }, [deviceId]);

  return {
    phase,
    failure,
    level,
    choices,
    record: () => {
      if (phase !== 'listening') return;
      output.current?.unlock();
      recorded.current = [];
      setPhase('recording');
    },
  };
};
