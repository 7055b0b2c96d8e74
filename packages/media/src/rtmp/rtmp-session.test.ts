import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromHex, toHex } from '@sightline/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adtsFrames } from '../audio/adts.ts';
import { flvAudio, flvAudioConfiguration, flvVideo, flvVideoConfiguration } from '../container/flv.ts';
import { DATA_TYPE, PAYLOAD } from '../jt1078/packet.ts';
import { AccessUnits } from '../video/access-units.ts';
import { annexB } from '../video/annex-b.ts';
import { avcConfiguration } from '../video/h264.ts';
import { hevcConfiguration } from '../video/h265.ts';
import { FlvTags, type TaggedFrame } from './flv-tags.ts';
import { publishAddressOf, publishUrl } from './publish-address.ts';
import { RtmpPublisher } from './rtmp-publisher.ts';
import { RtmpSession, type PublishRequest, type RtmpEvent } from './rtmp-session.ts';

const RECORDED = new Uint8Array(readFileSync(new URL('../../corpus/rtmp/ffmpeg-h264-aac.bin', import.meta.url)));
const SPS = fromHex('6764001eacb2016824dff802000168800001f480005dc0078b1724');
const PPS = fromHex('68ebc3cb22c0');
const H265 = {
  vps: fromHex('40010c01ffff016000000300900000030000030078959809'),
  sps: fromHex('420101016000000300900000030000030078a003c08010e596566924caf0168080000003008000000504'),
  pps: fromHex('4401c172b46240'),
};
const withLength = (unit: Uint8Array): Uint8Array => Uint8Array.from([0, 0, 0, unit.length, ...unit]);

/** A session and what came of it; whatever wants to publish may. */
class Server {
  readonly session = new RtmpSession();
  readonly frames: TaggedFrame[] = [];
  readonly sent: Uint8Array[] = [];
  readonly requests: PublishRequest[] = [];
  readonly rest: string[] = [];
  constructor(private readonly accepts: (request: PublishRequest) => boolean = () => true) {}

  push(bytes: Uint8Array): void {
    this.handle(this.session.push(bytes));
  }
  private handle(events: readonly RtmpEvent[]): void {
    for (const event of events) {
      if (event.kind === 'send') this.sent.push(event.bytes);
      else if (event.kind === 'frame') this.frames.push(event.frame);
      else if (event.kind === 'publish') {
        this.requests.push(event.request);
        this.handle(this.accepts(event.request) ? this.session.accept() : this.session.refuse('no such key'));
      } else this.rest.push(event.kind === 'failed' ? event.error.message : event.kind);
    }
  }
}

const target = { app: 'live', name: '100000000056/2?key=secret', url: 'rtmp://server/live' };

/** Both sides, as if the network were perfect. */
function connected(server = new Server()): { server: Server; publisher: RtmpPublisher } {
  let given = 0;
  const publisher: RtmpPublisher = new RtmpPublisher(target, (bytes) => server.push(bytes));
  publisher.start();
  while (given < server.sent.length) publisher.push(server.sent[given++]!);
  return { server, publisher };
}

const hash = (frames: readonly TaggedFrame[]): string => {
  const sha = createHash('sha1');
  for (const { dataType, payloadType, timestampMs, data } of frames) sha.update(`${dataType} ${payloadType} ${timestampMs} `).update(data);
  return sha.digest('hex');
};

describe('what a real encoder sent', () => {
  it('is its pictures and sound', () => {
    const server = new Server();
    server.push(RECORDED);
    expect([server.requests.map(publishAddressOf), server.rest]).toEqual([
      [{ deviceId: '100000000056', channel: 1, key: 'secret' }],
      ['ended'],
    ]);
    const pictures = server.frames.filter((f) => f.dataType !== DATA_TYPE.audio);
    // Its sound begins with a block that is not heard.
    expect(pictures.map((f) => f.timestampMs)).toEqual(Array.from({ length: 12 }, (_, i) => 128 + i * 100));
    expect(pictures.flatMap((f, i) => (f.dataType === DATA_TYPE.i ? [i] : []))).toEqual([0, 5, 10]);
    const units = new AccessUnits();
    const shown = pictures.map((f) => units.add({ ...f, channel: 1 }));
    expect(shown.map((unit) => unit?.key)).toEqual(pictures.map((f) => f.dataType === DATA_TYPE.i));
    const sound = server.frames.filter((f) => f.dataType === DATA_TYPE.audio);
    expect(sound).toHaveLength(11);
    for (const block of sound) expect(adtsFrames(block.data)).toMatchObject([{ codec: 'mp4a.40.2', sampleRate: 8_000, channels: 1 }]);
  });

  it('is the same however it is cut', () => {
    const whole = new Server();
    whole.push(RECORDED);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 12 }), (cuts) => {
        const server = new Server();
        for (let at = 0, i = 0; at < RECORDED.length; i++) {
          const end = at + cuts[i % cuts.length]!;
          server.push(RECORDED.subarray(at, end));
          at = end;
        }
        expect(hash(server.frames)).toBe(hash(whole.frames));
      }),
      { numRuns: 30 },
    );
    for (const cut of [1, 7, 1460, 4096]) {
      const server = new Server();
      for (let at = 0; at < RECORDED.length; at += cut) server.push(RECORDED.subarray(at, at + cut));
      expect(hash(server.frames)).toBe(hash(whole.frames));
    }
  });

  it('with octets changed is read or refused, and never thrown at anybody', () => {
    const place = fc.tuple(fc.nat(RECORDED.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 5_000 }), (places, cut) => {
        const bytes = RECORDED.slice();
        for (const [at, octet] of places) bytes[at] = octet;
        const server = new Server();
        for (let at = 0; at < bytes.length; at += cut) server.push(bytes.subarray(at, at + cut));
        expect(server.rest.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a session', () => {
  it('lets its publisher through the commands to its pictures', () => {
    const { server, publisher } = connected();
    expect([publisher.ready, server.requests]).toEqual([true, [{ app: 'live', name: target.name }]]);
    publisher.tag(flvVideoConfiguration('avc', 0, avcConfiguration(SPS, PPS)));
    publisher.tag(flvVideo('avc', 40, true, withLength(fromHex('65888207ffe9'))));
    publisher.tag(flvVideo('avc', 20_000_000, false, withLength(fromHex('419a92f842'))));
    expect(server.frames).toEqual([
      {
        dataType: DATA_TYPE.i,
        payloadType: PAYLOAD.h264,
        timestampMs: 40,
        sinceFrameMs: null,
        packets: 1,
        data: annexB([SPS, PPS, fromHex('65888207ffe9')]),
        afterLoss: false,
      },
      expect.objectContaining({ dataType: DATA_TYPE.p, timestampMs: 20_000_000, data: annexB([fromHex('419a92f842')]) }),
    ]);
    publisher.finish();
    expect(server.rest).toEqual(['ended']);
    // Whatever comes then is nobody's.
    publisher.tag(flvVideo('avc', 80, false, withLength(fromHex('419a'))));
    expect(server.frames).toHaveLength(2);
  });

  it('reads nothing before it is allowed, and loses nothing of it', () => {
    const session = new RtmpSession();
    const before: RtmpEvent[] = [];
    const server = new Server();
    server.push(RECORDED);
    for (let at = 0; at < RECORDED.length; at += 1000) before.push(...session.push(RECORDED.subarray(at, at + 1000)));
    expect(before.filter((e) => e.kind !== 'send').map((e) => e.kind)).toEqual(['publish']);
    const frames = session.accept().flatMap((e) => (e.kind === 'frame' ? [e.frame] : []));
    expect(hash(frames)).toBe(hash(server.frames));
  });

  it('tells who may not publish why', () => {
    const server = new Server(() => false);
    expect(() => connected(server)).toThrow(/no such key/);
    expect(server.frames).toEqual([]);
  });

  it('names what it does not serve', () => {
    const said = (bytes: Uint8Array): string[] => {
      const { server } = connected();
      server.push(bytes);
      return server.rest;
    };
    const { server } = connected();
    server.push(fromHex('04000000000002090100000022' + '00'));
    expect(server.rest).toEqual(['pictures of codec 2']);
    expect(said(fromHex('04000000000005090100000090' + '61763031'))).toEqual(['pictures of av01']);
    expect(said(fromHex('0300000000000714000000000200' + '04706c6179'))).toEqual([expect.stringMatching(/player/)]);
    const early = new RtmpSession();
    expect(early.push(fromHex('06'))).toMatchObject([{ kind: 'failed', error: { message: 'version 6 of RTMP' } }]);
  });

  it('gives word of what it has got', () => {
    const { server, publisher } = connected();
    const before = server.sent.length;
    for (let i = 0; i < 3; i++) publisher.tag(flvVideo('avc', i, true, new Uint8Array(600_000).fill(1, 0, 4)));
    expect(server.rest).toEqual([expect.stringMatching(/unit/)]);
    expect(server.sent.length).toBe(before);
    const other = connected();
    const big = new Uint8Array(700_000);
    big.set([0, 0x0a, 0xae, 0x5c, 0x65]);
    for (let i = 0; i < 3; i++) other.publisher.tag(flvVideo('avc', i, true, big));
    // Chunk stream 2, message 3: how much has come.
    expect(other.server.sent.slice(-1).map((b) => toHex(b.subarray(0, 8)))).toEqual(['0200000000000403']);
  });
});

describe('tags', () => {
  const body = (tag: Uint8Array): Uint8Array => tag.subarray(11, -4);
  const irap = fromHex('2601af0980');

  it('of H.265 are read in the old form and the one with letters', () => {
    const configuration = hevcConfiguration(H265.vps, H265.sps, H265.pps);
    const expected = annexB([H265.vps, H265.sps, H265.pps, irap]);
    const old = new FlvTags();
    expect(old.video(body(flvVideoConfiguration('hevc', 0, configuration)), 0)).toBeNull();
    expect(old.video(body(flvVideo('hevc', 0, true, withLength(irap))), 5)).toMatchObject({ payloadType: PAYLOAD.h265, data: expected });
    const letters = fromHex('68766331');
    const tags = new FlvTags();
    tags.video(Uint8Array.from([0x90, ...letters, ...configuration]), 0);
    expect(tags.video(Uint8Array.from([0x91, ...letters, 0, 0, 0, ...withLength(irap)]), 5)?.data).toEqual(expected);
    expect(tags.video(Uint8Array.from([0x93, ...letters, ...withLength(irap)]), 5)?.data).toEqual(expected);
    expect(tags.video(Uint8Array.from([0x94, ...letters]), 5)).toBeNull();
  });

  it('with start codes in place of lengths are taken as well', () => {
    const data = annexB([SPS, PPS, fromHex('6588')]);
    expect(new FlvTags().video(Uint8Array.from([0x17, 1, 0, 0, 0, ...data]), 0)?.data).toEqual(data);
  });

  it('of sound are G.711 as it is, and AAC with its rate in front', () => {
    const tags = new FlvTags();
    expect(tags.audio(fromHex('72d5d5'), 9)).toMatchObject({ payloadType: PAYLOAD.g711a, timestampMs: 9, data: fromHex('d5d5') });
    expect(tags.audio(fromHex('82ffff'), 9)).toMatchObject({ payloadType: PAYLOAD.g711u });
    // Before it is known what it is; then 44.1 kHz in stereo; then a rate of its own, and what announces the double.
    expect(tags.audio(body(flvAudio(0, fromHex('aabb'))), 0)).toBeNull();
    tags.audio(body(flvAudioConfiguration(0, fromHex('1210'))), 0);
    expect(adtsFrames(tags.audio(body(flvAudio(0, fromHex('aabb'))), 0)!.data)).toMatchObject([
      { sampleRate: 44_100, channels: 2, data: fromHex('aabb') },
    ]);
    tags.audio(body(flvAudioConfiguration(0, fromHex('2b8a0800'))), 0);
    expect(adtsFrames(tags.audio(body(flvAudio(0, fromHex('aabb'))), 0)!.data)).toMatchObject([{ codec: 'mp4a.40.2', sampleRate: 22_050 }]);
    // Speex, MP3: nothing that is played here.
    expect([tags.audio(fromHex('b200'), 0), tags.audio(fromHex('2f00'), 0)]).toEqual([null, null]);
  });
});

describe('the address', () => {
  const address = { deviceId: '100000000056', channel: 3, key: 'a-b_c' };
  it('is found wherever an encoder cuts it', () => {
    expect(publishUrl('rtmp://video.example:1935', address)).toBe('rtmp://video.example:1935/live/100000000056/3?key=a-b_c');
    for (const request of [
      { app: 'live', name: '100000000056/3?key=a-b_c' },
      { app: 'live/100000000056', name: '3?key=a-b_c' },
      { app: 'live/100000000056/', name: '/3?x=1&key=a-b_c' },
      { app: 'live/100000000056/3', name: '?key=a-b_c' },
      { app: 'live?key=a-b_c', name: '100000000056/3' },
    ])
      expect(publishAddressOf(request)).toEqual(address);
    for (const [app, name] of [
      ['live', '100000000056/3'],
      ['other', '100000000056/3?key=a'],
      ['live', '../3?key=a'],
      ['live', '100000000056/0?key=a'],
      ['live', '100000000056/256?key=a'],
      ['live', ''],
    ])
      expect(publishAddressOf({ app: app!, name: name! })).toBeNull();
  });
});
