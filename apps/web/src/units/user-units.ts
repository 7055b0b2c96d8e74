import { DEFAULT_UNITS, formatLocaleOf, toUnit, unitChoiceOf, UNITS, unitSymbol, type Quantity, type UnitChoice } from '@sightline/domain';
import { useMemo } from 'react';
import { useOptionalSession } from '../session/session.ts';

const SCALE = { km: 'km', m: 'km', mile: 'mile', nauticalMile: 'nmile' } as const;

/** What numbers that come with the name of their unit are about, and how many base units one of them is. */
const NAMED: Readonly<Record<string, readonly [quantity: Quantity, base: number]>> = {
  'km/h': ['speed', 1],
  '0.1 km/h': ['speed', 0.1],
  km: ['distance', 1000],
  '°C': ['temperature', 1],
  L: ['volume', 1],
  'L/100km': ['consumption', 1],
};

export interface UserUnits {
  /** From km/h. */
  readonly speed: (kph: number) => string;
  /** From metres. */
  readonly distance: (metres: number, decimals?: number) => string;
  /** From °C. */
  readonly temperature: (celsius: number) => string;
  /** From litres. */
  readonly volume: (litres: number) => string;
  /** From litres in 100 km. */
  readonly consumption: (per100km: number) => string;
  /** The number alone, for a list whose heading has the symbol. */
  readonly number: (quantity: Quantity, stored: number, decimals?: number) => string;
  readonly symbol: (quantity: Quantity) => string;
  /** A number that comes with the name of its unit (`km/h`, `°C`); those that nobody chooses stay as they are. */
  readonly named: (value: number, unit: string) => string;
  /** Whether people choose in what numbers of this unit are shown. */
  readonly isChosen: (unit: string) => boolean;
  /** ISO 4217. */
  readonly currency: string;
  /** For the scale bar of maps. */
  readonly scale: 'km' | 'mile' | 'nmile';
}

const decimalsOf = (choice: UnitChoice, quantity: Quantity): number => {
  const units: Readonly<Record<string, { readonly decimals: number }>> = UNITS[quantity];
  return units[choice[quantity]]?.decimals ?? 0;
};

/** Numbers in these units, written as the locale does; without one with a point and without groups. */
export const unitsFor = (choice: UnitChoice, localeTag: string | undefined, currency: string): UserUnits => {
  const formats = new Map<number, Intl.NumberFormat>();
  const written = (value: number, decimals: number): string => {
    let format = formats.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat(localeTag ?? 'en-US', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: localeTag !== undefined,
        signDisplay: 'negative',
      });
      formats.set(decimals, format);
    }
    return format.format(value);
  };
  const number = <Q extends Quantity>(quantity: Q, stored: number, decimals?: number): string =>
    Number.isFinite(stored) ? written(toUnit(quantity, choice[quantity], stored), decimals ?? decimalsOf(choice, quantity)) : '';
  const symbol = <Q extends Quantity>(quantity: Q): string => unitSymbol(quantity, choice[quantity]);
  const text = (quantity: Quantity, stored: number, decimals?: number): string => {
    const shown = number(quantity, stored, decimals);
    return shown === '' ? '' : `${shown} ${symbol(quantity)}`;
  };
  return {
    speed: (kph) => text('speed', kph),
    distance: (metres, decimals = 1) => text('distance', metres, decimals),
    temperature: (celsius) => text('temperature', celsius),
    volume: (litres) => text('volume', litres),
    consumption: (per100km) => text('consumption', per100km),
    number,
    symbol,
    named: (value, unit) => {
      const known = NAMED[unit];
      return known === undefined ? [value, unit].filter((part) => part !== '').join(' ') : text(known[0], value * known[1]);
    },
    isChosen: (unit) => unit in NAMED,
    currency,
    scale: SCALE[choice.distance],
  };
};

const NO_ONE = { choice: DEFAULT_UNITS, tag: undefined, currency: 'USD' };

/** Numbers in the units that the person has chosen; without a session the product's. */
export const useUnits = (): UserUnits => {
  const settings = useOptionalSession()?.settings;
  return useMemo(() => {
    const { choice, tag, currency } =
      settings === undefined
        ? NO_ONE
        : { choice: unitChoiceOf(settings), tag: formatLocaleOf(settings.formatLocale)?.tag, currency: settings.currencyUnit };
    return unitsFor(choice, tag, currency);
  }, [settings]);
};
