/** Colours that do not follow the theme colour. Light and dark are drawn apart, not inverted. */
export interface Palette {
  /** Bars, panels, cards. */
  readonly surface: string;
  /** The page behind panels. */
  readonly sunken: string;
  /** What floats: menus, dialogs. */
  readonly raised: string;
  /** Row under the pointer. */
  readonly hover: string;
  readonly border: string;
  /** Edges of controls: 3:1 against the surface. */
  readonly borderStrong: string;
  readonly text: string;
  readonly textMuted: string;
  readonly dangerText: string;
  readonly warnText: string;
  readonly shadow: string;
}

export const PALETTES = {
  light: {
    surface: '#ffffff',
    sunken: '#f4f5f7',
    raised: '#ffffff',
    hover: '#f0f2f4',
    border: '#dde1e6',
    borderStrong: '#858d98',
    text: '#1b2027',
    textMuted: '#545d69',
    dangerText: '#b3202a',
    warnText: '#835309',
    shadow: '0 6px 20px rgb(20 26 34 / 16%)',
  },
  dark: {
    surface: '#15191e',
    sunken: '#0e1115',
    raised: '#1d2329',
    hover: '#20262d',
    border: '#2c343d',
    borderStrong: '#6f7a88',
    text: '#e7eaee',
    textMuted: '#a6afba',
    dangerText: '#ff8a84',
    warnText: '#e5b567',
    shadow: '0 6px 20px rgb(0 0 0 / 55%)',
  },
} as const satisfies Record<'light' | 'dark', Palette>;

export type Appearance = keyof typeof PALETTES;

/** The seven theme colours; the first is the product's own. */
export const THEME_COLOURS = {
  orange: '#ff720d',
  blue: '#1668dc',
  teal: '#0b8a83',
  green: '#2f9e44',
  violet: '#7048e8',
  rose: '#c2255c',
  slate: '#4c5d75',
} as const;

export type ThemeColourName = keyof typeof THEME_COLOURS;
export const THEME_COLOUR_NAMES = Object.keys(THEME_COLOURS) as ThemeColourName[];
export const DEFAULT_THEME_COLOUR = THEME_COLOURS.orange;

/** Fixed in every theme, and never alone: a word or a shape stands beside them. */
export const STATUS_COLOURS = {
  moving: '#1f9d55',
  idle: '#b7791f',
  stopped: '#3f73b7',
  offline: '#8a919c',
  inactive: '#8a919c',
  alarm: '#c0262d',
} as const;

/** All grounds on which text of the theme colour may stand. */
export const surfacesOf = (palette: Palette): readonly string[] => [palette.surface, palette.sunken, palette.raised, palette.hover];

/** Whether a text is a colour as all of the product writes them, `#rrggbb`. */
export const isColour = (text: unknown): text is string => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text);
