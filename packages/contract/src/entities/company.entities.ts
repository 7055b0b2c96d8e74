import { z } from 'zod';
import { MAP_TYPES } from '../limits/map.limits.ts';

export const COMPANY_LIMITS = {
  /** Texts of one language that a customer may replace. */
  texts: 500,
  textLength: 300,
} as const;

/** No control characters: it stands in one line. */
const menuName = z
  .string()
  .trim()
  .max(30)
  .regex(/^\P{Cc}*$/u)
  .default('')
  .meta({ examples: ['Fleet'] });

/** What a customer makes of a main menu. The place in the list is its place in the menu. */
export const MenuChoice = z
  .object({
    /** Name of the page, as its address and its title are kept under it. */
    name: z
      .string()
      .regex(/^[A-Za-z]{1,40}$/)
      .meta({ examples: ['device'] }),
    hidden: z.boolean(),
    /** '' = the built-in name. */
    names: z.object({ en_US: menuName, zh_CN: menuName }),
  })
  .meta({ id: 'MenuChoice' });
export type MenuChoice = z.output<typeof MenuChoice>;

export const CompanyLook = z
  .object({
    menu: z.array(MenuChoice),
    /** Those that are offered, in the product's order. */
    mapTypes: z.array(z.enum(MAP_TYPES)),
    /** null = the product's. */
    defaultMapType: z.enum(MAP_TYPES).nullable(),
    /** The own customer has chosen them, none above. */
    ownMapTypes: z.boolean(),
  })
  .meta({ id: 'CompanyLook' });
export type CompanyLook = z.output<typeof CompanyLook>;

/** A text that stands in the place of a built-in one. Its placeholders are those of the built-in text, else it is not shown. */
export const LanguageText = z
  .object({
    key: z
      .string()
      .max(120)
      .regex(/^[a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_]+)+$/)
      .meta({ examples: ['login.title'] }),
    text: z
      .string()
      .trim()
      .max(COMPANY_LIMITS.textLength)
      .regex(/^[^\p{Cc}]*$/u)
      .meta({ examples: ['Welcome'] }),
  })
  .meta({ id: 'LanguageText' });
export type LanguageText = z.output<typeof LanguageText>;

/** `version` changes with any of them; '' without one. */
export const OwnTexts = z.object({ version: z.string(), texts: z.array(LanguageText) }).meta({ id: 'OwnTexts' });
export type OwnTexts = z.output<typeof OwnTexts>;
