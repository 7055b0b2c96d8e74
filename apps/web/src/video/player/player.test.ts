import { describe, expect, it } from 'vitest';
import { FigureCounter } from './figures.ts';
import { MSE_PACE, msePace } from './mse-pace.ts';
import { pathsOf } from './paths.ts';
import { aacHead, pcmSamples } from './sound-decoding.ts';
import { SOUND, soundStart } from './sound-schedule.ts';

describe('the way to the screen', () => {
  const all = { webCodecs: true, trackGenerator: true, offscreenCanvas: true, mediaSource: true };
  it('is the best that the browser has', () => {
    expect(pathsOf(all)).toEqual(['track', 'canvas', 'mse']);
    expect(pathsOf({ ...all, trackGenerator: false })).toEqual(['canvas', 'mse']);
    // A page of plain http.
    expect(pathsOf({ ...all, webCodecs: false })).toEqual(['mse']);
    expect(pathsOf({ ...all, webCodecs: false, mediaSource: false })).toEqual([]);
  });
});

describe('the pace of MediaSource', () => {
  const view = (currentS: number, ...ranges: [number, number][]) => ({
    currentS,
    rate: 1,
    buffered: ranges.map(([startS, endS]) => ({ startS, endS })),
  });
  it('is even while the newest picture is near', () => {
    expect(msePace(view(5, [0, 5.2]))).toEqual({ rate: 1, dropBeforeS: undefined });
    expect(msePace(view(0))).toEqual({ rate: 1 });
  });
  it('hurries when it is far, until it is near again, and jumps when it is very far', () => {
    expect(msePace(view(5, [0, 6])).rate).toBe(MSE_PACE.hurryRate);
    expect(msePace({ ...view(5, [0, 5.4]), rate: MSE_PACE.hurryRate }).rate).toBe(MSE_PACE.hurryRate);
    expect(msePace({ ...view(5, [0, 5.2]), rate: MSE_PACE.hurryRate }).rate).toBe(1);
    expect(msePace(view(5, [0, 9])).seekS).toBeCloseTo(9 - MSE_PACE.aheadS);
  });
  it('goes over a gap, and to the first picture of all', () => {
    expect(msePace(view(5, [0, 5], [7, 7.05])).seekS).toBe(7);
    expect(msePace(view(0, [3, 3.4])).seekS).toBeCloseTo(3.4 - MSE_PACE.aheadS);
  });
  it('forgets what was shown long ago', () => {
    expect(msePace(view(30, [0, 30.1])).dropBeforeS).toBe(30 - MSE_PACE.keepS);
    expect(msePace(view(15, [0, 15.1])).dropBeforeS).toBeUndefined();
  });
});

describe('sound', () => {
  it('follows without a seam, begins anew after a break, and is dropped when it runs ahead', () => {
    expect(soundStart(0, 10)).toBe(10 + SOUND.leadS);
    expect(soundStart(10.2, 10)).toBe(10.2);
    expect(soundStart(10 + SOUND.maxLeadS + 0.01, 10)).toBeNull();
  });
  it('is numbers from -1 to 1', () => {
    expect([...pcmSamples(Uint8Array.of(0, 0x80, 0, 0, 0, 0x40, 9))]).toEqual([-1, 0, 0.5]);
  });
  it('of AAC says what it is', () => {
    // LC, 44.1 kHz, two channels; LC, 8 kHz, one.
    expect(aacHead(Uint8Array.of(0x12, 0x10))).toEqual({ codec: 'mp4a.40.2', sampleRate: 44_100, channels: 2 });
    expect(aacHead(Uint8Array.of(0x15, 0x88))).toEqual({ codec: 'mp4a.40.2', sampleRate: 8_000, channels: 1 });
    expect(aacHead(Uint8Array.of(0x17, 0x88))).toBeNull();
  });
});

describe('figures', () => {
  it('count the last five seconds', () => {
    const counter = new FigureCounter();
    expect(counter.figures(0, 0)).toMatchObject({ latencyMs: null, framesPerSecond: 0, kbitPerSecond: 0 });
    for (let ms = 0; ms < 20_000; ms += 100) {
      counter.received(1250, ms);
      counter.presented(50, ms);
    }
    counter.answered(30);
    expect(counter.figures(19_950, 7)).toEqual({ latencyMs: 65, framesPerSecond: 10, kbitPerSecond: 100, dropped: 7, shown: 200 });
    expect(counter.figures(60_000, 7).framesPerSecond).toBe(0);
  });
});
