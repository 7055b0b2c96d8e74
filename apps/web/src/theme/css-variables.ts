import { brandTokens, type BrandTokens } from './brand-tokens.ts';
import { PALETTES, STATUS_COLOURS, surfacesOf, type Appearance } from './palettes.ts';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const brandFor = (colour: string, appearance: Appearance): BrandTokens =>
  brandTokens(colour, surfacesOf(PALETTES[appearance]), appearance === 'dark');

/** All tokens as custom properties: `--surface`, `--text-muted`, `--brand-solid`, `--status-moving` ... */
export const cssVariables = (colour: string, appearance: Appearance): Record<`--${string}`, string> => {
  const out: Record<`--${string}`, string> = {};
  for (const [name, value] of Object.entries(PALETTES[appearance])) out[`--${kebab(name)}`] = value;
  for (const [name, value] of Object.entries(brandFor(colour, appearance))) out[`--brand-${kebab(name)}`] = value;
  for (const [name, value] of Object.entries(STATUS_COLOURS)) out[`--status-${name}`] = value;
  return out;
};
