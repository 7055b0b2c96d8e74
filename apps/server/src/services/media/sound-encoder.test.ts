import { PAYLOAD } from '@sightline/media';
import { describe, expect, it } from 'vitest';
import { SoundDecoder, type SoundHabit } from './sound.ts';
import { habitOfAttributes, PLAIN_HABIT, SoundEncoder } from './sound-encoder.ts';

/** Seconds of a tone, 8000 samples each. */
const tone = (samples: number): Int16Array =>
  Int16Array.from({ length: samples }, (_, i) => Math.round(8000 * Math.sin((2 * Math.PI * 500 * i) / 8000)));

/** The share of a tone that comes back from a device that sends as it is sent. */
function returned(habit: SoundHabit, blocks: number): { samples: Int16Array; wanted: Int16Array; bodies: number[] } {
  const encoder = SoundEncoder.of(habit)!;
  const decoder = new SoundDecoder();
  const wanted = tone(blocks * encoder.blockSamples);
  const bodies: number[] = [];
  const samples: number[] = [];
  for (let at = 0; at < wanted.length; at += encoder.blockSamples) {
    const data = encoder.encode(wanted.subarray(at, at + encoder.blockSamples));
    bodies.push(data.length);
    for (const block of decoder.decode({
      payloadType: habit.payloadType,
      sim: '1',
      channel: 1,
      dataType: 3,
      timestampMs: at,
      data,
    } as never)) {
      const view = new DataView(block.data.buffer, block.data.byteOffset, block.data.byteLength);
      for (let i = 0; i < block.data.length; i += 2) samples.push(view.getInt16(i, true));
    }
  }
  expect(decoder.habit).toEqual({ ...habit, blockBytes: habit.blockBytes });
  return { samples: Int16Array.from(samples), wanted, bodies };
}

describe('sound for a device', () => {
  it.each<[string, SoundHabit, number]>([
    ['G.711A', PLAIN_HABIT, 30],
    ['G.711A of 20 ms behind a head', { payloadType: PAYLOAD.g711a, hisilicon: true, blockBytes: 160 }, 30],
    ['G.711U', { payloadType: PAYLOAD.g711u, hisilicon: false, blockBytes: 320 }, 30],
    ['ADPCM behind a head', { payloadType: PAYLOAD.adpcm, hisilicon: true, blockBytes: 164 }, 20],
    ['G.726 of 32 kbit/s', { payloadType: PAYLOAD.g726, hisilicon: false, blockBytes: 160 }, 18],
    ['G.726 of 16 kbit/s', { payloadType: PAYLOAD.g726, hisilicon: true, blockBytes: 80 }, 5],
  ])('%s is what the device itself would send, and is heard', (_name, habit, decibel) => {
    const { samples, wanted, bodies } = returned(habit, 20);
    expect(new Set(bodies)).toEqual(new Set([habit.blockBytes + (habit.hisilicon ? 4 : 0)]));
    let [signal, noise] = [0, 0];
    for (let i = 2_000; i < wanted.length; i++) [signal, noise] = [signal + wanted[i]! ** 2, noise + (wanted[i]! - samples[i]!) ** 2];
    expect(10 * Math.log10(signal / noise)).toBeGreaterThan(decibel);
  });

  it('is not made of what this platform has no encoder for', () => {
    expect(SoundEncoder.of({ payloadType: PAYLOAD.aac, hisilicon: false, blockBytes: 200 })).toBeNull();
    expect(SoundEncoder.of({ payloadType: PAYLOAD.g726, hisilicon: false, blockBytes: 77 })).toBeNull();
  });

  it('has blocks of a usual length where the device tells none that could be one', () => {
    for (const blockBytes of [0, 1, 60_000, 161, Number.NaN])
      expect(SoundEncoder.of({ payloadType: PAYLOAD.g711a, hisilicon: false, blockBytes })!.blockSamples).toBe(320);
  });

  it('follows what a device says of itself', () => {
    expect(habitOfAttributes(PAYLOAD.g711u, 160)).toEqual({ payloadType: PAYLOAD.g711u, hisilicon: false, blockBytes: 160 });
    expect(SoundEncoder.of(habitOfAttributes(PAYLOAD.adpcm, 320)!)!.blockSamples).toBe(320);
    expect(SoundEncoder.of(habitOfAttributes(PAYLOAD.g726, 320)!)!.blockSamples).toBe(320);
    expect(habitOfAttributes(PAYLOAD.aac, 1024)).toBeNull();
    expect(habitOfAttributes(undefined, undefined)).toBeNull();
  });
});
