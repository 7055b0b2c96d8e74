import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@sightline/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NominatimAddresses } from './nominatim-addresses.ts';
import { OfflineAddresses } from './offline-addresses.ts';

describe('offline addresses', () => {
  const addresses = new OfflineAddresses();
  it.each([
    [49.0134, 12.1016, 'Regensburg, Germany', '德国 Regensburg'],
    [48.1637, 11.5644, 'Munich, Germany', '德国 Munich'],
    [53.4067, -2.985, 'Liverpool, United Kingdom', '英国 Liverpool'],
    [46.3157, 6.9356, '2.2 km W of Aigle, Switzerland', '瑞士 Aigle西方向 2.2 公里'],
    [30.89, 121.74, '46 km SE of Shanghai, China', '中国 Shanghai东南方向 46 公里'],
    [70, 100, '460 km E of Norilsk, Russia', '俄罗斯 Norilsk东方向 460 公里'],
  ])('%d, %d', async (lat, lon, en, zh) => {
    expect(await addresses.lookup(lat, lon, 'en_US')).toBe(en);
    expect(await addresses.lookup(lat, lon, 'zh_CN')).toBe(zh);
  });

  it('tells distances in the unit that is asked for', async () => {
    expect(await addresses.lookup(46.3157, 6.9356, 'en_US', 'mile')).toBe('1.4 mi W of Aigle, Switzerland');
    expect(await addresses.quick(46.3157, 6.9356, 'zh_CN', 'nauticalMile')).toBe('瑞士 Aigle西方向 1.2 海里');
  });

  it('says nothing far out at sea, and does not fail at the edges of the world', async () => {
    expect(await addresses.lookup(-40, -110, 'en_US')).toBeNull();
    for (const [lat, lon] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [89.9, 179.9],
    ] as const)
      await addresses.lookup(lat, lon, 'en_US');
  });

  it('does not name a place across the border for a point on this side', async () => {
    // Kehl lies opposite Strasbourg, which is far larger.
    expect(await addresses.lookup(48.5725, 7.8156, 'en_US')).toMatch(/Germany$/);
  });
});

describe('addresses of a Nominatim server', () => {
  let server: Server;
  let baseUrl: string;
  const asked: string[] = [];
  let open = 0;
  let mostOpen = 0;
  let mode: 'ok' | 'error' | 'slow' | 'empty' = 'ok';
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      mostOpen = Math.max(mostOpen, ++open);
      setTimeout(
        () => {
          open--;
          response.writeHead(mode === 'error' ? 500 : 200, { 'content-type': 'application/json' });
          response.end(mode === 'empty' ? '{"error":"Unable to geocode"}' : JSON.stringify({ display_name: `Place ${asked.length}` }));
        },
        mode === 'slow' ? 400 : 20,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/nominatim`;
  });
  afterAll(() => server.close());

  const make = () => new NominatimAddresses({ baseUrl, logger: createLogger('silent'), timeoutMs: 200, concurrent: 3 });

  it('asks once for a place, in the language, and remembers', async () => {
    const addresses = make();
    asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => addresses.lookup(49.01341, 12.10161, 'zh_CN')));
    expect(new Set(answers).size).toBe(1);
    expect(asked.length).toBe(1);
    expect(asked[0]).toBe('/nominatim/reverse?format=jsonv2&lat=49.0134&lon=12.1016&zoom=18&accept-language=zh-CN');
    expect(await addresses.quick(49.01342, 12.10159, 'zh_CN')).toBe(answers[0]);
    expect(await addresses.quick(49.1, 12.10159, 'zh_CN')).toBeNull();
  });

  it('asks few at a time', async () => {
    const addresses = make();
    mostOpen = 0;
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => addresses.lookup(i, 0, 'en_US')));
    expect(answers.every((a) => a !== null)).toBe(true);
    expect(mostOpen).toBeLessThanOrEqual(3);
  });

  it('gives null for an error, an empty answer and a slow server, and asks again the next time', async () => {
    const addresses = make();
    for (const bad of ['error', 'empty', 'slow'] as const) {
      mode = bad;
      expect(await addresses.lookup(1, 2, 'en_US')).toBeNull();
    }
    mode = 'ok';
    expect(await addresses.lookup(1, 2, 'en_US')).toMatch(/^Place/);
  });
});
