import { z } from 'zod';
import { MAP_SOURCE_GRIDS, MAP_SOURCE_LIMITS, MAP_TYPE_NAMES } from '../limits/map.limits.ts';
import { mapTemplateHost } from '../limits/map-template.ts';

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

/** Shown on maps as it is, in one line. */
const sourceText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
    .meta({ examples: ['City maps'] });

/** Tiles of 256 px that a customer has named for its people and those below. */
export const MapSource = z
  .object({
    name: sourceText(1, MAP_SOURCE_LIMITS.name),
    /** https, with {z}, {x} and {y}; {key} where the key goes. */
    urlTemplate: z
      .string()
      .trim()
      .max(MAP_SOURCE_LIMITS.urlTemplate)
      .refine((template) => mapTemplateHost(template) !== null, { error: 'expected https://host/…{z}…{x}…{y}' })
      .meta({ examples: ['https://tiles.example.com/{z}/{x}/{y}.png'] }),
    /** No secret: the browser of whoever looks at the map sends it. Null without one. */
    key: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .max(MAP_SOURCE_LIMITS.key)
      .nullable(),
    attribution: sourceText(0, MAP_SOURCE_LIMITS.attribution),
    /** Last zoom of the server; further in its tiles are enlarged. */
    maxZoom: z.int().min(1).max(MAP_SOURCE_LIMITS.maxZoom),
    grid: z.enum(MAP_SOURCE_GRIDS),
    /** Photographs: not dimmed in the dark theme. */
    imagery: z.boolean(),
  })
  .meta({ id: 'MapSource' });
export type MapSource = z.output<typeof MapSource>;

export const CompanyLook = z
  .object({
    menu: z.array(MenuChoice),
    /** Those that are offered, in the product's order. */
    mapTypes: z.array(z.enum(MAP_TYPE_NAMES)),
    /** null = the product's. */
    defaultMapType: z.enum(MAP_TYPE_NAMES).nullable(),
    /** The own customer has chosen them, none above. */
    ownMapTypes: z.boolean(),
    /** Where the tiles of the map type `own` come from: named by the nearest customer upwards. */
    mapSource: MapSource.nullable(),
    /** The own customer has named it, none above. */
    ownMapSource: z.boolean(),
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
