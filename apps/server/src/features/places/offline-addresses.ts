import { DEFAULT_UNITS, roundTo, toUnit, unitSymbol, type UnitOf } from '@sightline/domain';
import type { AddressProvider } from './addresses.service.ts';
import type { PlaceIndex } from './place-index.ts';

/** Within this distance of its middle a place is named without distance and bearing, growing with its population. */
const insideKm = (population: number): number => Math.min(12, 1.5 + Math.sqrt(population) / 120);

const POINTS = {
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  zh: ['北', '东北', '东', '东南', '南', '西南', '西', '西北'],
} as const;

/** The eighth of the compass that a bearing lies in, 0 = north. */
const compassPoint = (bearingDeg: number): number => Math.round((((bearingDeg % 360) + 360) % 360) / 45) % 8;

const UNIT_NAMES_ZH = { km: '公里', mile: '英里', nauticalMile: '海里' } as const;

/** "4.2 km": a decimal where it matters. */
const distanceText = (km: number, unit: UnitOf<'distance'>, zh: boolean): string => {
  const shown = toUnit('distance', unit, km * 1000);
  return `${roundTo(shown, shown < 10 ? 1 : 0)} ${zh ? UNIT_NAMES_ZH[unit] : unitSymbol('distance', unit)}`;
};

/** Addresses from the bundled index of places (GeoNames, CC BY 4.0): "12 km NE of Regensburg, Germany". Loaded at the first question. */
export class OfflineAddresses implements AddressProvider {
  private loading: Promise<PlaceIndex> | null = null;

  async lookup(lat: number, lon: number, language: string, distance: UnitOf<'distance'> = DEFAULT_UNITS.distance): Promise<string | null> {
    this.loading ??= import('./place-index.ts').then(({ PlaceIndex }) => new PlaceIndex());
    const index = await this.loading;
    const zh = language.startsWith('zh');
    const country = index.countryAt(lat, lon);
    const countryName = country === null ? null : countryText(country, zh ? 'zh-CN' : 'en');
    const place = index.nearest(lat, lon, country);
    if (!place) return countryName;
    const inside = place.distanceKm <= insideKm(place.population);
    // Beside the country of the point, that of a place across a border.
    const where = countryText(place.country, zh ? 'zh-CN' : 'en');
    if (zh) {
      const text = inside
        ? place.name
        : `${place.name}${POINTS.zh[compassPoint(place.bearingDeg)]}方向 ${distanceText(place.distanceKm, distance, zh)}`;
      return `${where} ${text}`;
    }
    const text = inside
      ? place.name
      : `${distanceText(place.distanceKm, distance, zh)} ${POINTS.en[compassPoint(place.bearingDeg)]} of ${place.name}`;
    return `${text}, ${where}`;
  }

  async quick(lat: number, lon: number, language: string, distance?: UnitOf<'distance'>): Promise<string | null> {
    return await this.lookup(lat, lon, language, distance);
  }
}

const names = new Map<string, Intl.DisplayNames>();

function countryText(code: string, locale: string): string {
  let displayNames = names.get(locale);
  if (!displayNames) {
    displayNames = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
    names.set(locale, displayNames);
  }
  return displayNames.of(code) ?? code;
}
