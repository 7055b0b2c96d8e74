/** WCAG 2.2 relative luminance and contrast, and brand tokens that keep them. Colours are `#rrggbb`. */

type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => {
  const at = (i: number): number => Number.parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5)];
};

const print = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.max(0, Math.min(255, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (hex: string): number => {
  const [r, g, b] = parse(hex);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
};

/** WCAG contrast ratio, 1 to 21. */
export const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** `share` 0 gives `from`, 1 gives `to`. */
export const mix = (from: string, to: string, share: number): string => {
  const [a, b] = [parse(from), parse(to)];
  return print([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]);
};

/** The ratio that all text keeps. */
export const MIN_CONTRAST = 4.5;

export interface BrandTokens {
  /** Fill of the one primary action and of selection marks; never text. */
  readonly solid: string;
  readonly solidHover: string;
  /** Text and icons on `solid` and `solidHover`. */
  readonly on: string;
  /** The colour as text: on every surface and on `soft`. */
  readonly text: string;
  /** Background of what is selected. */
  readonly soft: string;
}

/** In order of preference; one of white and black always reaches 4.58:1, so the list never runs out. */
const INKS = ['#ffffff', '#1a1a1a', '#000000'] as const;

/**
 * Derives tokens for a theme colour. `surfaces` are all the backgrounds on which `text` may stand.
 */
export const brandTokens = (colour: string, surfaces: readonly string[], dark: boolean): BrandTokens => {
  const on = INKS.find((ink) => contrast(colour, ink) >= MIN_CONTRAST) ?? INKS[2];
  const soft = mix(surfaces[0] ?? '#ffffff', colour, dark ? 0.22 : 0.1);
  const toward = dark ? '#ffffff' : '#000000';
  const grounds = [...surfaces, soft];
  let text = colour;
  for (let share = 0; share <= 1 && grounds.some((ground) => contrast(text, ground) < MIN_CONTRAST); share += 0.02) {
    text = mix(colour, toward, share);
  }
  // Hover moves away from the colour of the text on it, so that contrast can only grow.
  return { solid: colour, solidHover: mix(colour, on === INKS[0] ? '#000000' : '#ffffff', 0.12), on, text, soft };
};
