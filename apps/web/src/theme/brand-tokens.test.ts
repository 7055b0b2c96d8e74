import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandTokens, contrast, MIN_CONTRAST } from './brand-tokens.ts';
import { PALETTES, STATUS_COLOURS, THEME_COLOUR_NAMES, THEME_COLOURS, surfacesOf } from './palettes.ts';

const appearances = ['light', 'dark'] as const;

describe('contrast', () => {
  it('agrees with the published ratios', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ff720d', '#ffffff')).toBeCloseTo(2.73, 1);
  });
});

describe.each(appearances)('%s', (appearance) => {
  const palette = PALETTES[appearance];
  const surfaces = surfacesOf(palette);

  it.each(THEME_COLOUR_NAMES)('keeps 4.5:1 with the theme colour %s', (name) => {
    const tokens = brandTokens(THEME_COLOURS[name], surfaces, appearance === 'dark');
    for (const ground of [...surfaces, tokens.soft]) expect(contrast(tokens.text, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    expect(contrast(tokens.on, tokens.solid)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    expect(contrast(tokens.on, tokens.solidHover)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    for (const ink of [palette.text, palette.textMuted]) {
      expect(contrast(ink, tokens.soft)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });

  it('keeps 4.5:1 with any colour that a host may set', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, (r, g, b) => {
        const colour = `#${[r, g, b].map((x) => x.toString(16).padStart(2, '0')).join('')}`;
        const tokens = brandTokens(colour, surfaces, appearance === 'dark');
        for (const ground of [...surfaces, tokens.soft]) expect(contrast(tokens.text, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrast(tokens.on, tokens.solid)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
    );
  });

  it('keeps 4.5:1 for plain, muted, danger and warning text on every surface', () => {
    for (const ground of surfaces) {
      for (const ink of [palette.text, palette.textMuted, palette.dangerText, palette.warnText]) {
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }
    }
  });

  it('keeps 3:1 for the edges of controls and for status marks', () => {
    for (const ground of [palette.surface, palette.raised]) {
      expect(contrast(palette.borderStrong, ground)).toBeGreaterThanOrEqual(3);
    }
    for (const colour of Object.values(STATUS_COLOURS)) {
      if (colour === STATUS_COLOURS.alarm && appearance === 'dark') continue;
      expect(contrast(colour, palette.surface)).toBeGreaterThanOrEqual(3);
    }
  });
});
