import { fromHex, toHex } from '@sightline/codec';

/** Parameters of active safety by number: camera ahead, camera at the driver, tyres, blind spots. T/JSATL 12-2017 §4.4. */
const ADAS = 0xf364;
const DSM = 0xf365;

/** Level 2 from 50 km/h, 5 s before and after, 2 pictures, 0.2 s apart. */
const FOUR = '32050202';
/** Both cameras: warn from 15 km/h, volume 6, no pictures without an alarm, of 704x576, clips of the same size. */
const head = (everyS: string): string => `0f0600${everyS}00c803020303`;
const FACTORY_ADAS = `${head('003c')}00010fff0000000300${`1e${FOUR}`}${`3c05${FOUR}`}${FOUR}${`1b${FOUR}`}${`1e${FOUR}`}${`0a${FOUR}`}0202`;
const FACTORY_DSM = `${head('0e10')}000001ff0000000300b40078000000${FOUR.repeat(5)}01`;
/** Recorders of eight channels are built to T/GDRTA 002-2020, which says more. */
const GUANGDONG_CHANNELS = 8;

/** The settings of a unit as it leaves the factory, in hexadecimal. */
export function factoryWarnings(channels: number): readonly (readonly [number, string])[] {
  const guangdong = channels >= GUANGDONG_CHANNELS;
  return [
    [ADAS, FACTORY_ADAS + (guangdong ? `${FOUR}${FOUR}00000000` : '00000000')],
    [DSM, FACTORY_DSM + (guangdong ? `32${FOUR.repeat(4)}0000` : '0000')],
    [0xf366, `393030523230000000000000${'0003008c00140005006e00bd0050000a003c'}000000000000`],
    [0xf367, '0303'],
  ];
}

/** Octets of the fields at the beginning of a parameter; those behind them have one each. */
const SIZES: ReadonlyMap<number, readonly number[]> = new Map([
  [ADAS, [1, 1, 1, 2, 2, 1, 1, 1, 1, 4, 4]],
  [DSM, [1, 1, 1, 2, 2, 1, 1, 1, 1, 4, 4, 2, 2]],
  [0xf366, [12, 2, 2, 2, 2, 2, 2, 2, 2, 2]],
  [0xf367, []],
]);

/** What the unit has after it was told `octets`: a field of nothing but FF stays as it was. Null when it takes no such parameter. */
export function takeWarnings(id: number, had: string | undefined, octets: Uint8Array): string | null {
  const sizes = SIZES.get(id);
  if (!sizes || had === undefined || had.length !== 2 * octets.length) return null;
  const out = fromHex(had).slice();
  for (let at = 0, field = 0; at < octets.length; field++) {
    const end = Math.min(at + (sizes[field] ?? 1), octets.length);
    const told = octets.subarray(at, end);
    if (told.some((octet) => octet !== 0xff)) out.set(told, at);
    at = end;
  }
  return toHex(out);
}

export const isWarningParameter = (id: number): boolean => SIZES.has(id);

interface Warning {
  readonly parameter: number;
  /** First of the two bits that switch its levels on, in the word at 11. */
  readonly bit: number;
  /** Where its clip, in seconds, and its number of pictures stand. */
  readonly videoAt: number;
}

/** By item of the position and type of the alarm. */
const WARNINGS: Readonly<Record<string, Warning>> = {
  '64-1': { parameter: ADAS, bit: 6, videoAt: 37 },
  '64-2': { parameter: ADAS, bit: 4, videoAt: 32 },
  '64-3': { parameter: ADAS, bit: 10, videoAt: 47 },
  '65-1': { parameter: DSM, bit: 0, videoAt: 27 },
  '65-2': { parameter: DSM, bit: 2, videoAt: 31 },
  '65-3': { parameter: DSM, bit: 4, videoAt: 35 },
};
const ENABLE_AT = 11;

export interface WarningRule {
  /** Slower than this nobody is warned. */
  readonly fromKph: number;
  readonly level1: boolean;
  readonly level2: boolean;
  /** Before the alarm, and as many after it. */
  readonly videoS: number;
  readonly pictures: number;
}

/** What a unit does about an alarm; null when it has no settings of it. `parameters` in hexadecimal, by number. */
export function warningRule(parameters: ReadonlyMap<number, string>, item: number, type: number): WarningRule | null {
  const warning = WARNINGS[`${item.toString(16)}-${type}`];
  const hex = warning && parameters.get(warning.parameter);
  if (!hex) return null;
  const octets = fromHex(hex);
  const bits = octets.subarray(ENABLE_AT, ENABLE_AT + 4).reduce((sum, octet) => sum * 256 + octet, 0);
  const on = (bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1;
  return {
    fromKph: octets[0] ?? 0,
    level1: on(warning.bit),
    level2: on(warning.bit + 1),
    videoS: octets[warning.videoAt] ?? 0,
    pictures: octets[warning.videoAt + 1] ?? 0,
  };
}
