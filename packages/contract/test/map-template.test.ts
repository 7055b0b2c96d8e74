import { describe, expect, it } from 'vitest';
import { mapTemplateHost, MapSource, takesKey } from '../src/index.ts';

describe('the address template of a tile source', () => {
  it('names its host', () => {
    for (const [template, host] of [
      ['https://tiles.example.com/{z}/{x}/{y}.png', 'tiles.example.com'],
      ['https://tiles.example.com:8443/t?z={z}&x={x}&y={y}&key={key}', 'tiles.example.com:8443'],
      ['https://TILES.example.com/{key}/{z}/{x}/{y}@2x.png', 'tiles.example.com'],
      ['https://tiles/{z}/{x}/{y}?again={z}', 'tiles'],
      ['https://карта.рф/{z}/{x}/{y}', 'xn--80aa4a8d.xn--p1ai'],
    ] as const) {
      const found = mapTemplateHost(template);
      // The letters of other scripts are written as the browser does it.
      expect([template, host.startsWith('xn--') ? found?.endsWith('.xn--p1ai') : found]).toEqual([
        template,
        host.startsWith('xn--') ? true : host,
      ]);
    }
  });

  it('is none without https, its places and a host by name, or with anything hidden in it', () => {
    for (const template of [
      '',
      'http://tiles.example.com/{z}/{x}/{y}',
      'HTTPS://tiles.example.com/{z}/{x}/{y}',
      'javascript:alert(1)//{z}/{x}/{y}',
      '//tiles.example.com/{z}/{x}/{y}',
      'https:///{z}/{x}/{y}',
      'https://tiles.example.com/{z}/{x}',
      'https://tiles.example.com/{z}/{x}/{y}/{s}',
      'https://tiles.example.com/{z}/{x}/{y}/{',
      'https://tiles.example.com/{z}/{x}/{y}/{{key}}',
      'https://{key}.example.com/{z}/{x}/{y}',
      'https://{z}/{x}/{y}',
      'https://me:secret@tiles.example.com/{z}/{x}/{y}',
      'https://me@tiles.example.com/{z}/{x}/{y}',
      'https://tiles.example.com\\@evil.example/{z}/{x}/{y}',
      'https://tiles.example.com/{z}/{x}/{y}#{key}',
      'https://tiles.example.com/{z}/{x}/{y}\u0007',
      'https://tiles.example.com/{z}/\n{x}/{y}',
      'https://tiles.example.com/{z}/{x}/{y} .png',
      'https://tiles.example.com:99999/{z}/{x}/{y}',
      'https://127.0.0.1/{z}/{x}/{y}',
      'https://127.1/{z}/{x}/{y}',
      'https://0x7f000001/{z}/{x}/{y}',
      'https://[::1]/{z}/{x}/{y}',
    ]) {
      expect([template, mapTemplateHost(template)]).toEqual([template, null]);
    }
  });

  it('says whether a key goes into it', () => {
    expect(takesKey('https://a.example/{z}/{x}/{y}?k={key}')).toBe(true);
    expect(takesKey('https://a.example/{z}/{x}/{y}?key=key')).toBe(false);
  });
});

describe('a tile source', () => {
  const sound = {
    name: 'City maps',
    urlTemplate: ' https://tiles.example.com/{z}/{x}/{y}?k={key} ',
    key: 'a-Z_9=&/',
    attribution: '© City',
    maxZoom: 22,
    grid: 'gcj02',
    imagery: false,
  };

  it('is taken with its bounds, and blanks around texts are dropped', () => {
    expect(MapSource.parse(sound)).toEqual({ ...sound, urlTemplate: sound.urlTemplate.trim() });
    expect(MapSource.safeParse({ ...sound, attribution: '', key: null, maxZoom: 1 }).success).toBe(true);
  });

  it('is refused beyond them', () => {
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(41) },
      { name: 'a\u0000b' },
      { urlTemplate: `https://tiles.example.com/{z}/{x}/{y}/${'x'.repeat(500)}` },
      { key: '' },
      { key: 'x'.repeat(201) },
      { key: 'a b' },
      { key: 'ключ' },
      { attribution: 'x'.repeat(201) },
      { maxZoom: 0 },
      { maxZoom: 23 },
      { maxZoom: 1.5 },
      { grid: 'ellipsoidal' },
    ]) {
      expect([wrong, MapSource.safeParse({ ...sound, ...wrong }).success]).toEqual([wrong, false]);
    }
  });
});
