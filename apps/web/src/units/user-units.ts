import { DEFAULT_UNITS, formatLocaleOf, measuresIn, unitChoiceOf, type Measures, type UnitChoice } from '@sightline/domain';
import { createContext, use, useMemo } from 'react';
import { useOptionalSession } from '../session/session.ts';

const SCALE = { km: 'km', mile: 'mile', nauticalMile: 'nmile' } as const;

export interface UserUnits extends Measures {
  /** From km/h. */
  readonly speed: (kph: number) => string;
  /** From metres. */
  readonly distance: (metres: number, decimals?: number) => string;
  /** From metres above the sea. */
  readonly altitude: (metres: number) => string;
  /** From °C. */
  readonly temperature: (celsius: number) => string;
  /** From litres. */
  readonly volume: (litres: number) => string;
  /** From litres in 100 km. */
  readonly consumption: (per100km: number) => string;
  /** An amount of money; without a currency in the person's (ISO 4217). */
  readonly money: (amount: number, currency?: string) => string;
  /** ISO 4217. */
  readonly currency: string;
  /** For the scale bar of maps. */
  readonly scale: 'km' | 'mile' | 'nmile';
}

/** Numbers in these units, written as the locale does; without one with a point and without groups. */
export const unitsFor = (choice: UnitChoice, localeTag: string | undefined, currency: string): UserUnits => {
  const measures = measuresIn(choice, localeTag);
  const { text } = measures;
  return {
    ...measures,
    speed: (kph) => text('speed', kph),
    distance: (metres, decimals = 1) => text('distance', metres, decimals),
    altitude: (metres) => text('length', metres),
    temperature: (celsius) => text('temperature', celsius),
    volume: (litres) => text('volume', litres),
    consumption: (per100km) => text('consumption', per100km),
    money: (amount, of = currency) => new Intl.NumberFormat(localeTag ?? 'en-US', { style: 'currency', currency: of }).format(amount),
    currency,
    scale: SCALE[choice.distance],
  };
};

const NO_ONE = { choice: DEFAULT_UNITS, tag: undefined, currency: 'USD' };

/** Units that somebody else has chosen for a page, such as whoever made a link. */
export const UnitsOfPage = createContext<UnitChoice | null>(null);

/** Numbers in the units that the person has chosen; without a session those of the page, or the product's. */
export const useUnits = (): UserUnits => {
  const settings = useOptionalSession()?.settings;
  const ofPage = use(UnitsOfPage);
  return useMemo(() => {
    const { choice, tag, currency } =
      settings === undefined
        ? NO_ONE
        : { choice: unitChoiceOf(settings), tag: formatLocaleOf(settings.formatLocale)?.tag, currency: settings.currencyUnit };
    return unitsFor(ofPage ?? choice, tag, currency);
  }, [settings, ofPage]);
};
