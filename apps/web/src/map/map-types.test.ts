import { describe, expect, it } from 'vitest';
import en from './locale/en_US.json';
import zh from './locale/zh_CN.json';
import { MAP_TYPE_IDS, MAP_TYPES, mapTypeOf, sourceLayer, tileOrigins, tileUrl } from './map-types.ts';
import { fromLibraryZoom, latToY, lonToX, toLibraryZoom, xToLon, yToLat } from './mercator.ts';
import { parseCoordinates, PlaceIndex } from './basemap/place-index.ts';
import { gridLabel, gridStep } from './live/graticule.ts';
import { LIVE_STATUS_NAMES } from '../live/live-status.ts';
import { MARKER_KINDS, MARKER_SHAPES, kindColour } from './live/marker-kinds.ts';
import { scaleFor } from './parts/scale-bar.tsx';

describe('map types', () => {
  it('has every type of the product, each with a name in both languages', () => {
    expect(Object.keys(MAP_TYPES)).toEqual([...MAP_TYPE_IDS]);
    for (const id of MAP_TYPE_IDS) {
      expect(en.types[id]).not.toBe('');
      expect(zh.types[id]).not.toBe('');
    }
  });

  it('lets Google-style types zoom to 22 and the others to 19', () => {
    for (const id of MAP_TYPE_IDS) expect(MAP_TYPES[id].maxZoom).toBe(id.startsWith('google') ? 22 : 19);
  });

  it('fills every placeholder of a tile address and stays on listed origins', () => {
    const origins = tileOrigins();
    for (const type of Object.values(MAP_TYPES)) {
      for (const layer of type.layers) {
        const url = tileUrl(layer, 11, 1615, 1015);
        expect(url).not.toMatch(/[{}]/u);
        expect(url.startsWith('https://')).toBe(true);
        expect(origins).toContain(new URL(url).origin);
      }
    }
  });

  it('uses one key for one picture layer', () => {
    const layers = Object.values(MAP_TYPES).flatMap((type) => type.layers);
    for (const layer of layers) expect(layers.find((other) => other.key === layer.key)?.url).toBe(layer.url);
  });
});

describe('the own map of a company', () => {
  const source = {
    name: 'City',
    urlTemplate: 'https://tiles.example.com/{z}/{x}/{y}?again={z}&key={key}',
    key: '$&{x}/..?#é',
    attribution: '<b>© City</b>',
    maxZoom: 21,
    grid: 'gcj02',
    imagery: true,
  } as const;

  it('has the address of its source, in which the key is nothing but a key', () => {
    expect(tileUrl(sourceLayer(source), 11, 1615, 1015)).toBe(
      'https://tiles.example.com/11/1615/1015?again=11&key=%24%26%7Bx%7D%2F..%3F%23%C3%A9',
    );
    expect(tileUrl(sourceLayer({ ...source, urlTemplate: 'https://tiles.example.com/{z}/{x}/{y}', key: null }), 1, 0, 1)).toBe(
      'https://tiles.example.com/1/0/1',
    );
  });

  it('is drawn as its source says, further in than its last zoom by enlarging, and is the first type without a source', () => {
    expect(mapTypeOf('own', source)).toMatchObject({ maxZoom: 21, attribution: source.attribution, imagery: true });
    expect(mapTypeOf('own', source).layers).toMatchObject([{ grid: 'gcj02', maxZoom: 21 }]);
    const coarse = mapTypeOf('own', { ...source, maxZoom: 5 });
    expect([coarse.maxZoom, coarse.layers[0]?.maxZoom]).toEqual([19, 5]);
    expect(mapTypeOf('own', null)).toBe(MAP_TYPES.openStreet);
    expect(mapTypeOf('yandex', source)).toBe(MAP_TYPES.yandex);
  });
});

describe('zoom and coordinates', () => {
  it('counts zoom as the product does, one above the library', () => {
    expect(toLibraryZoom(13)).toBe(12);
    expect(fromLibraryZoom(toLibraryZoom(19))).toBe(19);
  });

  it('goes to world units and back', () => {
    for (const [lat, lon] of [
      [1.32, 103.82],
      [-33.9, 18.4],
      [64.1, -21.9],
    ] as const) {
      expect(yToLat(latToY(lat))).toBeCloseTo(lat, 10);
      expect(xToLon(lonToX(lon))).toBeCloseTo(lon, 10);
    }
  });

  it('reads coordinates, latitude first, and nothing else', () => {
    expect(parseCoordinates('1.32, 103.82')).toMatchObject({ lat: 1.32, lon: 103.82 });
    expect(parseCoordinates('-33.9 18.4')).toMatchObject({ lat: -33.9, lon: 18.4 });
    for (const text of ['91, 10', '10, 181', 'Singapore', '1', '1,2,3']) expect(parseCoordinates(text)).toBeNull();
  });

  it('picks round steps and labels for the degree grid', () => {
    expect(gridStep(512 * 2 ** 12)).toBe(0.02);
    expect(gridLabel(103.82, 0.02, 'E', 'W')).toBe('103.82°E');
    expect(gridLabel(-1.5, 0.5, 'N', 'S')).toBe('1.5°S');
    expect(gridLabel(0, 10, 'N', 'S')).toBe('0°');
  });

  it('shows the longest round distance that fits the scale bar', () => {
    expect(scaleFor(10, 'km')).toEqual({ label: '500 m', px: 50 });
    expect(scaleFor(100, 'km')).toEqual({ label: '5 km', px: 50 });
    expect(scaleFor(30, 'mile').label).toBe('1 mi');
  });
});

describe('markers', () => {
  it('gives each status a shape of its own and a word in both languages', () => {
    expect(new Set(Object.values(MARKER_SHAPES)).size).toBe(LIVE_STATUS_NAMES.length);
    for (const name of LIVE_STATUS_NAMES) {
      expect(en.status[name]).not.toBe('');
      expect(zh.status[name]).not.toBe('');
    }
    for (const kind of MARKER_KINDS) expect(kindColour(kind)).toMatch(/^#[0-9a-f]{6}$/u);
  });
});

describe('PlaceIndex', () => {
  const index = new PlaceIndex(
    {
      name: ['Shanghai', 'São Paulo', 'Paulínia', 'New York City', 'York'],
      iso: 'CNBRBRUSGB',
      lat: [31.2, -23.5, -22.7, 40.7, 53.9],
      lon: [121.4, -46.6, -47.1, -74, -1.1],
    },
    'en_US',
  );

  it('finds beginnings of names first, larger places first, without regard to accents', () => {
    expect(index.search('sao').map((place) => place.label)).toEqual(['São Paulo, Brazil']);
    expect(index.search('pau').map((place) => place.label)).toEqual(['Paulínia, Brazil', 'São Paulo, Brazil']);
    expect(index.search('york').map((place) => place.lat)).toEqual([53.9, 40.7]);
    expect(index.search('  ')).toEqual([]);
  });

  it('names countries in the language of the user', () => {
    const chinese = new PlaceIndex({ name: ['Shanghai'], iso: 'CN', lat: [31.2], lon: [121.4] }, 'zh_CN');
    expect(chinese.search('shang')[0]?.label).toBe('Shanghai, 中国');
  });
});
