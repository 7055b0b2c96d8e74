import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { decodeWireFrame, encodeWireFrame, WIRE_TYPE, type VideoCodec, type WireFrame } from '@sightline/media';
import { createLogger } from '@sightline/runtime';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { h264Picture, h265Picture, startFakeConverter } from '../../../../../test/dev-env/fake-converter.ts';
import { eventually } from '../../../../../test/dev-env/gateway-client.ts';
import { Converter } from './converter.ts';
import { ffmpegConverter, whyNoFfmpeg } from './ffmpeg.ts';
import { MEDIA_LIMITS } from './limits.ts';
import { PictureSplitter } from './picture-splitter.ts';
import { streamName, type StreamFailure, type StreamKey, type Viewer } from './ports.ts';

class Screen implements Viewer {
  readonly unsentBytes = 0;
  readonly frames: WireFrame[] = [];
  readonly states: string[] = [];
  ended: StreamFailure | null = null;
  send(message: Uint8Array): void {
    this.frames.push(decodeWireFrame(message));
  }
  state(state: string, codec: VideoCodec | null): void {
    this.states.push(`${state} ${codec}`);
  }
  end(failure: StreamFailure): void {
    this.ended = failure;
  }
}

/** Streams that are sent by hand. */
class Streams {
  readonly limits = MEDIA_LIMITS;
  readonly watched = new Map<string, Viewer>();
  watch(key: StreamKey, viewer: Viewer) {
    this.watched.set(streamName(key), viewer);
    return { leave: () => void this.watched.delete(streamName(key)), say: () => undefined };
  }
  send(key: StreamKey, frame: Pick<WireFrame, 'type' | 'key' | 'timestampMs' | 'data'>): void {
    this.watched.get(streamName(key))?.send(encodeWireFrame({ afterGap: false, number: 0, ...frame }));
  }
}

const key = (channel: number): StreamKey => ({ deviceId: '1', channel, kind: 'live', stream: 1, session: '' });
const children: ChildProcessWithoutNullStreams[] = [];
const start = (): ChildProcessWithoutNullStreams => {
  const child = startFakeConverter();
  children.push(child);
  return child;
};
const isGone = (child: ChildProcessWithoutNullStreams): boolean => child.exitCode !== null || child.signalCode !== null;
const made = (programs = 2): { streams: Streams; converter: Converter } => {
  const streams = new Streams();
  return { streams, converter: new Converter(streams, start, programs, createLogger('silent')) };
};
const h265 = (streams: Streams, n: number, isKey: boolean, channel = 1): void =>
  streams.send(key(channel), { type: WIRE_TYPE.h265, key: isKey, timestampMs: n * 40, data: h265Picture(n, isKey) });

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('a stream of H.265 for those who cannot play it', () => {
  it('is converted once for all of them, picture by picture with its time, until the last one has left', async () => {
    const { streams, converter } = made();
    const [a, b] = [new Screen(), new Screen()];
    const first = converter.watch(key(1), a);
    // Without a key picture there is nothing to begin with.
    h265(streams, 1, false);
    expect(children).toHaveLength(0);
    for (let n = 2; n < 8; n++) h265(streams, n, n === 2);
    await eventually(() => a.frames.length === 5, 'all but the one that is not known to be whole');
    const second = converter.watch(key(1), b);
    expect(b.frames).toEqual(a.frames);
    h265(streams, 8, true);
    streams.send(key(1), { type: WIRE_TYPE.pcm, key: true, timestampMs: 300, data: Uint8Array.of(1, 2) });
    h265(streams, 9, false);
    const pictures = (screen: Screen) => screen.frames.filter((f) => f.type === WIRE_TYPE.h264);
    await eventually(() => pictures(a).length === 7 && pictures(b).length === 7, 'the next two');
    expect(pictures(a).map((f) => [f.timestampMs, f.key, [...f.data]])).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((n) => [n * 40, n === 2 || n === 8, [...h264Picture(n, n === 2 || n === 8)]]),
    );
    expect(a.frames.map((f) => f.number)).toEqual(a.frames.map((_, i) => i));
    expect(a.frames.filter((f) => f.type === WIRE_TYPE.pcm)).toHaveLength(1);
    expect([a.states, b.states]).toEqual([['starting null', 'streaming h264'], ['streaming h264']]);
    expect(children).toHaveLength(1);
    first.leave();
    expect([streams.watched.size, isGone(children[0]!)]).toEqual([1, false]);
    second.leave();
    expect(streams.watched.size).toBe(0);
    await eventually(() => isGone(children[0]!), 'the program has ended');
  });

  it('goes on as it is where it is H.264', () => {
    const { streams, converter } = made();
    const screen = new Screen();
    converter.watch(key(1), screen);
    const data = h264Picture(7, true);
    streams.send(key(1), { type: WIRE_TYPE.h264, key: true, timestampMs: 5, data });
    expect(screen.frames).toMatchObject([{ type: WIRE_TYPE.h264, key: true, timestampMs: 5, data }]);
    expect([screen.states, children]).toEqual([['starting null', 'streaming h264'], []]);
    streams.watched.get(streamName(key(1)))!.end('lost');
    expect(screen.ended).toBe('lost');
  });

  it('is refused while as many others are converted as may be', async () => {
    const { streams, converter } = made(1);
    const screens = [new Screen(), new Screen(), new Screen()];
    const seat = converter.watch(key(1), screens[0]!);
    h265(streams, 1, true, 1);
    converter.watch(key(2), screens[1]!);
    h265(streams, 1, true, 2);
    await eventually(() => screens[1]!.ended === 'notConverted', 'there is no room');
    expect([screens[0]!.ended, streams.watched.size, children.length]).toEqual([null, 1, 1]);
    seat.leave();
    await eventually(() => isGone(children[0]!), 'room again');
    await eventually(() => {
      if (!streams.watched.has(streamName(key(3)))) converter.watch(key(3), screens[2]!);
      h265(streams, 1, true, 3);
      return children.length === 2;
    }, 'the next one is converted');
  });

  it('goes on after its program has failed, but not again and again', async () => {
    const { streams, converter } = made();
    const screen = new Screen();
    converter.watch(key(1), screen);
    for (let round = 1; round <= 4; round++) {
      h265(streams, 1, true);
      // This one it does not survive.
      h265(streams, 127, false);
      await eventually(() => isGone(children[round - 1]!), 'it has failed');
      // Its end may be heard of a little later.
      await eventually(() => {
        h265(streams, 2, true);
        return children.length === round + 1 || screen.ended !== null;
      }, 'the next key picture starts another');
      if (round < 4) expect(screen.ended).toBeNull();
    }
    expect([screen.ended, children.length]).toEqual(['notConverted', 4]);
  });
});

describe('what comes out of the program', () => {
  it('is cut into pictures wherever the pipe cuts it', () => {
    const pictures = [1, 2, 3, 4].map((n) => Buffer.from([0, 0, 0, 1, 9, 0xf0, ...h264Picture(n, n === 1)]));
    const bytes = Buffer.concat(pictures);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (cuts) => {
        const splitter = new PictureSplitter();
        const got: string[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const end = at + cuts[i % cuts.length]!;
          got.push(...splitter.push(bytes.subarray(at, end)).map((b) => b.toString('hex')));
          at = end;
        }
        expect(got).toEqual(pictures.slice(0, 3).map((b) => b.toString('hex')));
      }),
    );
  });

  it('must be pictures', () => {
    const splitter = new PictureSplitter();
    expect(() => splitter.push(Buffer.alloc(5_000_000))).toThrow(RangeError);
  });
});

describe('a program that is not there', () => {
  it('is found out at the start, and ends a stream and nothing else later', async () => {
    const path = '/nowhere/ffmpeg';
    expect(await whyNoFfmpeg(path)).toMatch(/ENOENT/);
    expect(await whyNoFfmpeg(process.execPath)).toBe('it has no libx264');
    const streams = new Streams();
    const converter = new Converter(streams, ffmpegConverter(path), 1, createLogger('silent'));
    const screen = new Screen();
    converter.watch(key(1), screen);
    await eventually(() => {
      if (screen.ended === null) h265(streams, 1, true);
      return screen.ended === 'notConverted';
    }, 'the end');
  });
});
